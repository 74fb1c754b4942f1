"""Strides of values along a row of work-items."""

import pytest

from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol, Term
from ppcl.analysis.workgroup.along import Along, Stride, stride_along
from ppcl.analysis.workgroup.uniformity import uniformity
from ppcl.ir import statement as st
from ppcl.ir.traverse import variables
from tests.calls import calls_of
from tests.unit.backend.small_kernel import c_of, kernel_of

X, Y, FIRST = (
    Polynomial.atom(Symbol(kind, name, 0))
    for kind, name in (("local_id", "l0"), ("local_id", "l1"), ("group_offset", "go0"))
)
LOADED = Symbol("load", "t[i]", 7)
N = Polynomial.atom(Symbol("parameter", "n", 3))
HEAD = """int i = get_global_id(0), y = get_global_id(1), v = in[i];
uint u = get_global_id(0); uchar c = get_global_id(0); size_t w = get_global_id(0);
global const int4 *four = (global const int4 *)in + i;"""


def number(value: int) -> Polynomial:
    return Polynomial.constant(value)


@pytest.mark.parametrize(
    ("value", "along_0", "along_1"),
    [
        (N, ZERO, ZERO),
        (X + FIRST + N, ONE, ZERO),
        (X * N + Y, N, ONE),
        (X * Y, Y, X),
        (number(4) * X - Y * N, number(4), -N),
        ((X + ONE) * N - X * N, ZERO, ZERO),
        (X * X, None, ZERO),
        (Polynomial.atom(Term("/", (X, number(4)))), None, ZERO),
        (X + Polynomial.atom(Term("%", (Y, N))), ONE, None),
    ],
)
def test_the_stride_is_the_difference_of_neighbours(
    value: Polynomial, along_0: Polynomial | None, along_1: Polynomial | None
) -> None:
    assert stride_along(value, 0) == along_0
    assert stride_along(value, 1) == along_1
    assert stride_along(value, 2) == ZERO


def test_what_work_items_have_different_numbers_for_is_divergent() -> None:
    value = X + Polynomial.atom(LOADED)
    assert stride_along(value, 0) == ONE
    assert stride_along(value, 0, {LOADED}) is None
    assert stride_along(X + N, 0, {LOADED}) == ONE


def stride_of(expression: str, dimension: int = 0) -> Stride:
    """The stride of an expression in a kernel."""
    kernel, unit = kernel_of(f"{HEAD} long asked = {expression};")
    body = kernel.body
    assert body is not None
    functions = {function.declaration.key: function for function in unit.functions}
    inits = {v.declaration.key: v.init for v in variables(body) if v.init is not None}
    last = body.body[-1]
    assert isinstance(last, st.Declare)
    asked = last.variables[0].init
    assert asked is not None
    return Along(uniformity(kernel, functions), inits, dimension).stride(asked)


@pytest.mark.parametrize(
    ("expression", "step"),
    [
        ("n * 3 + in[n]", 0),
        ("y % 3 == 1", 0),
        ("y / 3 + i", 1),
        ("(n + 1) * i - n * i", 1),
        ("7 - (i << 1) * 0 - i", -1),
        ("7 - 2 * i", -2),
        ("i * i", None),
        ("i / 4", None),
        ("v + i", None),
        ("(int)(float)i", None),
        ("get_global_id(n)", None),
        ("i > 0 ? i : n", None),
        ("get_local_id(0) + get_group_id(0)", 1),
        ("(global int *)four - out", None),
        ("in + i - out", 1),
    ],
)
def test_strides_of_expressions(expression: str, step: int | None) -> None:
    found = stride_of(expression).step
    assert (found.as_int if found is not None else None) == step


def test_a_stride_may_be_a_uniform_number_that_is_not_known() -> None:
    found = stride_of("i * n").step
    assert found is not None
    assert [symbol.name.partition(":")[0] for symbol in found.symbols] != []
    assert found.as_int is None
    assert stride_of("i * n", dimension=1).uniform


@pytest.mark.parametrize(
    ("expression", "exact"),
    [
        ("i - n", True),
        ("(long)i * n", True),
        ("w - n", False),
        ("u", False),
        ("u - u", False),
        ("c", False),
        ("(short)i", False),
        ("(uint)n - 1", True),
        ("(uint)y - 1", True),
    ],
)
def test_numbers_that_may_wrap_around_are_told(expression: str, exact: bool) -> None:
    assert stride_of(expression).exact is exact


def test_what_may_wrap_around_is_not_uniform_though_it_cancels_out() -> None:
    """`(long)(u - n) - (long)u` is not the same where the first one wraps around."""
    assert stride_of("(long)(u - (uint)n) - (long)u").step == ZERO
    assert not stride_of("(long)(u - (uint)n) - (long)u").uniform
    assert stride_of("i - i").uniform


@pytest.mark.parametrize("row", ["y * n", "y / 3 * n", "(y & 7) * n", "(i + n) * n - i * n"])
def test_neighbours_in_a_row_run_in_packs(row: str) -> None:
    loop = f"for (int k = 0; k < n; k++) sum += in[{row} + i + k] * in[{row} + i];"
    assert "ppcl_ints sum[" in c_of(f"{HEAD} int sum = 0; {loop} out[i] = sum;")


@pytest.mark.parametrize("link", ["{0} + {0}", "{0} * 3 - {0}", "({0} << 1) ^ {0}"])
def test_chains_of_variables_are_followed_once(link: str) -> None:
    def calls(length: int) -> int:
        chain = "".join(f"int a{k + 1} = {link.format(f'a{k}')};" for k in range(length))
        body = f"int a0 = get_global_id(0), sum = 0; {chain}"
        loop = f"for (int k = 0; k < n; k++) sum += in[(a{length} & 511) + k]; out[a0] = sum;"
        return calls_of(lambda: c_of(f"{body} {loop}"))

    calls(1)
    first, second, third = calls(8), calls(16), calls(32)
    assert third - second < 4 * (second - first)
