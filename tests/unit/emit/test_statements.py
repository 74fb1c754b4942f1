"""Statements in the style of the user's file."""

import pytest

from ppcl.emit import free_name, spelled, statement_in_front
from ppcl.ir.types import FloatType, IntType, PointerType, Type, VectorType
from ppcl.source import SourceFile, apply_edits


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"{\n\tfor (;;);\n}\n", b"{\n\tint x;\n\tfor (;;);\n}\n"),
        (b"{\r\n    for (;;);\r\n}\r\n", b"{\r\n    int x;\r\n    for (;;);\r\n}\r\n"),
        (b"{ for (;;); }\n", None),
        (b"for (;;);", b"int x;\nfor (;;);"),
    ],
)
def test_a_statement_has_a_line_of_its_own(before: bytes, after: bytes | None) -> None:
    source = SourceFile("k.cl", before)
    edit = statement_in_front(source, before.index(b"for"), b"int x;")
    assert (apply_edits(source, [edit]).data if edit else None) == after


def test_a_name_that_is_free() -> None:
    assert free_name("w", ["a"]) == "w"
    assert free_name("w", ["w", "w3"]) == "w2"
    assert free_name("w", ["w", "w2", "w3"]) == "w4"


FLOAT = FloatType("float", 32)


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (FLOAT, "float"),
        (IntType("unsigned int", 32, False), "uint"),
        (IntType("colour", 32, False), None),
        (VectorType(IntType("unsigned char", 8, False), 4), "uchar4"),
        (PointerType(FLOAT), None),
    ],
)
def test_types_as_the_language_spells_them(type_: Type, text: str | None) -> None:
    assert spelled(type_) == text
