"""Elements in braces: each begins a part of an object, by a constructor where its class has one."""

from dataclasses import replace

from ppcl.analysis.walk.calls.referring import holds_values, let_go_of
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.operators import number
from ppcl.analysis.walk.core.place import address, escape_addresses, places_of
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import StructValue, Unknown, Value
from ppcl.analysis.walk.libc.text_memory import as_listed, is_string
from ppcl.analysis.walk.std.containers import copies
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, PointerType, RecordType, ReferenceType, Type, size_of
from ppcl.ir.unit import Function, implied_constructor

# The elements of longer arrays that are left out are not made one by one.
_FEW = 64


def init_list(walk: Walk, node: ex.InitList, state: State) -> Value:
    """The cells of an object that begins with a list."""
    if _keeps_references(walk, node.type):
        return _let_go(walk, node, node.elements, state)
    offsets, types = element_offsets(walk, node), _element_types(walk, node)
    elements = (*node.elements, *_left_out(walk, node))
    cells: list[tuple[int, Value]] = []
    for index, (type_, element) in enumerate(zip(types, elements, strict=False)):
        if element is None and _is_another(offsets, types, elements, index):
            continue
        value = as_listed(_element(walk, node, index, element, type_, state), type_, state)
        escape_addresses(walk, value, type_, state, node.at)
        if isinstance(value, StructValue):
            cells += [(offsets[index] + inner, cell) for inner, cell in value.cells]
        else:
            cells.append((offsets[index], value))
    _let_go(walk, node, elements[len(types) :], state)  # of a class that is not known
    return StructValue(tuple(cells))


def _is_another(
    offsets: list[int], types: list[Type], elements: tuple[ex.Expression | None, ...], index: int
) -> bool:
    """Whether a member that is left out lies where one does that is not: in a union."""
    end = offsets[index] + (size_of(types[index]) or 1)
    return any(
        given is not None and offset < end and offsets[index] < offset + (size_of(type_) or 1)
        for offset, type_, given in zip(offsets, types, elements, strict=False)
    )


def _let_go(
    walk: Walk, node: ex.InitList, elements: tuple[ex.Expression | None, ...], state: State
) -> Value:
    for element in elements:
        if element is not None:
            walk.escape(walk.evaluate(element, state), state, "in a list", node.at)
            let_go_of(walk, element, "in a list", state)
    return Unknown("made of a list", node.at)


def _keeps_references(walk: Walk, type_: Type) -> bool:
    """Whether an object of the library's may refer to what it is made of."""
    library = isinstance(type_, RecordType) and type_.name.startswith("std::")
    lists = isinstance(type_, RecordType) and type_.name.startswith("std::array<")
    return library and not lists and not holds_values(walk, type_)


def element_offsets(walk: Walk, node: ex.InitList) -> list[int]:
    """The byte offsets of the elements of an initialiser list."""
    if isinstance(node.type, RecordType):
        record = walk.program.records.get(node.type.name)
        return [field.offset for field in record.fields] if record else []
    element = getattr(node.type, "element", node.type)
    step = size_of(element) or 1
    return [index * step for index in range(max(len(node.elements), _length(node)))]


def _element_types(walk: Walk, node: ex.InitList) -> list[Type]:
    if isinstance(node.type, RecordType):
        record = walk.program.records.get(node.type.name)
        return [field.type for field in record.fields] if record else []
    element = getattr(node.type, "element", node.type)
    return [element] * max(len(node.elements), _length(node))


def _length(node: ex.InitList) -> int:
    length = node.type.length if isinstance(node.type, ArrayType) else None
    return length if length is not None and length <= _FEW else 0


def _left_out(walk: Walk, node: ex.InitList) -> tuple[None, ...]:
    """The last elements of an array, where constructors make them."""
    array = node.type
    if not isinstance(array, ArrayType) or not _constructs(walk, array.element):
        return ()
    if array.length is None or array.length > _FEW:
        if array.length is None or array.length > len(node.elements):
            walk.not_followed("the constructors of the rest of a list", node.at)
        return ()
    return (None,) * (array.length - len(node.elements))


