"""Each kind of undeclared change must be found; what is declared, or changes nothing, must not."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.numbers.polynomial import ONE, Polynomial
from ppcl.emit import runtime_file
from ppcl.transform.checks.declaration import check_declaration
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.checks.transposed import Transposed
from tests.unit.small_program import PROGRAM

NOTHING: tuple[Kind, ...] = ()
After = Callable[..., Facts]
Read = Callable[..., Facts]
LIB = b"#include <stdlib.h>\n"
RENAMED = (
    ("host.c", b'"sum"', b'"sum2"'),
    ("sum.cl", b"void sum(", b"void sum2("),
)
TURNED_HOST = ("host.c", b"values[r * columns + c]", b"values[c * rows + r]")
TURNED_KERNEL = ("sum.cl", b"t[row * columns + column]", b"t[column * rows + row]")


def transposed(facts: Facts) -> Transposed:
    """The declaration that fits the two TURNED changes."""
    launch = facts.host.launches[0]
    rows, columns = (argument.value for argument in launch.arguments[2:])
    assert isinstance(rows, Polynomial)
    assert isinstance(columns, Polynomial)
    table = next(a.object.serial for a in facts.host.accesses if a.object.name == "table")
    return Transposed(("sum.t",), (table,), (), columns, rows, 4)


@pytest.mark.parametrize(
    "change",
    [
        ("host.c", b"float *table", b"/* new */\n    float *table"),
        ("sum.cl", b"float total", b"float\n\n total"),
        ("sum.cl", b"row * columns + column", b"column + columns * row"),
        ("sum.cl", b"int column = get_global_id(0)", b"int column = (int)get_global_id(0)"),
    ],
)
def test_text_that_means_the_same_is_as_before(
    before: Facts, after: After, change: tuple[str, bytes, bytes]
) -> None:
    assert check_declaration(before, after(change), NOTHING) is None


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("sum.cl", b"row * columns + column", b"column * rows + row"), "another value"),
        (("sum.cl", b"row * columns + column", b"row * columns + column + 1"), "another value"),
        (("sum.cl", b"s[column] = total", b"s[0] = total"), "store of 's'"),
        (("sum.cl", b"s[column] = total", b"s[column] += total"), "another value"),
        (("sum.cl", b"column < columns", b"column <= columns"), "branch"),
        (("sum.cl", b"row < rows", b"row < rows - 1"), "store of 's'"),
        (("sum.cl", b"int rows, int", b"unsigned rows, int"), "parameters of 'sum'"),
        (("sum.cl", b"s[column] = total;", b"barrier(1); s[column] = total;"), "fewer, events"),
        (("host.c", b"r * columns + c", b"c * rows + r"), "store of 'table'"),
        (("host.c", b"r * columns + c", b"(r) * (columns) + (c)"), "host's text at host.c:8:"),
        (("host.c", b"global = columns", b"global = rows"), "launch of 'sum'"),
        (("host.c", b"&global, 0,", b"&global, &global,"), "launch of 'sum'"),
        (
            (
                "host.c",
                b"kernel, 1, sizeof(cl_mem), &d_sums",
                b"kernel, 1, sizeof(cl_mem), &d_table",
            ),
            "argument 1 of the launch",
        ),
        (
            ("host.c", b"kernel, 2, sizeof(int), &rows", b"kernel, 2, sizeof(int), &columns"),
            "argument 2 of the launch",
        ),
        (
            ("host.c", b"kernel, 3, sizeof(int), &columns);", b"kernel, 3, 64, 0);"),
            "argument 3 of the launch",
        ),
        (("host.c", b"CL_MEM_READ_ONLY", b"CL_MEM_READ_WRITE"), "buffer 'd_table'"),
        (("host.c", b"CL_TRUE, 0, bytes", b"CL_TRUE, 4, bytes"), "clEnqueueWriteBuffer"),
        (("host.c", b"CL_TRUE, 0, bytes", b"CL_FALSE, 0, bytes"), "clEnqueueWriteBuffer"),
        (("host.c", b"    fill(table, rows, columns);\n", b""), "fewer, events"),
        (("host.c", b"    return 0;\n}\n", b"    return 0;\n}\n\n"), None),
    ],
)
def test_a_change_that_was_not_declared_is_found(
    before: Facts, after: After, change: tuple[str, bytes, bytes], found: str | None
) -> None:
    reason = check_declaration(before, after(change), NOTHING)
    assert (reason is None) == (found is None)
    assert (found or "") in str(reason or "")


def test_a_new_kernel_name_must_be_declared(before: Facts, after: After) -> None:
    changed = after(*RENAMED)
    assert check_declaration(before, changed, (Renamed("sum", "sum2"),)) is None
    assert check_declaration(before, changed, NOTHING) is not None
    assert check_declaration(before, changed, (Renamed("sum", "sum3"),)) is not None
    assert check_declaration(before, before, (Renamed("sum", "sum2"),)) is not None


def table_of(facts: Facts) -> tuple[int, ...]:
    return tuple(b.object.serial for b in facts.host.buffers if b.object.name == "d_table")


def test_a_declared_transposition_must_be_there_exactly(before: Facts, after: After) -> None:
    right = transposed(before)
    changed = after(TURNED_HOST, TURNED_KERNEL)
    assert check_declaration(before, changed, (right,)) is None
    for wrong in (
        replace(right, pitch=right.extent, extent=right.pitch),
        replace(right, extent=right.pitch),
        replace(right, width=8),
        replace(right, parameters=()),
        replace(right, hosts=()),
        replace(right, shuffled=table_of(before)),
    ):
        assert check_declaration(before, changed, (wrong,)) is not None


@pytest.mark.parametrize("changes", [(TURNED_HOST,), (TURNED_KERNEL,), ()])
def test_a_transposition_of_one_side_only_is_found(
    before: Facts, after: After, changes: tuple[tuple[str, bytes, bytes], ...]
) -> None:
    declared = (transposed(before),)
    assert check_declaration(before, after(*changes), declared) is not None


def test_a_rename_and_a_transposition_together(before: Facts, after: After) -> None:
    changed = after(*RENAMED, TURNED_HOST, TURNED_KERNEL)
    declared = (Renamed("sum", "sum2"), transposed(before))
    assert check_declaration(before, changed, declared) is None


def test_a_declared_shuffle_transposes_the_transfer_and_not_the_host(
    before: Facts, read: Read
) -> None:
    include, call = b"#include <stdlib.h>\n", b"clEnqueueWriteBuffer(queue"
    host = PROGRAM["host.c"].replace(call, b"ppcl_write_transposed(columns, rows, 4, queue")
    host = host.replace(include, include + b'#include "ppcl/ppcl_transpose.h"\n')
    kernel = PROGRAM["sum.cl"].replace(*TURNED_KERNEL[1:])
    header = runtime_file("ppcl_transpose.h")
    changed = read({"host.c": host, "sum.cl": kernel, "ppcl/ppcl_transpose.h": header})
    right = replace(transposed(before), hosts=(), shuffled=table_of(before))
    assert check_declaration(before, changed, (right,)) is None
    for wrong in (
        replace(right, shuffled=()),
        replace(right, width=8),
        replace(right, pitch=right.extent, extent=right.pitch),
        transposed(before),
    ):
        assert check_declaration(before, changed, (wrong,)) is not None


def test_a_shuffle_may_read_a_struct_that_the_call_reads(read: Read) -> None:
    struct = (
        b"struct { int r, c; size_t n; } own = {rows, columns, bytes}, *s = &own;\n    cl_context"
    )
    call, old = b"clEnqueueWriteBuffer(queue", PROGRAM["host.c"].replace(b"cl_context", struct, 1)
    old = old.replace(b"CL_TRUE, 0, bytes", b"CL_TRUE, 0, s->n")
    new = old.replace(call, b"ppcl_write_transposed(s->c, s->r, 4, queue")
    new = new.replace(LIB, b'#include "ppcl/ppcl_transpose.h"\n' + LIB)
    kernel = PROGRAM["sum.cl"].replace(*TURNED_KERNEL[1:])
    header = runtime_file("ppcl_transpose.h")
    before = read({"host.c": old, "sum.cl": PROGRAM["sum.cl"]})
    after = read({"host.c": new, "sum.cl": kernel, "ppcl/ppcl_transpose.h": header})
    right = replace(transposed(before), hosts=(), shuffled=table_of(before))
    assert check_declaration(before, after, (right,)) is None


@dataclass(frozen=True)
class Anything(Renamed):
    """A kind of somebody's own."""


