"""A declaration that only the old index named goes; one that anything else names stays."""

from pathlib import Path

import pytest

from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL
from tests.unit.transform.filled import AT, LOOPS, filled_by, needs_gcc, rewritten


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
    assert f"++c) {{\n            values{index} = 1.0f + c;\n" in made
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


COMPUTED = LOOPS.replace(b"            values[at]", b"            COUNT\n            values[at]")


@needs_gcc
@pytest.mark.parametrize(
    "defined",
    [
        b"#define COUNT rows += 0 * at;\n",
        b"#define NAME(x) x##t\n#define COUNT rows += 0 * NAME(a);\n",
        b"#define INNER at\n#define COUNT rows += 0 * INNER;\n",
        b"#define COUNT rows += 0 * (int)sizeof(at);\n",
        b"#define COUNT rows += 0 * a\\\nt;\n",
    ],
    ids=["named", "joined", "in a macro of a macro", "sizeof", "divided"],
)
def test_a_number_that_a_macro_names_stays(tmp_path: Path, defined: bytes) -> None:
    host = defined + b"static int at = 3;\n" + filled_by(COMPUTED)
    assert "int at = r" in rewritten(tmp_path, host.replace(b"argc < 0", b"argc < 0 * at"))


@needs_gcc
def test_a_number_that_an_included_text_names_stays(tmp_path: Path) -> None:
    (tmp_path / "count.h").write_text("rows += 0 * at;\n")
    assert "int at = r" in rewritten(
        tmp_path, filled_by(COMPUTED.replace(b"            COUNT", b'#include "count.h"'))
    )


@needs_gcc
@pytest.mark.parametrize(
    ("defined", "spelled"),
    [
        (b"#define ALSO ; ++total\n", b"int at = r * columns + c ALSO;"),
        (b"", b"int at = r * columns + c + 0 * __COUNTER__;"),
    ],
)
def test_a_number_that_is_not_all_of_its_statement_stays(
    tmp_path: Path, defined: bytes, spelled: bytes
) -> None:
    host = b"int total;\n" + defined + filled_by(LOOPS.replace(AT, spelled))
    assert spelled.decode() in rewritten(tmp_path, host)


@needs_gcc
def test_a_number_beside_a_prototype_stays(tmp_path: Path) -> None:
    spelled = AT.replace(b";", b", weigh(long);")
    host = filled_by(LOOPS.replace(AT, spelled).replace(b"= 1.0f", b"= weigh(1) * 1.0f"))
    host += b"\nint weigh(long by) { return by > 0; }\n"
    assert spelled.decode() in rewritten(tmp_path, host)


@needs_gcc
def test_a_number_that_another_instance_counts_stays(tmp_path: Path) -> None:
    """What has no effect for `int` may have one for a class."""
    host = filled_by(LOOPS.replace(b"int at", b"T at").replace(b"[at]", b"[(int)at]"))
    host = host.replace(b"static void fill", b"template <class T> static void fill")
    host = host.replace(b"fill(table", b"fill<int>(table")
    counted = b"""static int made;
struct Counted { int n; Counted(int i) : n(i) { ++made; } operator int() const { return n; } };
"""
    host = host.replace(b"template <", counted + b"template <")
    host = host.replace(
        b"return argc < 0", b"fill<Counted>(table, rows, columns);\n    return made < 0"
    )
    (tmp_path / "host.cpp").write_bytes(host)
    (tmp_path / "sum.cl").write_bytes(KERNEL)
    sources = [str(tmp_path / name) for name in ("host.cpp", "sum.cl")]
    compiled = compile_program(open_project(sources, Choices(target="amd-cpu")), transforms())
    assert b"T at = " in compiled.results["host.cpp"].data


@needs_gcc
def test_what_stands_in_front_of_a_deeper_line_stays(tmp_path: Path) -> None:
    """Without it the line would look like the body of the `if`."""
    spelled = b"if (r < 0)\n                ++total;\n            " + AT
    body = LOOPS.replace(AT, spelled).replace(
        b"            values[at]", b"                values[at]"
    )
    assert AT.decode() in rewritten(tmp_path, b"int total;\n" + filled_by(body))


@needs_gcc
def test_a_use_goes_behind_what_stays(tmp_path: Path) -> None:
    spelled = b"int k = r;\n            int at = k * columns + c;\n            k = 7;"
    made = rewritten(tmp_path, filled_by(LOOPS.replace(AT, spelled)))
    assert "int k = r;\n            (void)k;\n            k = 7;" in made
    assert "int at" not in made


@needs_gcc
def test_two_uses_go_behind_one_declaration(tmp_path: Path) -> None:
    body = LOOPS.replace(AT, b"int p, s;\n            p = r * columns;\n            s = c;")
    made = rewritten(tmp_path, filled_by(body.replace(b"[at]", b"[p + s]")))
    assert "int p, s;\n            (void)p;\n            (void)s;\n" in made


@needs_gcc
@pytest.mark.parametrize(
    "spelled",
    [
        b"struct { float *p; int n; } v;\n            v.p = values + r * columns;",
        b"union { float *p; char *bytes; } v;\n            v.p = values + r * columns;",
        b"struct { struct { float *p; } in; } w;\n            w.in.p = values + r * columns;",
    ],
)
def test_a_member_that_is_only_assigned(tmp_path: Path, spelled: bytes) -> None:
    name = b"w.in.p" if b"w.in" in spelled else b"v.p"
    body = LOOPS.replace(AT, spelled).replace(b"values[at]", name + b"[c]")
    assert f"(void){name[:1].decode()};" in rewritten(tmp_path, filled_by(body))
