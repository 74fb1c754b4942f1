"""Pragmas, however they are spelled."""

import pytest

from ppcl.frontend import pragmas


@pytest.mark.parametrize(
    "text",
    [
        b"#pragma omp for",
        b"  #\tpragma   omp\tfor // comment",
        b"# pragma omp /* a\nb */ for\nx = 1;",
        b"#prag\\\nma om\\\r\np fo\\  \nr",
        b"%:pragma omp for",
        b"??=pragma omp for",
        b"#pra??/\ngma omp for",
        b"/* c */ #pragma omp for",
        b'_Pragma("omp for") x();',
        b'_Pragma ( L"omp for" )',
        b'_Prag\\\nma("omp for")',
    ],
)
def test_one_pragma(text: bytes) -> None:
    assert [pragma.said for pragma in pragmas(text)] == [("omp", "for")]


@pytest.mark.parametrize(
    "text",
    [b"// #pragma omp for", b'"#pragma omp for"', b'/* _Pragma("x") */', b"int pragma; pragma++;"],
)
def test_no_pragma(text: bytes) -> None:
    assert pragmas(text) == ()


def test_what_a_macro_argument_says_is_not_known() -> None:
    assert [pragma.said for pragma in pragmas(b"_Pragma(#x)")] == [()]


def test_a_string_in_a_pragma_is_unescaped() -> None:
    said = pragmas(rb'_Pragma("omp a(\"x\")")')[0].said
    assert said == ("omp", "a", "(", '"x"', ")")


def test_places_are_those_of_the_text() -> None:
    text = b'a \\\n b\n#pragma x\n c \\\n#\nd _Pragma("y")'
    assert [text[pragma.start :][:1] for pragma in pragmas(text)] == [b"#", b"_"]
