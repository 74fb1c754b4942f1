"""Statements that are put into the user's text, in the style of the file."""

from collections.abc import Iterable

from ppcl.frontend import opencl_name
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.source import Edit, SourceFile, Span


def statement_in_front(source: SourceFile, offset: int, text: bytes) -> Edit | None:
    """The edit that puts a statement on a line of its own in front of the one that begins at
    `offset`, indented as that; None where another text begins that line."""
    data = source.data
    begin = data.rfind(b"\n", 0, offset) + 1
    indentation = data[begin:offset]
    if indentation.strip():
        return None
    end = data.find(b"\n", begin)
    ending = b"\r\n" if data[end - 1 : end] == b"\r" else b"\n"
    return Edit(Span(source.path, offset, offset), text + ending + indentation)


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, or with the first number behind it that makes it none of those that are taken."""
    known = set(taken)
    names = (wanted if number == 1 else f"{wanted}{number}" for number in range(1, len(known) + 2))
    return next(name for name in names if name not in known)


def spelled(type_: Type) -> str | None:
    """A scalar or vector type as OpenCL C spells it; None for all others."""
    element = type_.element if isinstance(type_, VectorType) else type_
    plain = isinstance(element, FloatType) or (isinstance(element, IntType) and element.is_built_in)
    return opencl_name(type_) if plain else None
