"""Which values are the same for all work-items of a group (pocl, 4.6: the variable uniformity
analysis).

A variable is *uniform* when at each place all work-items that come there find the same value in
it; else it is *varying*. The analysis is insensitive to the order of statements: a variable is
varying if anything that it may hold is, or if it gets a value where only some of the work-items
come. What it trusts: kernels have no data races (OpenCL 1.2, 3.3), so that work-items which load
from one address of shared memory between two barriers get one value.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from ppcl.analysis.workgroup.work_items import NEIGHBOURS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants, variables
from ppcl.ir.types import (
    AddressSpace,
    ArrayType,
    FloatType,
    IntType,
    OpaqueType,
    PointerType,
    RecordType,
    Type,
    VectorType,
)
from ppcl.ir.unit import Function

# Their values belong to the work-item, or to the moment.
_VARYING_CALLS = (*NEIGHBOURS, "atomic_", "atom_", "printf")
# Whether a mask, its argument, is set for any work-item of those that run together.
ANY = "ppcl_any"
# How work-items leave a loop, or a round of it, from within its body.
_WAYS = (st.Break, st.Continue, st.Return)
_SHARED = (AddressSpace.GLOBAL, AddressSpace.LOCAL, AddressSpace.CONSTANT)


@dataclass
class Uniformity:
    """What is known of one function whose parameters are uniform, as a kernel's are; with a
    `dimension` of the work-items along that one, which differ in no other id.

    `functions` are the program's own by key. `varying` has the keys of varying variables, `shared`
    those of variables in local or constant memory, which are never varying: all work-items find
    the same value in them between two barriers. Along a dimension `tables` are private arrays that
    hold for good what they began with. `merges`: where all have one variable for what is uniform;
    then `once` are those that are set by one statement alone: which work-items come there does not
    matter, since the others have no value to ask for.
    """

    functions: Mapping[str, Function]
    varying: set[str] = field(default_factory=set)
    shared: set[str] = field(default_factory=set)
    dimension: int | None = None
    tables: set[str] = field(default_factory=set)
    merges: bool = False
    once: set[str] = field(default_factory=set)

    def is_uniform(self, expression: ex.Expression) -> bool:
        """Whether all work-items of a group that evaluate it get one value."""
        return not any(self._is_source(node) for node in _asked(expression))

    def _is_source(self, node: Node) -> bool:
        """Whether a node makes what it is part of varying."""
        match node:
            case ex.NameRef(declaration=declaration, kind="variable" | "parameter"):
                return declaration.key in self.varying - self.shared
            case ex.Call(callee=callee):
                return self._is_varying_call(callee, node)
            case ex.Index(base=base) | ex.Member(base=base, arrow=True):
                return not self._is_shared(base)
            case ex.Unary(op="*", operand=operand):
                return not self._is_shared(operand)
            case ex.Assign() | ex.Unary(op="++x" | "--x" | "x++" | "x--"):
                return True
            case ex.OpaqueExpression() | ex.StatementExpression():
                return True
            case _:
                return False

    def _is_shared(self, base: ex.Expression) -> bool:
        """Whether an access goes to memory that the group's work-items share, and that no one else
        changes at the same time."""
        match base:
            case ex.NameRef(type=ArrayType(), declaration=declaration):
                return declaration.key in self.shared | (self.tables - self.varying)
            case (
                ex.Member(type=ArrayType(), base=inner, arrow=False)
                | ex.Index(type=ArrayType() | RecordType(), base=inner)
            ):
                return self._is_shared(inner)
            case _:
                type_ = base.type
                shared = isinstance(type_, PointerType) and type_.space in _SHARED
                return shared and isinstance(type_, PointerType) and not type_.volatile

    def _is_varying_call(self, callee: str | None, call: ex.Call) -> bool:
        if self.dimension is not None and callee in NEIGHBOURS and len(call.arguments) == 1:
            return constant(call.arguments[0]) in (None, self.dimension)
        if callee is None or callee.startswith(_VARYING_CALLS):
            return True
        own = self.functions.get(call.target.key) if call.target is not None else None
        if own is None:
            return any(_is_private_pointer(each) for each in call.arguments)
        return not _is_plain(own, self.functions)


def _asked(node: Node) -> Iterator[Node]:
    """The nodes of an expression whose values it depends on for one work-item."""
    yield node
    if not isinstance(node, ex.Call) or node.callee != ANY:
        for child in children(node):
            yield from _asked(child)


def _is_private_pointer(argument: ex.Expression) -> bool:
    """Whether a builtin function may read or write a work-item's own memory through it."""
    type_ = argument.type
    return isinstance(type_, ArrayType) or (
        isinstance(type_, PointerType) and type_.space not in _SHARED
    )


def _is_plain(function: Function, functions: Mapping[str, Function]) -> bool:
    """Whether a helper's result depends on nothing but its arguments and shared memory."""
    for each in with_called(function, functions):
        if any(_is_private_pointer_type(p.type) for p in each.parameters):
            return False
        for node in descendants(each.body) if each.body is not None else ():
            own = called(node, functions)
            if own is function or (own is None and _is_of_its_own(node)):
                return False
    return True


