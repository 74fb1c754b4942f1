"""Private vectors as variables for their components."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace

from ppcl.analysis.workgroup.uniformity import root_of
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import AddressSpace, IntType, PointerType, VectorType
from ppcl.ir.vector import lane_numbers
from ppcl.rewrite.components.expressions import (
    SHIFTS,
    Components,
    NoComponents,
    element_of,
    is_narrow,
    name_of,
)
from ppcl.rewrite.components.geometric import UNITS, Geometry
from ppcl.rewrite.rebuild import (
    OPAQUE,
    as_assignment,
    declared_in_blocks,
    rebuilt,
    with_parts,
)

_INT = IntType("int", 32, True)
_MOST = 4  # components of a vector: more fill a register of their own
_BITS = (32, 64)
_STORES = ("vstore2", "vstore3", "vstore4")


def in_components(body: st.Block, own: Set[str]) -> st.Block | None:
    """A kernel's body without the vectors that are only ever set and asked for by value, in
    statements of their own; None where it has none, or does what cannot be followed. `own` are the
    keys of the program's functions."""
    nodes = list(descendants(body))
    if any(isinstance(node, OPAQUE) for node in nodes):
        return None
    apart = {v.declaration.key: v for v in variables(body) if _may_be_apart(v)}
    for key in _used_otherwise(nodes) | (apart.keys() - declared_in_blocks(body)):
        apart.pop(key, None)
    return _Apart(apart, _read(nodes), Components(own)).block(body) if apart else None


def _may_be_apart(variable: st.Variable) -> bool:
    type_ = variable.type
    return (
        isinstance(type_, VectorType)
        and 1 < type_.lanes <= _MOST
        and (type_.element.bits in _BITS or is_narrow(type_.element))
        and variable.space is AddressSpace.PRIVATE
        and variable.storage == "auto"
        and not isinstance(variable.init, ex.InitList)
    )


def _used_otherwise(nodes: Sequence[Node]) -> set[str]:
    """The variables that are pointed at, indexed, or changed in the middle of an expression."""
    statements = {id(node.expression) for node in nodes if isinstance(node, st.Evaluate)}
    found: set[str | None] = set()
    for node in nodes:
        match node:
            case ex.Assign(target=target) if id(node) not in statements:
                found.add(root_of(target))
            case ex.Assign(op=op, target=target) if _is_narrow_shift(op, target):
                found.add(root_of(target))
            case ex.Assign(target=ex.Swizzle(base=ex.Swizzle()) as target):
                found.add(root_of(target))
            case ex.Unary(op=op, operand=operand) if op in ex.STEPS and id(node) not in statements:
                found.add(root_of(operand))
            case ex.Unary(op="&", operand=operand) | ex.Index(base=operand):
                found.add(root_of(operand))
            case _:
                pass
    return {key for key in found if key is not None}


def _is_narrow_shift(op: str, target: ex.Expression) -> bool:
    """Whether numbers of fewer bits than operators have are shifted: by a number modulo theirs."""
    type_ = target.type.element if isinstance(target.type, VectorType) else target.type
    return op.removesuffix("=") in SHIFTS and is_narrow(type_)


def _read(nodes: Sequence[Node]) -> dict[str, set[int]]:
    """Which components of vectors are asked for, by key, but for those that are computed with
    themselves alone."""
    targets = [node.target for node in nodes if isinstance(node, ex.Assign)]
    places = [each.base if isinstance(each, ex.Swizzle) else each for each in targets]
    set_ = set(map(id, (*targets, *places)))
    some = [node for node in nodes if isinstance(node, ex.Swizzle) and id(node) not in set_]
    bases = {id(node.base) for node in some}
    found: dict[str, set[int]] = {}
    for node in nodes:
        if isinstance(node, ex.NameRef) and id(node) not in bases | set_:
            found.setdefault(node.declaration.key, set()).update(range(_MOST))
    for node in some:
        if isinstance(node.base, ex.NameRef):
            lanes = node.base.type.lanes if isinstance(node.base.type, VectorType) else _MOST
            numbers = lane_numbers(node.components, lanes)
            found.setdefault(node.base.declaration.key, set()).update(numbers)
    return found


