"""What a plan leaves without a use is used as C does it: the next build may have -Wall -Werror."""

from pathlib import Path

import pytest

from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL
from tests.unit.transform.filled import AT, HOST, LOOPS, STORE, filled_by, needs_gcc, rewritten


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
                values[r * pitch + c] = 1.0f + c;
    };
    put(columns);
"""
HEAD = b"""    if (int pitch = columns; rows > 0) {
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c)
                values[r * pitch + c] = 1.0f + c;
    }
"""
LOOP = b"""    for (int r = 0, pitch = columns; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            values[r * pitch + c] = 1.0f + c;
    }
"""
BODY = LOOP.replace(b"++r) {", b"++r)").replace(b"    }\n", b"")


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


ROW = b"""    for (int r = 0; r < rows; ++r)
        if (float *row = values + r * columns)
            for (int c = 0; c < columns; ++c)
                row[c] = 1.0f + c;
"""
PLACE = b"typedef int place;\n            values[(place)(r * columns + c)] = 1.0f + c;"
NAMESPACE = b"namespace {\nint at(int x, int y, int w) { return x * w + y; }\n}\n"


@pytest.mark.parametrize(
    ("front", "body", "lost"),
    [
        (b"", ROW, "row"),
        (b"", LOOPS.replace(AT, b"").replace(b"values[at] = 1.0f + c;", PLACE), "place"),
        (
            b"",
            LOOPS.replace(AT, b"using place = int;").replace(b"[at]", b"[place(r * columns + c)]"),
            "place",
        ),
        (b"#define ALSO ;\n", LOOPS.replace(AT, AT.replace(b";", b" ALSO\n++total;")), "at"),
        (b"#define C c;\n", LOOPS.replace(AT, AT.replace(b"c;", b"C\n++total;")), "at"),
        (NAMESPACE, LOOPS.replace(AT, b"").replace(b"[at]", b"[at(r, c, columns)]"), "at"),
    ],
    ids=["condition", "typedef", "using", "semicolon", "end of a macro", "namespace"],
)
def test_what_would_be_told_of_and_cannot_be_used(
    tmp_path: Path, front: bytes, body: bytes, lost: str
) -> None:
    (tmp_path / "sum.cl").write_bytes(KERNEL)
    (tmp_path / "host.cpp").write_bytes(b"int total;\n" + front + filled_by(body))
    sources = [str(tmp_path / name) for name in ("host.cpp", "sum.cl")]
    compiled = compile_program(open_project(sources, Choices(target="amd-cpu")), transforms())
    assert compiled.changed == ()
    told = [remark.message for remark in compiled.remarks if remark.code == "PPC015"]
    assert any(f"'{lost}' would be left without a use" in message for message in told)