def with_called(function: Function, functions: Mapping[str, Function]) -> Iterator[Function]:
    """A function and those of the program that it calls, also by way of others, each once."""
    known, pending = {function.declaration.key}, [function]
    while pending:
        each = pending.pop()
        yield each
        nodes = descendants(each.body) if each.body is not None else ()
        for own in (called(node, functions) for node in nodes):
            if own is not None and own.declaration.key not in known:
                known.add(own.declaration.key)
                pending.append(own)


def called(node: Node, functions: Mapping[str, Function]) -> Function | None:
    """The program's own function that a node calls."""
    if not isinstance(node, ex.Call) or node.target is None:
        return None
    return functions.get(node.target.key)


def _is_of_its_own(node: Node) -> bool:
    """Whether what a node gives belongs to the work-item, or is not known; not a helper's call."""
    if isinstance(node, ex.Call):
        own = node.callee is None or node.callee.startswith(_VARYING_CALLS)
        return own or any(_is_private_pointer(each) for each in node.arguments)
    return isinstance(node, st.Goto | st.OpaqueStatement | ex.OpaqueExpression)


def _is_private_pointer_type(type_: object) -> bool:
    return isinstance(type_, PointerType) and type_.space not in _SHARED


def uniformity(
    function: Function,
    functions: Mapping[str, Function],
    constants: Iterable[str] = (),
    dimension: int | None = None,
) -> Uniformity:
    """The variables of a kernel (or of a function that is called with uniform arguments);
    `constants` are the keys of the program's arrays in constant memory. With a `dimension`: what
    is the same for all work-items of a row along it."""
    found = Uniformity(functions, shared=set(constants), dimension=dimension)
    if function.body is not None:
        _analyse(function.body, found)
    return found


def uniformity_within(
    body: st.Block, around: Uniformity, unset: Set[str] = frozenset()
) -> Uniformity:
    """The variables where some work-items of a group run `body` all together, whatever the others
    do. Of variables from outside it is known what `around` says, but for those that are `unset`
    (by key) where it begins."""
    own = unset | {variable.declaration.key for variable in variables(body)}
    known = (around.varying - own, set(around.shared))
    found = Uniformity(around.functions, *known, dimension=around.dimension, merges=around.merges)
    _analyse(body, found)
    return found


def _analyse(body: st.Block, found: Uniformity) -> None:
    if found.dimension is not None:
        found.tables |= set(_tables(body))
    if found.merges:
        found.once |= _set_once(body)
    for node in descendants(body):
        if isinstance(node, st.Variable) and node.space is not AddressSpace.PRIVATE:
            found.shared.add(node.declaration.key)
        _mark_by_form(node, found)
    if any(isinstance(node, st.Goto | st.Label) for node in descendants(body)):
        found.varying |= {v.declaration.key for v in variables(body)}
    known = -1
    while known != len(found.varying):
        known = len(found.varying)
        _visit(body, found, False)


def _mark_by_form(node: Node, found: Uniformity) -> None:
    """Private arrays and records, and what has its address taken, are taken as varying."""
    match node:
        case st.Variable(type=ArrayType() | RecordType() | OpaqueType()):
            if node.space is AddressSpace.PRIVATE and node.declaration.key not in found.tables:
                found.varying.add(node.declaration.key)
        case ex.Unary(op="&", operand=operand):
            root = root_of(operand)
            if root is not None and not _is_shared_path(operand):
                found.varying.add(root)
        case _:
            pass


def _tables(body: st.Block) -> Iterator[str]:
    """The private arrays that begin with a list, and of which elements are read alone."""
    nodes = list(descendants(body))
    bases = {id(node.base) for node in nodes if isinstance(node, ex.Index)}
    arrays = (n for n in nodes if isinstance(n, ex.NameRef | ex.Index) and id(n) not in bases)
    whole = {root_of(each) for each in arrays if isinstance(each.type, ArrayType)}
    changed = changed_or_addressed(body)
    for variable in variables(body):
        is_list = isinstance(variable.init, ex.InitList) and _is_of_numbers(variable.type)
        is_own = variable.space is AddressSpace.PRIVATE
        if is_list and is_own and variable.declaration.key not in changed | whole:
            yield variable.declaration.key


def _set_once(body: st.Block) -> set[str]:
    """The variables with one statement that gives them a value, in no loop that their declaration
    is not in: in one, work-items may leave it with values of different rounds."""
    declared: dict[str, tuple[Node, ...]] = {}
    given: list[tuple[str | None, tuple[Node, ...]]] = []
    for node, loops in _in_loops(body, ()):
        match node:
            case st.Variable(declaration=declaration, init=init):
                declared[declaration.key] = loops
                given += [(declaration.key, loops)] if init is not None else []
            case ex.Unary(op="&", operand=operand):
                given += [(root_of(operand), ())] * 2
            case _ if (place := changed_place(node)) is not None:
                is_whole = isinstance(node, ex.Assign) and node.op == "="
                given += [(root_of(place), loops)] * (1 if is_whole else 2)
    count = Counter(key for key, _ in given)
    return {key for key, loops in given if key and count[key] == 1 and declared.get(key) == loops}


