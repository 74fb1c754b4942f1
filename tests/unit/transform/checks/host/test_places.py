"""Where a declared change may change the host's text, and what stands there then: each with
mistakes that the comparison of events does not see."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.frontend import ParseOptions
from ppcl.targets import load
from ppcl.transform.checks.declaration import check_declaration
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.checks.transposed import Transposed
from tests.unit.small_program import PROGRAM

Change = tuple[str, str]
# The program with a pitch of its own, and things beside the table.
HOST = (
    PROGRAM["host.c"]
    .decode()
    .replace(
        "#include <stdlib.h>\n",
        "#include <stdlib.h>\n#include <stdio.h>\nstatic int counted, other[64];\n"
        "static int next(void) { return counted++; }\n",
    )
    .replace(
        "size_t bytes", 'const char *name = "sum";\n    int pitch = columns;\n    size_t bytes'
    )
    .replace('program, "sum"', "program, name")
    .replace("d_sums);\n", "d_sums);\n    clSetKernelArg(kernel, 4, sizeof(int), &pitch);\n")
    .replace("    return 0;", '    printf("%d %d\\n", counted, rows);\n    return 0;')
)
KERNEL = (
    PROGRAM["sum.cl"]
    .decode()
    .replace("int columns)", "int columns, int pitch)")
    .replace("row * columns", "row * pitch")
)
TURNED = ("values[r * columns + c]", "values[c * rows + r]")
RENAMED = ('name = "sum"', 'name = "sum2"')
PASSED = ("pitch = columns", "pitch = rows")
Said = Callable[..., str]


@pytest.fixture
def said(tmp_path: Path) -> Said:
    """What the check says of changes of the host, with those of the kernel and what they declare;
    `ahead` are changes of the old host, too."""

    def read(host: str, kernel: str) -> Facts:
        texts = {"host.c": host.encode(), "sum.cl": kernel.encode()}
        for path, text in texts.items():
            (tmp_path / path).write_bytes(text)
        return analyse(
            tmp_path, ("host.c", "sum.cl"), texts, Reading({}, ParseOptions()), load("amd-cpu")
        )

    def difference(*changes: Change, ahead: tuple[Change, ...] = ()) -> str:
        old = changed(HOST, ahead)
        before = read(old, KERNEL)
        kernel = KERNEL.replace("void sum(", "void sum2(")
        kernel = kernel.replace("row * pitch + column", "column * pitch + row")
        after = read(changed(old, changes), kernel)
        return str(check_declaration(before, after, declared(before)) or "")

    return difference


def changed(text: str, changes: tuple[Change, ...]) -> str:
    for was, now in changes:
        assert text.count(was) == 1, was
        text = text.replace(was, now)
    return text


def declared(before: Facts) -> tuple[Kind, ...]:
    """The kernel's new name, the table's other order, and the other pitch."""
    rows, columns = (argument.value for argument in before.host.launches[0].arguments[2:4])
    assert isinstance(rows, Polynomial)
    assert isinstance(columns, Polynomial)
    table = next(a.object.serial for a in before.host.accesses if a.object.name == "table")
    transposed = Transposed(("sum.t",), (table,), (), columns, rows, 4)
    return (Renamed("sum", "sum2"), transposed, Passed("sum", 4, columns, rows))


def test_what_is_declared_may_change(said: Said) -> None:
    assert said(TURNED, RENAMED, PASSED) == ""
    assert said(TURNED, RENAMED, ("sizeof(int), &pitch", "sizeof(int), &rows")) == ""


@pytest.mark.parametrize(
    "index",
    [
        "c * rows + r + 0 * counted++",
        "(counted++, c * rows + r)",
        "c * rows + r + 0 * next()",
        "c * rows + r + 0 * other[r]",
        "c * rows + r + 0 * *other",
        "c * rows + r] = other[0",
        "c * rows + r + 0 * (int)values[0]",
    ],
)
def test_an_index_has_no_other_effect(said: Said, index: str) -> None:
    assert said((TURNED[0], f"values[{index}]"), RENAMED, PASSED) != ""


def test_what_an_index_reads_is_not_changed_beside_it(said: Said) -> None:
    ahead = (("1.0f + c;", "1.0f + c;\n    values[0 * columns + 1] = rows--;"),)
    assert said(TURNED, RENAMED, PASSED, ("[0 * columns + 1]", "[1 * rows + 0]"), ahead=ahead) != ""


@pytest.mark.parametrize("use", ["puts(name)", 'printf("%d", pitch)'])
def test_what_has_another_use_does_not_change(said: Said, use: str) -> None:
    ahead = (("    return 0;", f"    {use};\n    return 0;"),)
    assert "is not as declared" in said(TURNED, RENAMED, PASSED, ahead=ahead)


def test_a_value_is_passed_by_another_text_of_one_type(said: Said) -> None:
    ahead = (("size_t bytes", "unsigned extent = rows;\n    size_t bytes"),)
    assert said(TURNED, RENAMED, ("int), &pitch", "int), &extent"), ahead=ahead) != ""


@pytest.mark.parametrize("index", ["c * rows + first", "c * rows + second"])
def test_two_unknowns_that_look_alike_are_two(said: Said, index: str) -> None:
    more = "int first = rand() % 3, second = rand() % 3;\n    size_t bytes"
    loop = "for (int c = 0; c < columns; c++) table[first * columns + c] = 1;\n    clEnqueueWrite"
    ahead = (("size_t bytes", more), ("clEnqueueWrite", loop))
    found = said(TURNED, RENAMED, PASSED, ("first * columns + c", index), ahead=ahead)
    assert (found == "") == ("first" in index), found
