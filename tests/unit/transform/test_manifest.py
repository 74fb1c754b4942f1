"""What the layout pass declares of a small program, as expressions over a launch."""

from collections.abc import Callable, Mapping

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, Term
from ppcl.transform.checks.expressed import expressed
from ppcl.transform.checks.passed import Scalar
from ppcl.transform.checks.renamed import NewName
from ppcl.transform.checks.transposed import Layout
from ppcl.transform.engine import run_transforms
from ppcl.transform.manifest import manifest_of
from ppcl_transforms.layout import Layout as LayoutPass
from tests.unit.small_program import PROGRAM

Read = Callable[[Mapping[str, bytes]], Facts]

N, M = (Polynomial.atom(Symbol("input", name, at)) for at, name in enumerate("nm"))
ONE, TWO = Polynomial.constant(1), Polynomial.constant(2)
HALF = Polynomial.atom(Term("/", (N, TWO)))


def test_the_layout_pass_declares_pitch_and_extent(before: Facts, read: Read) -> None:
    outcome = run_transforms([LayoutPass()], before, read)
    manifest = manifest_of(before, outcome.changes)
    assert manifest.changes == (
        NewName("sum", "sum__t_relayout"),
        Layout("sum", 0, 4, "columns", "rows"),
    )
    (kernel,) = manifest.kernels
    assert [(p.name, p.element, p.pointer, p.written) for p in kernel.parameters] == [
        ("t", "float32", True, False),
        ("s", "float32", True, True),
        ("rows", "int32", False, False),
        ("columns", "int32", False, False),
    ]
    assert kernel.parameters[0].buffers == ("d_table",)


def test_nothing_is_declared_where_nothing_changes(before: Facts) -> None:
    manifest = manifest_of(before, ())
    assert manifest.changes == ()
    assert [kernel.name for kernel in manifest.kernels] == ["sum"]


def test_later_plans_are_put_in_the_first_names(before: Facts) -> None:
    plans = [
        (NewName("sum", "sum2"), Layout("sum", 0, 4, "a", "b"), Scalar("sum", 2, 0)),
        (Layout("sum2", 1, 4, "c", "d"), NewName("sum2", "sum3")),
    ]
    manifest = manifest_of(before, plans)
    assert manifest.changes == (
        NewName("sum", "sum3"),
        Layout("sum", 0, 4, "a", "b"),
        Scalar("sum", 2, 0),
        Layout("sum", 1, 4, "c", "d"),
    )
    assert manifest.unchanged.changes == ()


@pytest.mark.parametrize(
    ("value", "known", "text"),
    [
        (Polynomial.constant(34), [], "34"),
        (N, [("a", N)], "a"),
        (N * M, [("a", N), ("b", M)], "b * a"),
        (N + N + ONE, [("a", N)], "1 + 2 * a"),
        (N, [("last", N - ONE)], "(last + 1)"),
        (HALF, [("a", N)], "((a) / (2))"),
        (HALF, [("half", HALF)], "half"),
        (N * M, [("both", N * M)], "both"),
        (N, [("both", N * M)], None),
        (N, [], None),
        (Polynomial.atom(Term("f", (N,))), [("a", N)], None),
    ],
)
def test_values_are_expressed_over_known_ones(value, known, text) -> None:
    assert expressed(value, known) == text


@pytest.mark.parametrize(
    ("fields", "element"),
    [
        ("float x, y; float4 z[2];", "float32"),
        ("float x; int n;", "bytes"),
        ("uint n[3];", "uint32"),
        ("__global float *next;", "bytes"),
    ],
)
def test_a_record_of_one_type_consists_of_it(fields: str, element: str, read: Read) -> None:
    kernel = PROGRAM["sum.cl"].replace(b"__global float *s", b"__global struct item *s")
    text = f"struct item {{ {fields} }};\n".encode() + kernel.replace(b"s[column] = total;", b"")
    manifest = manifest_of(read({**PROGRAM, "sum.cl": text}), ())
    assert manifest.kernels[0].parameters[1].element == element
