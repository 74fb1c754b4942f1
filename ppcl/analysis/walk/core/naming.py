"""What people call handles and allocations: the variable, element or key that holds them."""

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places
from ppcl.analysis.walk.core.value import Handle, Number, Pointer, StructValue, Value, choices_of
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import RecordType

# Objects that go by the variable that holds them.
_NAMED = ("heap", "buffer", "image", "queue")
# Whose objects go by the variable's name, and not by a member's.
_LIBRARIES = ("std::", "cl::")


def name_value(walk: Walk, target: ex.Expression, value: Value, places: Places = ()) -> None:
    """Let a handle or allocation be known by the variable that it is stored in."""
    name = ""
    match target:
        case ex.NameRef(declaration=declaration) if declaration.name.startswith("["):
            return  # the hidden variable of a structured binding
        case ex.NameRef(declaration=declaration) if _is_library(target):
            name = declaration.name
        case ex.Unary(op="*") | ex.NameRef() if len(places) == 1:
            offset = places[0].start
            name = walk.cell_name(places[0].object.serial, offset or 0).rsplit(".", 1)[-1]
        case ex.NameRef(declaration=declaration):
            name = declaration.name
        case ex.Member(name=field):
            name = field
        case ex.Index(base=ex.NameRef(declaration=declaration)):
            name = declaration.name + _element_name(walk, target)
        case ex.Call(receiver=ex.NameRef() | ex.Member() as container, arguments=(index,)):
            name = _entry_name(walk, container, index)
    for part in _named_parts(target, value):
        if name and isinstance(part, Handle | Pointer) and part.object.kind in _NAMED:
            walk.name_object(part.object, name)


def name_choice(walk: Walk, variable: str, value: ex.Expression) -> None:
    """Let what `c ? a : b` gives be known by the variable that is set to it."""
    while isinstance(value, ex.Cast):
        value = value.operand
    if isinstance(value, ex.Conditional):
        walk.nodes.choice_names[id(value)] = variable
        name_choice(walk, variable, value.then)
        name_choice(walk, variable, value.otherwise)


def _element_name(walk: Walk, target: ex.Index) -> str:
    index = walk.nodes.last.get(id(target.index))
    known = index.value.as_int if isinstance(index, Number) else None
    return f"[{known}]" if known is not None else ""


def _entry_name(walk: Walk, container: ex.NameRef | ex.Member, index: ex.Expression) -> str:
    """What people call the value of a key: the text, or the container's name and the number."""
    name = container.name if isinstance(container, ex.Member) else container.declaration.name
    texts = [node.value for node in descendants(index) if isinstance(node, ex.StringLiteral)]
    if len(texts) == 1:
        return texts[0].decode("utf-8", "replace")
    held = walk.nodes.last.get(id(index))
    known = held.value.as_int if isinstance(held, Number) else None
    return f"{name}[{known}]" if known is not None else name


def _named_parts(target: ex.Expression, value: Value) -> list[Value]:
    """The value itself, if there is one, or what a library's container holds: it goes by the
    container's name."""
    if _is_library(target) and isinstance(value, StructValue):
        return [cell for _, cell in value.cells]
    choices = [choice for choice in choices_of(value) if not isinstance(choice, Number)]
    return [*choices] if len(choices) == 1 else [value]


def _is_library(target: ex.Expression) -> bool:
    return isinstance(target.type, RecordType) and target.type.name.startswith(_LIBRARIES)
