"""Private structures as variables for their members."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.uniformity import root_of
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants, named, variables
from ppcl.ir.types import AddressSpace, ArrayType, FloatType, IntType, RecordType, Type, VectorType
from ppcl.ir.unit import Field, Record
from ppcl.rewrite.components.expressions import Components, NoComponents
from ppcl.rewrite.rebuild import OPAQUE, declared_in_blocks, rebuilt, with_parts

_INT = IntType("int", 32, True)
_DEEPEST = 4  # structures in structures
_LONGEST = 16  # elements of an array that is copied one by one
_ALL = "*"
_PLACES = (ex.NameRef, ex.Index, ex.Member)


def in_members(
    body: st.Block, records: Mapping[str, Record], components: Components
) -> st.Block | None:
    """A kernel's body without the structures that are only set, copied and asked for members, in
    statements of their own; None where it has none, or does what cannot be followed."""
    found: st.Block | None = None
    count = [0]
    for _ in range(_DEEPEST):
        inner = _once(found or body, records, components, count)
        if inner is None:
            break
        found = inner
    return found


def _once(
    body: st.Block, records: Mapping[str, Record], components: Components, count: list[int]
) -> st.Block | None:
    nodes = list(descendants(body))
    if any(isinstance(node, OPAQUE) for node in nodes):
        return None
    apart = {v.declaration.key: v for v in variables(body) if _may_be_apart(v, records)}
    for key in _used_otherwise(nodes, components) | (apart.keys() - declared_in_blocks(body)):
        apart.pop(key, None)
    return _Apart(apart, records, components, _asked(nodes), count).block(body) if apart else None


def _may_be_apart(variable: st.Variable, records: Mapping[str, Record]) -> bool:
    type_ = variable.type
    record = records.get(type_.name) if isinstance(type_, RecordType) else None
    return (
        record is not None
        and not record.union
        and all(map(_is_simple, (field.type for field in record.fields)))
        and variable.space is AddressSpace.PRIVATE
        and variable.storage == "auto"
    )


def _is_simple(type_: Type) -> bool:
    """Whether a member can be a variable, and be copied."""
    if isinstance(type_, ArrayType):
        is_short = type_.length is not None and type_.length <= _LONGEST
        return is_short and isinstance(type_.element, IntType | FloatType)
    return isinstance(type_, IntType | FloatType | VectorType | RecordType)


def _used_otherwise(nodes: Sequence[Node], components: Components) -> set[str]:
    """The structures that are pointed at, handed on, or set to what has no members of its own."""
    fine, found = set[int](), set[str | None]()
    indexed = {id(node.base) for node in nodes if isinstance(node, ex.Index)}
    for node in nodes:
        match node:
            case ex.Member(base=ex.NameRef() as base, arrow=False):
                if not isinstance(node.type, ArrayType) or id(node) in indexed:
                    fine.add(id(base))
            case ex.Unary(op="&", operand=operand):
                found.add(root_of(operand))
            case st.Evaluate(expression=ex.Assign(op="=", target=target, value=value)) if (
                isinstance(target.type, RecordType)
            ):
                fine |= {id(target), id(value)}
                if not _has_members(value, components):
                    found.add(_key(target))
                if not _has_members(target, components) or _reads_more(target):
                    found.add(_key(value))
            case st.Variable(init=init) if init is not None and isinstance(node.type, RecordType):
                fine.add(id(init))
                if not _has_members(init, components):
                    found.add(node.declaration.key)
            case _:
                pass
    uses = (node for node in nodes if isinstance(node, ex.NameRef))
    found |= {use.declaration.key for use in uses if id(use) not in fine}
    return {key for key in found if key is not None}


def _key(node: ex.Expression) -> str | None:
    return node.declaration.key if isinstance(node, ex.NameRef) else None


def _has_members(node: ex.Expression, components: Components) -> bool:
    """Whether a structure's members can be named one by one: it is a place, or a list of them."""
    if isinstance(node, ex.InitList):
        return _is_whole(node)
    is_place = isinstance(node, _PLACES) or (isinstance(node, ex.Unary) and node.op == "*")
    try:
        components.repeatable(node)
    except NoComponents:
        return False
    return is_place


