"""Arrays in objects that get a value as a whole: a copy, what a function gives, a list."""

from ppcl.analysis.model import EscapeEvent
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import Place
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, RecordType, Type


def note_elements(walk: Walk, place: Place, type_: Type, at: Origin) -> None:
    """Record that the arrays in an object get their elements in the order of the present layout:
    no index says which is which."""
    if holds_elements(walk, type_):
        reason = "given its elements as a whole"
        walk.record(EscapeEvent(walk.next_order(), place.object, reason, at, reads=False))


def holds_elements(walk: Walk, type_: Type, inside: frozenset[str] = frozenset()) -> bool:
    """Whether an object of a type has an array in it."""
    if isinstance(type_, ArrayType):
        return True
    record = walk.program.records.get(type_.name) if isinstance(type_, RecordType) else None
    if record is None:
        return isinstance(type_, RecordType) and type_.name.startswith("std::array<")
    if record.name in inside:
        return False
    within = inside | {record.name}
    return any(holds_elements(walk, field.type, within) for field in record.fields)
