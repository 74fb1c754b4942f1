"""Finds a builtin by name, or makes it."""

from collections.abc import Iterable
from functools import cache

from ppcl.backend.builtins import conversion, images, lanes, memory, operators, tables
from ppcl.backend.builtins.builtin import Builtin, is_straight
from ppcl.backend.builtins.spelling import ROWS, spelling
from ppcl.ir import expression as ex
from ppcl.ir.types import (
    ROW_LANES,
    AddressSpace,
    FloatType,
    IntType,
    PointerType,
    Type,
    VectorType,
)

_MAKERS = (conversion.text, memory.text, operators.text, images.text)


def definition(name: str, types: tuple[Type, ...], result: Type) -> Builtin | None:
    """The C function for a builtin called with arguments of these types (after conversions).

    None: there is none of this result, and the call cannot be compiled. The C name is
    `ppcl_NAME_TYPES`, types joined by `_` and spelled `float4`, and `pfloat4` for a pointer of any
    address space.
    """
    spelled = [spelling(type_) for type_ in types]
    if any(one is None for one in spelled):
        return None
    known = images.with_sampler(name, [one for one in spelled if one])
    found = by_name("_".join(("ppcl", _own_name(name, types), *known)))
    return found if found and _returns(found, result) else None


def _returns(builtin: Builtin, result: Type) -> bool:
    written = tables.result(builtin.text)
    return written is not None and written.removeprefix("ppcl_") == spelling(result)


def _own_name(name: str, types: tuple[Type, ...]) -> str:
    """The name without `atom_` of OpenCL 1.0, and with the direction of a strided copy, or with the
    memory that one thread has for itself."""
    first = types[0] if types else None
    local = isinstance(first, PointerType) and first.space is AddressSpace.LOCAL
    if name == "async_work_group_strided_copy":
        return f"async_work_group_{'gather' if local else 'scatter'}"
    own = name.replace("atom_", "atomic_", 1) if name.startswith("atom_") else name
    return f"local_{own}" if local and own.startswith("atomic_") else own


def has_row(call: ex.Call) -> bool:
    """Whether there is a builtin function of rows of work-items for one of numbers, and no loop
    over them that stays one."""
    types = [
        VectorType(t, ROW_LANES) for t in _numbers(argument.type for argument in call.arguments)
    ]
    if len(types) < len(call.arguments) or not isinstance(call.type, IntType | FloatType):
        return False
    found = definition(call.callee or "", tuple(types), VectorType(call.type, ROW_LANES))
    if found is None:
        return False
    return found.name in tables.templates() or all(map(is_straight, found.needs))


def _numbers(types: Iterable[Type]) -> list[IntType | FloatType]:
    return [t for t in types if isinstance(t, IntType | FloatType) and f"{spelling(t)}s" in ROWS]


def operation(operator: str, types: tuple[Type, ...], result: Type) -> Builtin | None:
    """The C function for an operator of OpenCL C; None: it has none, or is C's own there.

    Which is which stands in `ppcl.backend.builtins.operators`. `types` are two operands' or one's.
    """
    name = operators.FUNCTIONS.get((operator, len(types)))
    return definition(name, types, result) if name else None


@cache
def by_name(name: str) -> Builtin | None:
    """A builtin by its C name."""
    text = _text(name)
    if text is not None:
        needs = (by_name(used) for used in tables.uses(text) if used != name)
        return Builtin(name, text, tuple(one for one in needs if one))
    row = lanes.of_row(name)
    if row is not None:
        of_numbers = by_name(row)
        return lanes.each_of_row(name, of_numbers) if of_numbers else None
    found = lanes.of_scalars(name)
    scalar = by_name(found[0]) if found else None
    return lanes.each_lane(name, found[1], scalar) if found and scalar else None


def _text(name: str) -> str | None:
    template = tables.templates().get(name)
    if template is not None:
        return template.filled(template.text)
    made = (make(name) for make in _MAKERS)
    return next((text for text in made if text is not None), None)