def _element(
    walk: Walk,
    whole: ex.InitList,
    index: int,
    node: ex.Expression | None,
    type_: Type,
    state: State,
) -> Value:
    """An element's value; for a reference, the address of what it is bound to."""
    if isinstance(type_, ReferenceType) and node is not None:
        return address(places_of(walk, node, state), node.at)
    if isinstance(type_, RecordType) and not type_.name.startswith("std::"):
        node = walk.synthetic(("listed", id(whole), index), lambda: _made(walk, whole, node, type_))
    elif isinstance(node, ex.InitList) and _is_text(type_, node):
        node = _text(walk, node, type_)
    elif isinstance(node, ex.InitList) and _keeps_references(walk, type_):
        return _let_go(walk, node, node.elements, state)
    elif node is None and _constructs(walk, type_):
        node = walk.synthetic(("left out", id(whole), index), lambda: _parts(walk, whole, type_))
    return walk.evaluate(node, state) if node is not None else number(0)


def _is_text(type_: Type, node: ex.InitList) -> bool:
    """Whether a string is made of a text, and maybe its length, and not of characters."""
    first = node.elements[0] if node.elements else None
    text = first is not None and isinstance(first.type, PointerType | ArrayType | RecordType)
    return text and is_string(type_)


def _text(walk: Walk, node: ex.InitList, type_: Type) -> ex.Expression:
    made_of = tuple(element for element in node.elements if element is not None)
    return walk.synthetic(("text", id(node)), lambda: ex.Construct(node.at, type_, None, made_of))


def _made(
    walk: Walk, whole: ex.InitList, node: ex.Expression | None, type_: RecordType
) -> ex.Expression | None:
    """What makes an element of a class of the program's."""
    if node is not None and node.type == type_ and not isinstance(node, ex.InitList):
        copying = [f for f in _constructors(walk, type_) if copies(f, type_.name)]
        made = isinstance(node, ex.Construct | ex.Call)
        return node if made else _construct(walk, node, type_, (node,), copying)
    own = [f for f in _constructors(walk, type_) if not _is_implied(f)]
    if node is None:
        own = own or _constructors(walk, type_)
        made_of: tuple[ex.Expression, ...] = ()
        if not own:
            return _parts(walk, whole, type_) if _constructs(walk, type_) else None
    elif isinstance(node, ex.InitList):
        made_of = tuple(element for element in node.elements if element is not None)
    else:
        made_of = (node,)
    if not own:
        return replace(node, type=type_) if isinstance(node, ex.InitList) else node
    fitting = [f for f in own if len(f.parameters) == len(made_of)]
    if len(fitting) != 1:
        walk.not_followed(f"which constructor makes a '{type_.name}'", (node or whole).at)
    return _construct(walk, node or whole, type_, made_of, fitting)


def _construct(
    walk: Walk,
    node: ex.Expression,
    type_: RecordType,
    made_of: tuple[ex.Expression, ...],
    fitting: list[Function],
) -> ex.Expression:
    target = fitting[0].declaration if len(fitting) == 1 else None
    if len(fitting) > 1:
        walk.not_followed(f"which constructor makes a '{type_.name}'", node.at)
    return ex.Construct(node.at, type_, target, made_of)


def _parts(walk: Walk, whole: ex.InitList, type_: Type) -> ex.Expression | None:
    """A list of nothing: each part by its own constructor."""
    if isinstance(type_, ArrayType):
        return ex.InitList(whole.at, type_, ())
    record = walk.program.records.get(type_.name) if isinstance(type_, RecordType) else None
    return ex.InitList(whole.at, type_, (None,) * len(record.fields)) if record else None


def _constructs(walk: Walk, type_: Type) -> bool:
    """Whether constructors of the program's run where an object of a type begins with nothing."""
    if isinstance(type_, ArrayType):
        return _constructs(walk, type_.element)
    if not isinstance(type_, RecordType) or type_.name.startswith("std::"):
        return False
    record = walk.program.records.get(type_.name)
    inner = (_constructs(walk, field.type) for field in (record.fields if record else ()))
    return bool(_constructors(walk, type_)) or any(inner)


def _constructors(walk: Walk, type_: RecordType) -> list[Function]:
    return [f for f in walk.program.classes.methods(type_.name) if f.role == "constructor"]


def _is_implied(function: Function) -> bool:
    return function.declaration.key == implied_constructor(function.owner or "")
