"""Which texts in front of a kernel file leave it as it is when it is read by itself."""

import pytest

from ppcl.analysis.kernels.joins import broken_line, front_macros
from ppcl.analysis.kernels.text import FileText, KnownText, Parts

KERNEL = b"__kernel void scale() {}\n"
FILE = FileText("kernel.cl", None)


def behind(text: bytes) -> Parts:
    return (KnownText(text), FILE)


@pytest.mark.parametrize(
    ("text", "macros"),
    [
        (b"#define A 1\n", ("A=1",)),
        (b"#define A 1 // one\r\n\n# define B(x)x\n", ("A=1 // one", "B(x)=x")),
        (b"#define A /* one */ 1\n", ("A=/* one */ 1",)),
        (b'#define A "/*"\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n', ('A="/*"',)),
    ],
)
def test_macros_in_front_of_a_file(text: bytes, macros: tuple[str, ...]) -> None:
    assert front_macros(behind(text)) == macros
    assert broken_line(behind(text), [KERNEL]) is None


@pytest.mark.parametrize(
    "text",
    [
        b"int x;\n",
        b"#define A 1 \\\n#define B 2\n",
        b"#define A 1 ??/\n#define B 2\n",
        b"#define A 1 /*\n#define B 2 */\n",
        b'#define A "/*" /*/\n#define B 2 */\n',
        b"#define A 1\r#define B 2\n",
        b"#define A 1\n#pragma pack(1)\n",
        "#define größe 1\n".encode(),
    ],
)
def test_text_that_says_more(text: bytes) -> None:
    assert front_macros(behind(text)) is None


@pytest.mark.parametrize("text", [b"#define A 1", b"#define A 1 //", b"#pragma OPENCL EXTENSION x"])
def test_a_line_in_front_that_goes_on_in_the_file(text: bytes) -> None:
    assert broken_line(behind(text), [KERNEL]) == FILE
    assert broken_line(behind(text + b" "), [KERNEL]) == FILE
    assert broken_line(behind(text + b"\n"), [KERNEL]) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (b"int x;\n// the end", KERNEL),
        (b"int x; /* } */", KERNEL),
        (b"#define A }", KERNEL),
        (b"#define A \\\n }", KERNEL),
        (b"int", KERNEL),
        (b"int x; \\\n", KERNEL),
        (b"int x;", b"#define A 1\n"),
        (b"int x;", b"/* A */\n#define A 1\n"),
        (b"int x;", b""),
    ],
)
def test_a_file_that_goes_on_in_the_next(first: bytes, second: bytes) -> None:
    assert broken_line((FILE, FILE), [first, second]) == FILE


@pytest.mark.parametrize("first", [b"", b"int x;", b"void f() { }  ", b"// }\n", b"#define A\r\n"])
def test_files_one_behind_the_other(first: bytes) -> None:
    assert broken_line((FILE, FILE), [first, KERNEL]) is None


def test_text_between_files_ends_the_line() -> None:
    between = KnownText(b"\n")
    assert broken_line((FILE, between, FILE), [b"// the end", KERNEL]) is None
    assert broken_line((FILE, between, FILE), [b"// the end \\", KERNEL]) == FILE