def _in_loops(node: Node, loops: tuple[Node, ...]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """All nodes, each with the loops that it stands in."""
    yield node, loops
    inner = (*loops, node) if isinstance(node, st.For | st.While | st.DoWhile) else loops
    for child in children(node):
        yield from _in_loops(child, inner)


def _key(name: ex.NameRef) -> str:
    return name.declaration.key


def _is_of_numbers(type_: Type) -> bool:
    element = type_
    while isinstance(element, ArrayType):
        element = element.element
    return element is not type_ and isinstance(element, IntType | FloatType | VectorType)


def root_of(target: ex.Expression) -> str | None:
    """The key of the variable that an lvalue is, or is a part of."""
    match target:
        case ex.NameRef(declaration=declaration):
            return declaration.key
        case ex.Member(base=base, arrow=False) | ex.Swizzle(base=base) | ex.Index(base=base):
            return root_of(base)
        case ex.Cast(operand=operand):
            return root_of(operand)
        case _:
            return None


def _is_shared_path(target: ex.Expression) -> bool:
    """Whether an lvalue lies in shared memory: its root is then only where it is found by."""
    match target:
        case ex.Index(base=base) | ex.Member(base=base) | ex.Swizzle(base=base):
            return isinstance(base.type, PointerType) or _is_shared_path(base)
        case ex.Unary(op="*"):
            return True
        case _:
            return False


def _visit(node: Node, found: Uniformity, divergent: bool) -> None:
    """Marks what gets a value in `node`; `divergent`: where only some work-items may come."""
    match node:
        case st.Variable(declaration=declaration, init=init):
            some = divergent and declaration.key not in found.once
            if init is not None and (some or not found.is_uniform(init)):
                found.varying.add(declaration.key)
        case ex.Assign(target=target, value=value):
            some = divergent and not (isinstance(target, ex.NameRef) and _key(target) in found.once)
            _mark(target, some or not found.is_uniform(value), found)
        case ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=target):
            _mark(target, divergent, found)
        case ex.Conditional() | ex.Binary(op="&&" | "||"):
            divergent = True
        case st.If(condition=condition):
            divergent = divergent or not found.is_uniform(condition)
        case st.Switch(subject=subject):
            divergent = divergent or not found.is_uniform(subject)
        case st.For() | st.While() | st.DoWhile():
            divergent = divergent or is_divergent_loop(node, found)
        case _:
            pass
    for child in children(node):
        _visit(child, found, divergent)


def _mark(target: ex.Expression, varying: bool, found: Uniformity) -> None:
    root = root_of(target)
    if varying and root is not None and not _is_shared_path(target):
        found.varying.add(root)


def is_divergent_loop(loop: st.For | st.While | st.DoWhile, found: Uniformity) -> bool:
    """Whether work-items may leave a loop, or one of its rounds, at different times."""
    if loop.condition is not None and not found.is_uniform(loop.condition):
        return True
    return _leaves_divergently(loop.body, found, False)


def _leaves_divergently(
    node: Node, found: Uniformity, divergent: bool, ways: tuple[type, ...] = _WAYS
) -> bool:
    """Whether a break, continue or return in a loop's body is for some work-items only; `ways` are
    those that do not belong to a statement in between."""
    match node:
        case st.Break() | st.Continue() | st.Return():
            return divergent and isinstance(node, ways)
        case st.If(condition=condition) | st.Switch(subject=condition):
            divergent = divergent or not found.is_uniform(condition)
        case st.For() | st.While() | st.DoWhile() if node.condition is not None:
            divergent = divergent or not found.is_uniform(node.condition)
        case _:
            pass
    if isinstance(node, st.For | st.While | st.DoWhile):
        ways = (st.Return,)
    elif isinstance(node, st.Switch):
        ways = tuple(way for way in ways if way is not st.Break)
    return any(_leaves_divergently(child, found, divergent, ways) for child in children(node))


def changed_place(node: Node) -> ex.Expression | None:
    """What a node gives a value."""
    match node:
        case ex.Assign(target=target) | ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=target):
            return target
        case _:
            return None


def changed_root(node: Node) -> str | None:
    """The key of the variable that a node gives a value, whole or in part."""
    target = changed_place(node)
    return None if target is None or _is_shared_path(target) else root_of(target)


def changed_or_addressed(body: st.Block) -> set[str]:
    """The keys of variables that a body changes, or that it takes the address of."""
    found = {changed_root(node) for node in descendants(body)}
    for node in descendants(body):
        if isinstance(node, ex.Unary) and node.op == "&" and not _is_shared_path(node.operand):
            found.add(root_of(node.operand))
    return {key for key in found if key is not None}
