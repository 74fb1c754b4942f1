"""The pieces by which an object is accessed: its cells hold values of one type each."""

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, RecordType, Type, size_of


def note_piece(walk: Walk, place: Place, type_: Type, state: State) -> None:
    """Let go of the cells of an object that is accessed by overlapping pieces, or as an integer
    here and as a floating point number there: by casts and unions."""
    offset, serial = place.start, place.object.serial
    if offset is None or serial in walk.memory.mixed:
        return
    width = size_of(type_)
    if width is None or isinstance(type_, RecordType | ArrayType):
        return
    known = walk.memory.pieces.setdefault(serial, {})
    piece = (width, isinstance(type_, FloatType))
    if known.get(offset) == piece:
        return
    overlaps = any(
        start < offset + width and offset < start + other[0] and (start, other) != (offset, piece)
        for start, other in known.items()
    )
    declared = place.object.element if place.object.kind == "variable" else None
    if overlaps or not _is_declared(walk, declared, offset, type_):
        walk.memory.mixed.add(serial)
        state.forget(place.object, "accessed by pieces of several types")
    known[offset] = piece


def _is_declared(walk: Walk, declared: Type | None, offset: int, type_: Type) -> bool:
    """Whether an object's declared type has such a number at an offset, as far as it says."""
    match declared:
        case ArrayType(element=element):
            size = size_of(element)
            return size is None or not size or _is_declared(walk, element, offset % size, type_)
        case RecordType(name=name):
            record = walk.program.records.get(name)
            fields = [f for f in record.fields if f.offset >= 0] if record is not None else []
            at = [f for f in fields if f.offset <= offset < f.offset + (size_of(f.type) or 0)]
            return all(_is_declared(walk, f.type, offset - f.offset, type_) for f in at)
        case IntType() | FloatType() | PointerType() if isinstance(type_, IntType | FloatType):
            is_float = isinstance(declared, FloatType) == isinstance(type_, FloatType)
            return is_float and offset == 0 and size_of(declared) == size_of(type_)
        case _:
            return True
