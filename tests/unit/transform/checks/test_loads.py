"""Loads that merge, move or vanish: where they may run, and where not.

Each pair is put through the whole check: the program is read with the old kernel and with the new.
"""

from pathlib import Path

import pytest

from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.transform.checks.declaration import check_declaration
from tests.unit.small_program import KERNEL, PROGRAM

HEAD = "__kernel void sum(__global const float *t, __global float *s, int rows, int columns)\n{\n"
ID = "    int column = get_global_id(0);\n"
HELPER = "float at(__global const float *t, int i) { if (i > 3) return 0.0f; return t[i]; }\n"


def refusal(folder: Path, old: str, new: str, front: str = "", other: str | None = None) -> str:
    """What the check says of a new body of the kernel (behind `other`, if given, in place of
    `front`); empty where nothing stands against it."""
    facts = []
    for body, ahead in ((old, front), (new, front if other is None else other)):
        for name, text in PROGRAM.items():
            (folder / name).write_bytes(text)
        assert KERNEL.startswith(b"__kernel void sum(")
        (folder / "sum.cl").write_text(f"{ahead}{HEAD}{ID}{body}}}\n")
        sources = [str(folder / name) for name in ("host.c", "sum.cl")]
        project = open_project(sources, Choices(target="pocl-cpu"))
        facts.append(read_program(project, target_of(project)))
    return str(check_declaration(facts[0], facts[1], ()) or "")


LOOP = "float f = 0; for (int i = 0; i < {}; i++) {{ {} }} s[column] = f;"
FOUR = LOOP.format(4, "f += t[column] * i;")
SOME = LOOP.format("rows", "f += t[column] * i;")


def hoisted(loop: str, place: str = "t[column]") -> str:
    return f"float w = {place}; " + loop.replace(place, "w")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s[column] = t[0] + t[0];", "float w = t[0]; s[column] = w + w;"),
        ("float w = t[1]; s[column] = t[0];", "s[column] = t[0];"),
        ("if (rows > 3) s[column] = t[0];", "if (rows > 3) { float w = t[0]; s[column] = w; }"),
        ("s[column] = rows > 3 ? t[0] : t[1];", "s[column] = rows > 3 ? t[0] : t[1];"),
        (FOUR, hoisted(FOUR)),
        (f"if (rows > 0) {{ {SOME} }}", f"if (rows > 0) {{ {hoisted(SOME)} }}"),
        (f"if (rows < 2) return; {SOME}", f"if (rows < 2) return; {hoisted(SOME)}"),
        (f"if (column < rows) {{ {SOME} }}", f"if (column < rows) {{ {hoisted(SOME)} }}"),
        (f"if (rows > 3L) {{ {SOME} }}", f"if (rows > 3L) {{ {hoisted(SOME)} }}"),
        (
            LOOP.format(4, "for (int k = 0; k < 3; k++) f += t[column] * k;"),
            hoisted(LOOP.format(4, "for (int k = 0; k < 3; k++) f += t[column] * k;")),
        ),
        (LOOP.format(4, "f += sqrt(t[column]);"), hoisted(LOOP.format(4, "f += sqrt(t[column]);"))),
        (hoisted(FOUR), FOUR),
        (hoisted(SOME), SOME),
        (
            "float w = t[column * 2 + 1]; s[0] = w + w;",
            "s[0] = t[1 + 2 * column] + t[column * 2 + 1];",
        ),
    ],
)
def test_a_load_that_runs_where_one_ran(tmp_path: Path, old: str, new: str) -> None:
    assert refusal(tmp_path, old, new) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if (rows > 3) s[column] = t[0];", "float w = t[0]; if (rows > 3) s[column] = w;"),
        ("if (rows > 3) return; s[0] = t[0];", "float w = t[0]; if (rows > 3) return; s[0] = w;"),
        ("s[column] = rows > 3 ? t[0] : 0;", "float w = t[0]; s[column] = rows > 3 ? w : 0;"),
        ("s[column] = rows > 3 && t[0];", "float w = t[0]; s[column] = rows > 3 && w;"),
        (SOME, hoisted(SOME)),
        (f"if (rows >= 0) {{ {SOME} }}", f"if (rows >= 0) {{ {hoisted(SOME)} }}"),
        ("s[column] = 1;", "float w = t[0]; s[column] = 1;"),
        ("s[column] = t[0];", "float w = t[1]; s[column] = t[0];"),
    ]
    + [
        (loop, hoisted(loop))
        for loop in (
            LOOP.format(4, "if (f > 2) continue; f += t[column];"),
            LOOP.format(4, "if (f > 2) break; f += t[column];"),
            LOOP.format(4, "if (rows) f += t[column];"),
            LOOP.format(4, "f += t[column]; if (f > 2) break;"),
            LOOP.format("4 && rows", "f += t[column];"),
            LOOP.format(4, "for (int k = 0; k < i; k++) f += t[column];"),
            LOOP.format(4, "for (int k = i; k < 3; k++) f += t[column];"),
            "float f = 1; while (f < rows) f += t[column]; s[column] = f;",
        )
    ],
)
def test_a_load_that_may_run_where_none_ran(tmp_path: Path, old: str, new: str) -> None:
    assert refusal(tmp_path, old, new) != ""