@dataclass(frozen=True)
class _Apart:
    """Rewrites statements; `apart` are the vectors that go, by key, and `read` those of their
    components that are asked for."""

    apart: dict[str, st.Variable]
    read: dict[str, set[int]]
    components: Components
    _count: list[int] = field(default_factory=lambda: [0])

    def block(self, node: st.Block) -> st.Block:
        """A block with the statements in the place of its own."""
        return replace(node, body=tuple(one for each in node.body for one in self._all(each)))

    def _all(self, node: st.Statement) -> tuple[st.Statement, ...]:
        match node:
            case st.Block():
                return (self.block(node),)
            case st.Declare(variables=found):
                return tuple(one for each in found for one in self._declared(node, each))
            case st.Evaluate(expression=ex.Assign(target=place) as assign) if self._is_apart(place):
                return self._assigned(assign)
            case st.Evaluate(expression=ex.Unary() as step) if self._is_step(step):
                return self._assigned(as_assignment(step))
            case st.Evaluate(expression=ex.Call(callee=callee) as call) if callee in _STORES:
                return self._stored(node, call)
            case _:
                return (with_parts(node, self._all, self._value),)

    def _is_apart(self, place: ex.Expression) -> bool:
        return root_of(place) in self.apart

    def _is_step(self, node: ex.Unary) -> bool:
        return node.op in ex.STEPS and self._is_apart(node.operand)

    def _value(self, node: ex.Expression) -> ex.Expression:
        """An expression of the components."""
        return self.components.reduced(rebuilt(node, self._whole))

    def _whole(self, node: Node) -> Node:
        """A vector that is apart, of its components."""
        if not isinstance(node, ex.NameRef) or node.declaration.key not in self.apart:
            return node
        return ex.VectorLiteral(node.at, node.type, tuple(self._parts(node)))

    def _parts(self, node: ex.NameRef) -> Iterator[ex.NameRef]:
        variable = self.apart[node.declaration.key]
        for number in range(_type(variable).lanes):
            own = _component(variable, number)
            yield ex.NameRef(node.at, own.type, own.declaration, "variable")

    def _declared(self, node: st.Declare, variable: st.Variable) -> Iterator[st.Statement]:
        init = self._value(variable.init) if variable.init is not None else None
        if variable.declaration.key not in self.apart:
            yield replace(node, variables=(replace(variable, init=init),))
            return
        numbers = [k for k in range(_type(variable).lanes) if self._is_read(variable, k)]
        parts = [_component(variable, number) for number in numbers]
        if init is not None:
            before, values = self._values(init, numbers)
            yield from before
            parts = [replace(p, init=value) for p, value in zip(parts, values, strict=True)]
        if parts:
            yield replace(node, variables=tuple(parts))

    def _is_read(self, variable: st.Variable, number: int) -> bool:
        return number in self.read.get(variable.declaration.key, ())

    def _assigned(self, node: ex.Assign) -> tuple[st.Statement, ...]:
        """`v = w;`, `v.xy += w;`."""
        target, value = node.target, self._value(node.value)
        base = target.base if isinstance(target, ex.Swizzle) else target
        if not isinstance(base, ex.NameRef):
            raise NoComponents
        variable, parts = self.apart[base.declaration.key], list(self._parts(base))
        numbers = list(range(len(parts)))
        if isinstance(target, ex.Swizzle):
            numbers = list(lane_numbers(target.components, len(parts)))
        if not isinstance(target.type, VectorType):
            if not self._is_read(variable, numbers[0]):
                return self._dropped(node, value)
            return (*_set(node.at, node.op, [parts[numbers[0]]], [value]),)
        pairs = [(index, k) for index, k in enumerate(numbers) if self._is_read(variable, k)]
        before, values = self._values(value, [index for index, _ in pairs])
        places = [parts[k] for _, k in pairs]
        if _overlap(places, values):
            kept, values = self._kept(values)
            before = (*before, *kept)
        return (*before, *_set(node.at, node.op, places, values))

    def _dropped(self, node: ex.Assign, value: ex.Expression) -> tuple[st.Statement, ...]:
        """What is left of an assignment to what nobody asks for."""
        try:
            self.components.repeatable(value)
        except NoComponents:
            return (st.Evaluate(node.at, value),)
        return ()

    def _stored(self, node: st.Evaluate, call: ex.Call) -> tuple[st.Statement, ...]:
        """`vstore4(value, offset, pointer);`."""
        value, offset, pointer = map(self._value, call.arguments)
        type_ = value.type
        try:
            if not isinstance(type_, VectorType) or not isinstance(pointer.type, PointerType):
                raise NoComponents
            if pointer.type.pointee != type_.element:
                raise NoComponents
            numbers = range(type_.lanes)
            places = [element_of(pointer, offset, type_.lanes, number) for number in numbers]
            for place in places:
                self.components.repeatable(place)
            before, values = self._values(value, numbers)
        except NoComponents:
            return (replace(node, expression=replace(call, arguments=(value, offset, pointer))),)
        kept, values = self._kept(values)
        return (*before, *kept, *_set(node.at, "=", places, values))

    def _values(
        self, value: ex.Expression, numbers: Sequence[int]
    ) -> tuple[tuple[st.Statement, ...], list[ex.Expression]]:
        """A vector's components, and statements before them: what all have alike, and the whole
        value where they have no expressions of their own."""
        before: list[st.Statement] = []
        try:
            shared = self._shared(self.components.repeatable(value), before)
            return tuple(before), [self.components.of(shared, number) for number in numbers]
        except NoComponents:
            whole, use = self._constant("whole", value)
            return (whole,), [self.components.of(use, number) for number in numbers]

    def _shared(self, node: ex.Expression, before: list[st.Statement]) -> ex.Expression:
        """A value whose components have in common what is one number for all of them."""
        match node:
            case ex.Binary(left=left, right=right) if isinstance(left.type, VectorType):
                sides = self._shared(left, before), self._shared(right, before)
                return replace(node, left=sides[0], right=sides[1])
            case ex.Unary(operand=operand) if isinstance(operand.type, VectorType):
                return replace(node, operand=self._shared(operand, before))
            case ex.Call(callee=str(name), arguments=(vector,)) if name in UNITS:
                return self._unit(node, vector, before)
            case ex.Call(arguments=given):
                vectors = (isinstance(each.type, VectorType) for each in given)
                pairs = zip(given, vectors, strict=True)
                new = (self._shared(each, before) if is_one else each for each, is_one in pairs)
                return replace(node, arguments=tuple(new))
            case ex.Cast(operand=operand) if _is_computed(operand):
                declared, use = self._constant("scale", self.components.repeatable(operand))
                before.append(declared)
                return replace(node, operand=use)
            case _:
                return node

    def _unit(
        self, node: ex.Call, vector: ex.Expression, before: list[st.Statement]
    ) -> ex.Expression:
        """A vector of length one, of what is computed once for all its components."""
        declared, parts = self._kept(self.components.parts(self._shared(vector, before)))
        before.extend(declared)
        scale, _ = self.components.factors(node, parts)
        if node.callee == "normalize":
            kept, scale = self._constant("scale", scale)
            before.append(kept)
        geometry = Geometry(node.at, scale.type)
        kept, inverse = self._constant("inverse", geometry.inverse(scale, parts))
        before.append(kept)
        units = tuple(geometry.unit(each, scale, inverse) for each in parts)
        return ex.VectorLiteral(node.at, node.type, units)

    def _kept(
        self, values: Sequence[ex.Expression]
    ) -> tuple[tuple[st.Statement, ...], list[ex.Expression]]:
        """Values that are computed before what is done with them."""
        pairs = [self._constant("value", value) for value in values]
        return tuple(declared for declared, _ in pairs), [use for _, use in pairs]

    def _constant(self, name: str, value: ex.Expression) -> tuple[st.Statement, ex.NameRef]:
        self._count[0] += 1
        own = Declaration(name, f"#components {name}{self._count[0]}")
        variable = st.Variable(value.at, own, value.type, value, "auto", const=True)
        return st.Declare(value.at, (variable,)), ex.NameRef(value.at, value.type, own, "variable")


