"""Directives are found where all pieces of a text are: what stands between is passed over."""

import pytest

from ppcl.frontend.directives import directives, pieces

TEXTS = {
    "plain": b"#include <a.h>\nint a;\n#if A\n  # define B 1\n#endif",
    "digraph": b"%:define A 1\nint a = b %c;\n  %: undef A\n",
    "comments": b"/* #a\n*/ #define A /* \n */ B\n// #b \\\n#c\n#d // e\n",
    "strings": b"char *a = \"\n#define A\\\n#b\";\nchar b = '\"';\n#define C '#'\n",
    "raw": b'auto a = R"x(\n#define A\n)x";\n#define B\nauto b = u8R"(\n#c)" R;\n#d\n',
    "not raw": b'int R = uR"\n#define A\nR"x(\n#b\n',
    "lines": b"#define A \\\r\n  B\r\n#define C a ## b #c\n ## d\n#\n#e",
    "others": b"a # b\n a %= b % :c;\n1'000 #a\n#define A 1'000\n/* #\n",
    "empty": b"",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_nothing_but_what_stands_between_is_left_out(text: bytes) -> None:
    assert [*directives(text)] == [piece for piece in pieces(text) if piece.name]
