"""Kernels in string literals of the host."""

from pathlib import Path

import pytest

from ppcl.frontend import ParseOptions, literal_text, parse_kernel_text
from ppcl.ir import expression as ex
from ppcl.source import SourceFile, Span
from tests.unit.frontend.checks import host, nodes

HOST = rb"""const char *source =
    "#define N 4\n"
    "__kernel void f(__global float *a, int n) {\n"
    "    int t = get_global_id(0); /* \"x\" \x41\101 */\n"   // a comment
    "    a[t * N" " + 1] = 2.0f;\n" "}\n";
"""


def only_literal(data: bytes, path: str = "host.c") -> Span:
    (node,) = nodes(host(data, path), ex.StringLiteral)
    return node.at.span


def test_text_of_adjacent_literals() -> None:
    file = SourceFile("host.c", HOST)
    text = literal_text(file, only_literal(HOST))
    assert text is not None
    assert text.data.splitlines()[:2] == [
        b"#define N 4",
        b"__kernel void f(__global float *a, int n) {",
    ]
    assert b'/* "x" AA */' in text.data
    assert len(text.offsets) == len(text.data) + 1
    for offset, byte in zip(text.offsets, text.data, strict=False):
        assert HOST[offset] in (byte, ord("\\"))


def test_spans_of_the_kernel_are_in_the_host() -> None:
    file = SourceFile("host.c", HOST)
    text = literal_text(file, only_literal(HOST))
    assert text is not None
    unit = parse_kernel_text(Path("/nowhere"), text, ParseOptions())
    assert not unit.problems
    assert unit.path == "host.c"
    assert unit.files == ("host.c",)
    (f,) = unit.functions
    assert f.kernel
    assert file.text(f.name_at.span) == b"f"
    shown = {file.text(n.at.span) for n in nodes(unit, ex.Index)}
    assert shown == {b'a[t * N" " + 1]'}
    assert {file.text(n.at.span) for n in nodes(unit, ex.NameRef)} == {b"a", b"t"}


def test_raw_literal_of_cplusplus() -> None:
    data = b'const char *s = R"cl(__kernel void g() {\n "quoted"; }\n)cl" "// end";'
    text = literal_text(SourceFile("host.cpp", data), only_literal(data, "host.cpp"))
    assert text is not None
    assert text.data == b'__kernel void g() {\n "quoted"; }\n// end'


def test_problem_in_a_literal_has_its_place_in_the_host() -> None:
    data = b'const char *s = "__kernel void g() { undeclared = 1; }";'
    text = literal_text(SourceFile("host.c", data), only_literal(data))
    assert text is not None
    (problem,) = parse_kernel_text(Path("/nowhere"), text, ParseOptions()).problems
    assert problem.span.file == "host.c"
    assert data[problem.span.start :].startswith(b"undeclared")


@pytest.mark.parametrize("text", [b'L"wide"', b'u8"x"', b'"a" NAME', b"42", b"", b'"a", "b"'])
def test_what_is_not_just_literals(text: bytes) -> None:
    assert literal_text(SourceFile("host.c", text), Span("host.c", 0, len(text))) is None


def test_escapes_resolve_as_the_compiler_does() -> None:
    data = rb'const char *s = "\a\b\f\n\r\t\v\\\'\"\?\0\177\x7f\u00e9" "1\
2";'
    (node,) = nodes(host(data), ex.StringLiteral)
    text = literal_text(SourceFile("host.c", data), node.at.span)
    assert text is not None
    assert isinstance(node, ex.StringLiteral)
    assert text.data == node.value == b"\a\b\f\n\r\t\v\\'\"?\0\x7f\x7f\xc3\xa912"