def _reads_more(place: ex.Expression) -> bool:
    """Whether memory is read on the way to a place: setting a member may change it."""
    return sum(map(_is_read, descendants(place))) > 1


def _is_read(node: Node) -> bool:
    match node:
        case ex.Index() | ex.Unary(op="*") | ex.Member(arrow=True):
            return True
        case _:
            return False


def _is_whole(element: ex.Expression) -> bool:
    """Whether an element of a list is one value, or a list of all: what is not given is 0."""
    if not isinstance(element, ex.InitList) or isinstance(element.type, ArrayType):
        return True
    return all(each is not None and _is_whole(each) for each in element.elements)


def _asked(nodes: Sequence[Node]) -> set[tuple[str, str]]:
    """The members that are named, by structure; all of one that is copied."""
    found: set[tuple[str, str]] = set()
    for node in nodes:
        match node:
            case ex.Member(base=ex.NameRef(declaration=own), name=name):
                found.add((own.key, name))
            case ex.Assign(value=ex.NameRef(declaration=own)):
                found.add((own.key, _ALL))
            case st.Variable(init=ex.NameRef(declaration=own)):
                found.add((own.key, _ALL))
            case _:
                pass
    return found


@dataclass(frozen=True)
class _Apart:
    """Rewrites statements; `apart` are the structures that go, by key, and `asked` those of their
    members that are named."""

    apart: Mapping[str, st.Variable]
    records: Mapping[str, Record]
    components: Components
    asked: set[tuple[str, str]]
    count: list[int]

    def block(self, node: st.Block) -> st.Block:
        """A block with the statements in the place of its own."""
        return replace(node, body=tuple(one for each in node.body for one in self._all(each)))

    def _all(self, node: st.Statement) -> tuple[st.Statement, ...]:
        match node:
            case st.Block():
                return (self.block(node),)
            case st.Declare(variables=found):
                return tuple(one for each in found for one in self._declared(node, each))
            case st.Evaluate(expression=ex.Assign(target=target, value=value)) if self._is_apart(
                target
            ) or self._is_apart(value):
                return tuple(self._set(node.at, target, value))
            case _:
                return (with_parts(node, self._all, self._value),)

    def _is_apart(self, node: ex.Expression) -> bool:
        return _key(node) in self.apart

    def _value(self, node: ex.Expression) -> ex.Expression:
        return rebuilt(node, self._member)

    def _member(self, node: Node) -> Node:
        match node:
            case ex.Member(base=ex.NameRef() as base) if self._is_apart(base):
                return _use(self.apart[base.declaration.key], node.name, node.type, node.at)
            case _:
                return node

    def _declared(self, node: st.Declare, variable: st.Variable) -> Iterator[st.Statement]:
        is_apart = variable.declaration.key in self.apart
        if not is_apart and (variable.init is None or not self._is_apart(variable.init)):
            init = self._value(variable.init) if variable.init is not None else None
            yield replace(node, variables=(replace(variable, init=init),))
            return
        if not is_apart and variable.init is not None:
            yield replace(node, variables=(replace(variable, init=None, const=False),))
            yield from self._set(node.at, _whole(variable), variable.init)
            return
        for number, field in enumerate(self._fields(variable)):
            yield from self._member_declared(node, variable, field, number)

    def _member_declared(
        self, node: st.Declare, variable: st.Variable, field: Field, number: int
    ) -> Iterator[st.Statement]:
        own, init = _own(variable, field.name, field.type), variable.init
        if init is None:
            yield replace(node, variables=(own,))
        elif self._is_needed(_whole(variable), init, field):
            value = self._part(init, field, number)
            is_array = isinstance(field.type, ArrayType)
            yield replace(node, variables=(own if is_array else replace(own, init=value),))
            if is_array:
                place = _use(variable, field.name, field.type, node.at)
                pairs = _elements(place, value)
                yield from (_assignment(node.at, each, given) for each, given in pairs)

    def _fields(self, variable: st.Variable) -> tuple[Field, ...]:
        name = variable.type.name if isinstance(variable.type, RecordType) else ""
        return self.records[name].fields

    def _set(
        self, at: Origin, target: ex.Expression, value: ex.Expression
    ) -> Iterator[st.Statement]:
        """`a = b;`, member by member; those of a list are computed before they are set."""
        variable = self.apart[_key(target if self._is_apart(target) else value) or ""]
        pairs: list[tuple[ex.Expression, ex.Expression]] = []
        for number, field in enumerate(self._fields(variable)):
            if self._is_needed(target, value, field):
                given = self._part(value, field, number)
                pairs += _elements(self._part(target, field, number), given)
        if isinstance(value, ex.NameRef) or _key(target) not in set(named(value)):
            yield from (_assignment(at, place, given) for place, given in pairs)
            return
        kept = [self._kept(given) for _, given in pairs]
        yield from (st.Declare(at, (variable,)) for variable in kept)
        for (place, _), own in zip(pairs, kept, strict=True):
            use = ex.NameRef(at, own.type, own.declaration, "variable")
            yield _assignment(at, place, use)

    def _kept(self, value: ex.Expression) -> st.Variable:
        self.count[0] += 1
        declaration = Declaration("value", f"#members value{self.count[0]}")
        return st.Variable(value.at, declaration, value.type, value, "auto", const=True)

    def _is_needed(self, target: ex.Expression, value: ex.Expression, field: Field) -> bool:
        """Whether a member of what is set is ever named, or may be, as it is no variable's."""
        key = _key(target)
        return key not in self.apart or isinstance(value, ex.InitList) or self._is_asked(key, field)

    def _is_asked(self, key: str | None, field: Field) -> bool:
        return not self.asked.isdisjoint({(key or "", field.name), (key or "", _ALL)})

    def _part(self, node: ex.Expression, field: Field, number: int) -> ex.Expression:
        """A structure's member."""
        key = _key(node)
        if isinstance(node, ex.InitList):
            return self._value(node.elements[number] or node)
        if key in self.apart:
            return _use(self.apart[key or ""], field.name, field.type, node.at)
        return ex.Member(node.at, field.type, self._value(node), field.name, arrow=False)