def test_a_kind_that_is_not_on_the_list_is_taken_back(before: Facts, after: After) -> None:
    found = check_declaration(before, after(*RENAMED), (Anything("sum", "sum2"),))
    assert found == "a change is declared of a kind that cannot be checked: Anything"


@pytest.mark.parametrize("declared", [Renamed("no", "sum2"), Passed("no", 0, ONE, ONE)])
def test_a_kernel_that_there_is_not_is_told(before: Facts, declared: Kind) -> None:
    found = check_declaration(before, before, (declared,))
    assert found == "a change is declared of a kernel that there is not: 'no'"


def test_the_order_of_what_is_declared_is_open(before: Facts, after: After) -> None:
    changed = after(*RENAMED, TURNED_HOST, TURNED_KERNEL)
    for declared in permutations((Renamed("sum", "sum2"), transposed(before))):
        assert check_declaration(before, changed, declared) is None


def test_what_is_passed_must_have_been_the_old_value_and_has_no_other_use(
    before: Facts, after: After
) -> None:
    rows, columns = (argument.value for argument in before.host.launches[0].arguments[2:])
    assert rows is not None
    assert columns is not None
    other = after(("host.c", b"kernel, 2, sizeof(int), &rows", b"kernel, 2, sizeof(int), &columns"))
    guarded = check_declaration(before, other, (Passed("sum", 2, rows, columns),))
    assert "a use of an argument that is passed another value" in str(guarded)
    wrong = check_declaration(before, other, (Passed("sum", 2, columns, columns),))
    assert wrong == "argument 2 of a launch of 'sum' is not what was passed"
    unchanged = check_declaration(before, before, (Passed("sum", 2, rows, columns),))
    assert "argument 2 of the launch of 'sum'" in str(unchanged)