def _type(variable: st.Variable) -> VectorType:
    if not isinstance(variable.type, VectorType):
        raise NoComponents
    return variable.type


def _component(variable: st.Variable, number: int) -> st.Variable:
    """The variable for a component."""
    type_, own = _type(variable), variable.declaration
    name = name_of(number, type_)
    declaration = Declaration(f"{own.name}_{name}", f"{own.key}.{name}")
    return replace(variable, declaration=declaration, type=type_.element, init=None)


def _set(
    at: Origin, op: str, places: Sequence[ex.Expression], values: Sequence[ex.Expression]
) -> Iterator[st.Statement]:
    for place, value in zip(places, values, strict=True):
        yield st.Evaluate(at, ex.Assign(at, place.type, op, place, value))


def _overlap(parts: Sequence[ex.NameRef], values: Sequence[ex.Expression]) -> bool:
    """Whether a component is set before another one's value is computed from it."""
    done: set[str] = set()
    for part, value in zip(parts, values, strict=True):
        used = {n.declaration.key for n in descendants(value) if isinstance(n, ex.NameRef)}
        if used & done:
            return True
        done.add(part.declaration.key)
    return False


def _is_computed(node: ex.Expression) -> bool:
    """Whether a number is more than what is read from somewhere."""
    is_number = not isinstance(node.type, VectorType)
    return is_number and any(
        isinstance(each, ex.Binary | ex.Call | ex.Conditional) for each in descendants(node)
    )