def _own(variable: st.Variable, name: str, type_: Type) -> st.Variable:
    """The variable for a member."""
    own = variable.declaration
    declaration = Declaration(f"{own.name}_{name}", f"{own.key}.{name}")
    return replace(variable, declaration=declaration, type=type_, init=None, const=False)


def _use(variable: st.Variable, name: str, type_: Type, at: Origin) -> ex.NameRef:
    return ex.NameRef(at, type_, _own(variable, name, type_).declaration, "variable")


def _whole(variable: st.Variable) -> ex.NameRef:
    return ex.NameRef(variable.at, variable.type, variable.declaration, "variable")


def _assignment(at: Origin, place: ex.Expression, value: ex.Expression) -> st.Statement:
    return st.Evaluate(at, ex.Assign(at, place.type, "=", place, value))


def _elements(
    place: ex.Expression, value: ex.Expression
) -> Iterator[tuple[ex.Expression, ex.Expression]]:
    """A member and its value, of an array element by element."""
    if not isinstance(place.type, ArrayType):
        yield place, value
        return
    for number in range(place.type.length or 0):
        at, element = place.at, place.type.element
        index = ex.IntLiteral(at, _INT, number)
        if isinstance(value, ex.InitList):
            given = value.elements[number] if number < len(value.elements) else None
            zero = ex.Cast(at, element, ex.IntLiteral(at, _INT, 0), implicit=False)
            yield ex.Index(at, element, place, index), given or zero
        else:
            yield ex.Index(at, element, place, index), ex.Index(at, element, value, index)
