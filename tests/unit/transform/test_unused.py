"""What a plan leaves without a use is used as C does it: the next build may have -Wall -Werror."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.driver.compile import compile_program
from ppcl.driver.project import Choices, open_project
from ppcl.frontend import HEADERS
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL, PROGRAM

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-sign-compare")
HOST = PROGRAM["host.c"].replace(b"return 0;", b"return argc < 0;")
STORE = b"values[r * columns + c]"


def rewritten(folder: Path, host: bytes, name: str = "host.c") -> str:
    """The host for a CPU; both versions are without a warning."""
    folder.joinpath("sum.cl").write_bytes(KERNEL)
    path = folder / name
    path.write_bytes(host)
    chosen = Choices(target="amd-cpu")
    sources = [str(path), str(folder / "sum.cl")]
    compiled = compile_program(open_project(sources, chosen), transforms())
    assert compiled.changed == (name, "sum.cl")
    for text in (host, compiled.results[name].data):
        path.write_bytes(text)
        language = ["-std=c++17"] if name.endswith("pp") else []
        command = ["gcc", "-fsyntax-only", *language, *WARNINGS, f"-I{HEADERS}", path]
        done = subprocess.run(command, capture_output=True, check=False, text=True)
        assert (done.returncode, done.stderr) == (0, "")
    return compiled.results[name].data.decode()


needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="NO GCC: not checked")


@needs_gcc
@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            [
                (b"int rows, int columns)\n{", b"int rows, int columns, int pitch)\n{"),
                (STORE, b"values[r * pitch + c]"),
                (b"fill(table, rows, columns)", b"fill(table, rows, columns, columns)"),
            ],
            "{\n    (void)pitch;\n    for",
        ),
        (
            [
                (
                    b"columns)\n{\n",
                    b"columns)\n{\n    int pitch; /* in elements */\n\n    pitch = columns;\n",
                ),
                (STORE, b"values[r * pitch + c]"),
            ],
            "int pitch; (void)pitch; /* in elements */",
        ),
        (
            [
                (b"columns)\n{\n", b"columns)\n{\n    const int pitch = columns; // in elements\n"),
                (STORE, b"values[r * pitch + c]"),
            ],
            "// in elements\n    (void)pitch;\n    for",
        ),
        (
            [
                (b"static void fill", b"static int wide(int n) { return n; }\n\nstatic void fill"),
                (STORE, b"values[r * wide(columns) + c]"),
            ],
            "{\n    (void)wide;\n    for",
        ),
        (
            [
                (
                    b"columns)\n{\n",
                    b'columns)\n{\n    int pitch = columns; printf("%d\\n", pitch);\n',
                ),
                (b"#include <stdlib.h>", b"#include <stdio.h>\n#include <stdlib.h>"),
                (STORE, b"values[r * pitch + c]"),
            ],
            "int pitch = columns; printf",
        ),
    ],
    ids=["parameter", "assigned", "constant", "function", "used elsewhere"],
)
def test_a_name_without_a_use(tmp_path: Path, changes, line: str) -> None:
    host = HOST.replace(b"malloc(", b"(float *)malloc(")
    for before, after in changes:
        assert before in host
        host = host.replace(before, after)
    assert line in rewritten(tmp_path, host)
    assert rewritten(tmp_path, host, "host.cpp").count("(void)") == line.count("(void)")


LAMBDA = b"""    auto put = [&](int pitch) {
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c)
                values[r * pitch + c] = 1.0f;
    };
    put(columns);
"""
HEAD = b"""    if (int pitch = columns; rows > 0) {
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c)
                values[r * pitch + c] = 1.0f;
    }
"""
LOOP = b"""    for (int r = 0, pitch = columns; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            values[r * pitch + c] = 1.0f;
    }
"""
BODY = LOOP.replace(b"++r) {", b"++r)").replace(b"    }\n", b"")


def filled_by(body: bytes) -> bytes:
    start = HOST.index(b"    for (int r")
    end = HOST.index(b"}\n\nint main")
    return (HOST[:start] + body + HOST[end:]).replace(b"malloc(", b"(float *)malloc(")


@needs_gcc
@pytest.mark.parametrize(
    ("body", "line"),
    [
        (LAMBDA, "(int pitch) {\n        (void)pitch;\n"),
        (HEAD, "rows > 0) {\n        (void)pitch;\n"),
        (LOOP, "++r) {\n        (void)pitch;\n"),
    ],
    ids=["lambda", "if", "for"],
)
def test_a_name_of_a_smaller_scope(tmp_path: Path, body: bytes, line: str) -> None:
    assert line in rewritten(tmp_path, filled_by(body), "host.cpp")


def test_a_name_for_which_there_is_no_place(tmp_path: Path) -> None:
    (tmp_path / "sum.cl").write_bytes(KERNEL)
    (tmp_path / "host.c").write_bytes(filled_by(BODY))
    sources = [str(tmp_path / name) for name in ("host.c", "sum.cl")]
    compiled = compile_program(open_project(sources, Choices(target="amd-cpu")), transforms())
    assert compiled.changed == ()
    assert "PPC015" in {remark.code for remark in compiled.remarks}


AT = b"int at = r * columns + c;"
LOOPS = b"""    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            int at = r * columns + c;
            values[at] = 1.0f;
        }
"""


@needs_gcc
@pytest.mark.parametrize(
    ("spelled", "index"),
    [
        (AT, "[c * rows + r]"),
        (b"const size_t at = (size_t)r * columns + c;", "[(size_t)c * rows + r]"),
        (b"int pitch = columns;\n            int at = r * pitch + c;", "[c * rows + r]"),
    ],
)
def test_a_number_that_only_the_index_named_goes(
    tmp_path: Path, spelled: bytes, index: str
) -> None:
    made = rewritten(tmp_path, filled_by(LOOPS.replace(AT, spelled)))
    assert f"++c) {{\n            values{index} = 1.0f;\n" in made
    assert "(void)" not in made


@needs_gcc
@pytest.mark.parametrize(
    "spelled",
    [
        b"int at = r * columns + c; /* row by row */",
        b"/* row by row */\n            int at = r * columns + c;",
        b"int at = r * columns + c, *more = &rows; *more += 0;",
        b"int at = r * columns + c; rows += at * 0;",
        b"int at __attribute__((aligned(8))) = r * columns + c;",
        b"int at;\n            at = r * columns + c;",
        b"int at = r * columns + c;\n#ifdef MORE\n            rows = at;\n#endif",
    ],
)
def test_a_number_that_somebody_may_want_stays(tmp_path: Path, spelled: bytes) -> None:
    assert " at" in rewritten(tmp_path, filled_by(LOOPS.replace(AT, spelled)))
