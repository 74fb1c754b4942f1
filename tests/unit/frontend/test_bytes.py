"""Offsets are of bytes, whatever the bytes are."""

from pathlib import Path

import pytest

from ppcl.frontend import ParseOptions, parse_host, parse_kernel
from ppcl.ir import expression as ex
from tests.unit.frontend.checks import complaints, host, kernel, nodes

SAMPLES = Path(__file__).parents[3] / "samples"
SOURCES = sorted(p for p in SAMPLES.glob("*/*") if p.suffix in (".c", ".cpp", ".cl"))
TEXT = """/* @ */ int x; // @
int f(int *a, int i) {
\tconst char *s = "@\\n" "@";
\tif (i > 0)   // @
\t\ta[i] = x + 2; /* @ */ else a[0] = '!';
\treturn a[i *
\t\t2] + (int)sizeof s;
}"""


def _variants(text: str) -> dict[str, bytes]:
    plain = text.encode()
    return {
        "unix": plain,
        "windows": plain.replace(b"\n", b"\r\n"),
        "marked": b"\xef\xbb\xbf" + plain,
        "newline at the end": plain + b"\n",
        "utf-8": plain.replace(b"@", "é€😀".encode()),
        "latin-1": plain.replace(b"@", b"\xe9\xff\x80"),
        "tabs": plain.replace(b" ", b"\t\x0b"),
        "spliced": plain.replace(b"x + 2", b"x \\\n + 2").replace(b"a[0]", b"a\\\n[0]"),
    }


@pytest.mark.parametrize("name", _variants(""))
def test_encodings_and_line_endings(name: str) -> None:
    data = _variants(TEXT)[name]
    unit = host(data)
    assert not unit.problems
    assert list(complaints(unit, {"host.c": data})) == []
    expected = [type(n) for n in nodes(host(TEXT))]
    assert [type(n) for n in nodes(unit)] == expected


def test_bytes_in_strings_are_kept() -> None:
    unit = host(b'const char *s = "a\xe9\xff\\x41\\101\\n\\0z" "\\"";')
    literals = [n.value for n in nodes(unit, ex.StringLiteral) if isinstance(n, ex.StringLiteral)]
    assert literals == [b'a\xe9\xffAA\n\0z"']


def test_bytes_outside_ascii_in_code_are_a_problem() -> None:
    unit = host(b"int f(int a) { return a \xa7 2; }")
    assert [p.severity for p in unit.problems].count("error") >= 1
    for problem in unit.problems:
        problem.message.encode()  # can be printed


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.name)
def test_samples_read_back(path: Path) -> None:
    parse = parse_kernel if path.suffix == ".cl" else parse_host
    unit = parse(path.parent, path.name, ParseOptions((str(SAMPLES / "common"),)), {})
    assert not unit.problems
    texts = {name: (path.parent / name).read_bytes() for name in unit.files}
    assert list(complaints(unit, texts)) == []
    assert nodes(unit)


def test_file_without_a_newline_at_its_end() -> None:
    unit = kernel("__kernel void k(__global int *a) { a[0] = 1; }")
    assert not unit.problems
    assert unit.functions[0].at.span.end == len("__kernel void k(__global int *a) { a[0] = 1; }")