@pytest.mark.parametrize(
    ("loop", "ends"),
    [
        ("for (;;);", False),
        ("while (1);", False),
        ("do {} while (2 - 1);", False),
        ("do { f = 2; } while (0);", True),
        ("while (f < rows) f += 1;", True),
        ("for (;;) { f += 1; if (f > rows) break; }", True),
    ],
)
def test_a_load_behind_a_loop_that_does_not_end(tmp_path: Path, loop: str, ends: bool) -> None:
    body = f"float f = 1; if (rows < 0) {{ {loop} }} s[column] = t[0] + f;"
    moved = "float w = t[0]; " + body.replace("t[0]", "w")
    assert refusal(tmp_path, body, body) == ""
    assert (refusal(tmp_path, body, moved) == "") == ends


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("typedef struct { float x, y; } P;\n", "typedef struct { float y, x; } P;\n", "fields"),
        ("#pragma OPENCL FP_CONTRACT OFF\n", "#pragma OPENCL FP_CONTRACT ON\n", "pragmas"),
        ("#pragma OPENCL FP_CONTRACT OFF\n", "", "pragmas"),
    ],
)
def test_what_says_how_a_kernel_is_read(tmp_path: Path, old: str, new: str, what: str) -> None:
    body = "s[column] = ((__global const P *)t)[rows].x * 2.0f + 1.0f;"
    if what == "pragmas":
        body = "s[column] = t[rows] * 2.0f + 1.0f;"
    assert refusal(tmp_path, body, body, old) == ""
    assert f"other {what}" in refusal(tmp_path, body, body, old, new)


@pytest.mark.parametrize(
    ("old", "new", "is_kept"),
    [
        ("", "#pragma unroll\n", True),
        ("#pragma unroll\n", "#pragma unroll\n", True),
        ("#pragma unroll\n", "", False),
        ("", "#pragma unroll 4\n", False),
        ("", "#pragma nounroll\n", False),
        ("#pragma unroll 4\n", "#pragma unroll\n", False),
    ],
)
def test_a_loop_may_be_asked_to_be_unrolled(
    tmp_path: Path, old: str, new: str, is_kept: bool
) -> None:
    """That changes nothing of what is computed; what its author asked for stays."""
    body = "float f = 1;\n{}for (int i = 0; i < 4; ++i) f += i; s[column] = f;"
    found = refusal(tmp_path, body.format(old), body.format(new))
    assert (found == "") == is_kept
    assert is_kept or "other pragmas" in found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s[0] = 1; s[column] = t[0];", "float w = t[0]; s[0] = 1; s[column] = w;"),
        ("barrier(1); s[column] = t[0];", "float w = t[0]; barrier(1); s[column] = w;"),
        (
            LOOP.format(4, "s[i] = 0; f += t[column];"),
            hoisted(LOOP.format(4, "s[i] = 0; f += t[column];")),
        ),
    ],
)
def test_what_may_have_been_written_is_read_again(tmp_path: Path, old: str, new: str) -> None:
    assert "another value" in refusal(tmp_path, old, new)


PLACE = "int place(int i, int k) { int sum = i; sum += 4 * k; return sum; }\n"
COUNT = "int place(int i, int k) { return i + 4 * k; }\n"


@pytest.mark.parametrize("front", [PLACE, COUNT])
def test_a_helper_without_an_effect_ends_no_version(tmp_path: Path, front: str) -> None:
    old = LOOP.format("rows", "f += t[place(column, i)];")
    assert refusal(tmp_path, old, old.replace("place(column, i)", "column + 4 * i"), COUNT) == ""
    hoist = LOOP.format(4, "f += t[place(column, rows)];")
    assert refusal(tmp_path, hoist, hoisted(hoist, "t[place(column, rows)]"), front) == ""


@pytest.mark.parametrize(
    "helper",
    [
        "int place(__global float *s, int i) { s[i] = 0; return i; }\n",
        "void put(__global float *p) { *p = 1; }\n"
        "int place(__global float *s, int i) { put(s + i); return i; }\n",
        "int place(__global float *s, int i) { atomic_inc((__global int *)s); return i; }\n",
    ],
)
def test_a_helper_with_an_effect_ends_a_version(tmp_path: Path, helper: str) -> None:
    old = LOOP.format(4, "f += t[column] * place(s, i);")
    assert "another value" in refusal(tmp_path, old, hoisted(old), helper)


def test_a_load_in_a_helper_that_may_return_before(tmp_path: Path) -> None:
    old, new = "s[column] = at(t, rows);", "float w = t[rows]; s[column] = at(t, rows);"
    assert refusal(tmp_path, old, old, HELPER) == ""
    assert "computes another value" in refusal(tmp_path, old, new, HELPER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("s[0] = v[0] + v[0];", "float w = v[0]; s[0] = w + w;"),
        ("s[0] = v[0] + v[1];", "float w = v[1]; s[0] = v[0] + w;"),
        ("float w = v[0]; s[0] = 1;", "s[0] = 1;"),
    ],
)
def test_a_volatile_load_is_an_effect(tmp_path: Path, old: str, new: str) -> None:
    front = "__global volatile const float *v = (__global volatile const float *)t; "
    assert refusal(tmp_path, front + old, front + old) == ""
    assert refusal(tmp_path, front + old, front + new) != ""
