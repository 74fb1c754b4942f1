"""Pointers into one memory as numbers of its elements.

`global const float *p = in + row * w; ... p[k] ... p += 4;` becomes `int p_at = row * w; long p_on
= 0; ... (in + p_at + p_on)[k] ... p_on += 4;`: of numbers, and of a memory that all work-items have
alike, more is known than of pointers that differ.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.uniformity import changed_or_addressed, changed_place
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import AddressSpace, ArrayType, IntType, PointerType, Type
from ppcl.rewrite.lanes.addresses import Address, split
from ppcl.rewrite.own_variables import addressed
from ppcl.rewrite.rebuild import as_assignment, rebuilt

_INT = IntType("int", 32, True)
_LONG = IntType("long", 64, True)
_MEMORY = (ArrayType, PointerType)
_MOST = 16  # pointers of a kernel


def in_numbers(body: st.Block, varying: Set[str]) -> st.Block | None:
    """A kernel's body where such pointers among the `varying` variables, by key, are numbers; None
    where there are none."""
    found: st.Block | None = None
    for _ in range(_MOST):
        inside = found or body
        walker = next(_walkers(inside, varying), None)
        if walker is None:
            break
        found = walker.replaced(inside)
    return found


def _walkers(body: st.Block, varying: Set[str]) -> Iterator["_Walker"]:
    nodes = list(descendants(body))
    changed = changed_or_addressed(body)
    own = list(variables(body))
    private = {v.declaration.key for v in own if v.space is AddressSpace.PRIVATE}
    steps, otherwise = _steps(nodes)
    keys = [v.declaration.key for v in own]
    for variable in own:
        key, type_ = variable.declaration.key, variable.type
        if not isinstance(type_, PointerType) or type_.volatile or variable.init is None:
            continue
        if key not in varying or keys.count(key) > 1 or key in otherwise:
            continue
        address = split(variable.init)
        if address is not None and _is_fixed(address.pointer, changed, private):
            yield _Walker(variable, type_, address, key in steps)


def _is_fixed(root: ex.Expression, changed: Set[str], private: Set[str]) -> bool:
    """Whether memory begins at one place for good, and is not a work-item's own."""
    while isinstance(root, ex.Cast) and isinstance(root.operand.type, _MEMORY):
        root = root.operand
    if not isinstance(root, ex.NameRef) or root.declaration.key in changed:
        return False
    is_own = isinstance(root.type, ArrayType) and root.declaration.key in private
    return isinstance(root.type, _MEMORY) and not is_own


def _steps(nodes: Sequence[Node]) -> tuple[set[str], set[str]]:
    """The keys of variables that statements and heads of loops step by numbers, and of those that
    are changed or pointed at in other ways."""
    alone = {id(node.expression) for node in nodes if isinstance(node, st.Evaluate)}
    alone |= {id(node.step) for node in nodes if isinstance(node, st.For)}
    steps, otherwise = set[str](), set(addressed(list(nodes)))
    for node in nodes:
        target = changed_place(node)
        if isinstance(target, ex.NameRef):
            fine = id(node) in alone and _is_step(node)
            (steps if fine else otherwise).add(target.declaration.key)
    return steps, otherwise


def _is_step(node: Node) -> bool:
    """Whether a number, which cannot wrap around, is added or taken off."""
    match node:
        case ex.Assign(op="+=" | "-=", value=value):
            return isinstance(value.type, IntType)
        case _:
            return isinstance(node, ex.Unary)


@dataclass(frozen=True)
class _Walker:
    """A pointer variable: where it begins, and whether it is stepped on."""

    variable: st.Variable
    type: PointerType
    address: Address
    is_stepped: bool

    @property
    def _number(self) -> ex.Expression | None:
        """The only number that the pointer stands for."""
        only = len(self.address.numbers) == 1 and not self.is_stepped
        return self._use(0) if only else None

    def _use(self, index: int) -> ex.NameRef:
        own = self.variable.declaration
        name = f"{own.name}_at" if index == 0 else f"{own.name}_at_{index + 1}"
        declaration = Declaration(name, f"{own.key}#at{index}")
        return self._of(declaration, self.address.numbers[index].type)

    @property
    def _step(self) -> ex.NameRef:
        own = self.variable.declaration
        return self._of(Declaration(f"{own.name}_on", f"{own.key}#on"), _LONG)

    def _of(self, declaration: Declaration, type_: Type) -> ex.NameRef:
        return ex.NameRef(self.variable.at, type_, declaration, "variable")

    def replaced(self, body: st.Block) -> st.Block:
        """The body with numbers for the pointer."""
        return rebuilt(body, self._changed)

    def _changed(self, node: Node) -> Node:
        key = self.variable.declaration.key
        match node:
            case st.Declare() if any(v.declaration.key == key for v in node.variables):
                return replace(node, variables=tuple(self._declared(node.variables)))
            case ex.Assign(target=target) if self._is_own(target):
                value = ex.Cast(node.at, _LONG, node.value, implicit=True)
                return ex.Assign(node.at, _LONG, node.op, self._step, value)
            case ex.Unary(op=op, operand=operand) if op in ex.STEPS and self._is_own(operand):
                return as_assignment(replace(node, type=_LONG, operand=self._step))
            case ex.Member(base=base, arrow=True) if self._is_own(base) and self._number:
                place = ex.Index(base.at, self.type.pointee, self._root, self._number)
                return replace(node, base=place, arrow=False)
            case ex.NameRef(declaration=own) if own.key == key:
                return self._pointer(node)
            case _:
                return node

    def _is_own(self, node: ex.Expression) -> bool:
        """Whether what was made of a node is the pointer."""
        number = node.right if isinstance(node, ex.Binary) else None
        own = f"{self.variable.declaration.key}#"
        return isinstance(number, ex.NameRef) and number.declaration.key.startswith(own)

    @property
    def _root(self) -> ex.Expression:
        return self.address.pointer

    def _pointer(self, node: ex.NameRef) -> ex.Expression:
        numbers = [self._use(index) for index in range(len(self.address.numbers))]
        numbers += [self._step] if self.is_stepped else []
        found = self._root
        for number in numbers:
            found = ex.Binary(node.at, node.type, "+", found, number)
        return found

    def _declared(self, all_: Sequence[st.Variable]) -> Iterator[st.Variable]:
        for variable in all_:
            if variable.declaration.key != self.variable.declaration.key:
                yield variable
                continue
            for index, number in enumerate(self.address.numbers):
                use = self._use(index)
                yield replace(variable, declaration=use.declaration, type=use.type, init=number)
            if self.is_stepped:
                zero = ex.IntLiteral(variable.at, _LONG, 0)
                own = self._step.declaration
                yield replace(variable, declaration=own, type=_LONG, init=zero, const=False)
