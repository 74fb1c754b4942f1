"""The hash of the text that a site depends on."""

import pytest

from ppcl.analysis.facts import Facts
from ppcl.transform.choosing.text import text_hash
from tests.unit.small_program import HOST, KERNEL, PROGRAM

HELPED = KERNEL.replace(b"t[row", b"SCALE * helped(t)[row")
HELPERS = b"""#define SCALE 2.0f
#define OTHER 3.0f
__global const float *helped(__global const float *t) { return t; }
float unhelped(float t) { return t; }
"""
TEXTS = {"host.c": HOST + b"void other(void) { }\n", "sum.cl": HELPERS + HELPED}

SAME = {
    "a comment in the kernel": ("sum.cl", b"int column = ", b"int column /* of */ = "),
    "lines in front": ("host.c", b"#include <stdlib.h>", b"#include <stdlib.h>\n\nint x;\n"),
    "a function that nobody calls": ("sum.cl", b"(float t) { return t", b"(float t) { return 1"),
    "a host function without launch or data": ("host.c", b"other(void) { }", b"other(void) { ; }"),
    "a macro that is not used": ("sum.cl", b"3.0f", b"4.0f"),
}
OTHER = {
    "the kernel": ("sum.cl", b"row = 0", b"row = 1"),
    "a function that it calls": ("sum.cl", b"{ return t; }\nfloat", b"{ return t + 1; }\nfloat"),
    "a macro that it uses": ("sum.cl", b"2.0f", b"4.0f"),
    "the launch": ("host.c", b"global = columns", b"global = columns + 1"),
    "a function that fills its data": ("host.c", b"1.0f + c", b"2.0f + c"),
}


@pytest.mark.parametrize("what", [*SAME, *OTHER])
def test_text_that_matters(read, what: str) -> None:
    path, old, new = {**SAME, **OTHER}[what]
    assert old in TEXTS[path]
    before, after = read(TEXTS), read({**TEXTS, path: TEXTS[path].replace(old, new)})
    same = text_hash(before, ("sum",)) == text_hash(after, ("sum",))
    assert same == (what in SAME)


def test_of_no_kernel_means_of_all(before: Facts) -> None:
    assert list(before.kernels) == ["sum"]
    assert text_hash(before, ()) == text_hash(before, ("sum",))
    assert before.files["sum.cl"].data == PROGRAM["sum.cl"]
