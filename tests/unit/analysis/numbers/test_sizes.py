"""Sizes as hosts write them: which are proved equal, and what is proved to divide them."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ppcl.analysis.numbers.fold import fold
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, Polynomial, Symbol, make_term
from ppcl.analysis.numbers.sizes import at_least, canonical, divides, equal
from tests.unit.analysis.sources import HEAD, analysed

N, B = (Polynomial.atom(Symbol("input", name, serial)) for serial, name in enumerate("nb"))
SIGNS = (Guard(N, ">="), Guard(B - ONE, ">="))

# The number of items rounded up to a multiple of b, and the statements before it.
HELPERS = """
#include <math.h>
#define UP(n, b) (((n) + (b) - 1) / (b) * (b))
static size_t round_up(int group, int total)
{
    int r = total % group;
    if (r == 0)
        return total;
    return total + group - r;
}
static int blocks(int n, int b) { int q = n / b; if (n % b) q++; return q; }
static int ceil_div(int n, int b) { return (n + b - 1) / b; }
static size_t by_mod(size_t n, size_t b) { return (n % b == 0) ? n : n + (b - n % b); }
static size_t in_place(size_t n, size_t b) { if (n % b) n += b - n % b; return n; }
static size_t next(int n, int b) { if (n % b != 0) n = (n / b + 1) * b; return n; }
"""
SPELLINGS = [
    "((n + b - 1) / b) * b",
    "UP(n, b)",
    "n % b == 0 ? n : n + b - n % b",
    "n % b ? n + b - n % b : n",
    "round_up(b, n)",
    "ceil_div(n, b) * b",
    "by_mod(n, b)",
    "in_place(n, b)",
    "next(n, b)",
    "ceil((double)n / b) * b",
    "(size_t)ceil((double)n / (double)b) * b",
    "(size_t)ceil(n / (double)b) * (size_t)b",
    "((n - 1) / b + 1) * b",
    "(n / b + (n % b != 0 ? 1 : 0)) * b",
    "(n / b + (n % b != 0)) * b",
    "blocks(n, b) * b",
    "n + (b - n % b) % b",
]
OF_16 = ["(n + 15) & ~15", "((n + 15) >> 4) << 4", "(n + 15) / 16 * 16", "n + (-n & 15)"]


def size_of(tmp_path, text, block="atoi(argv[2])", helpers=""):
    """The global size that a host computes as `text` from n and b, and these two."""
    host = f"""{HEAD}{HELPERS}{helpers}
int main(int argc, char **argv)
{{
    int n = atoi(argv[1]), b = {block};
    cl_kernel kernel = clCreateKernel(0, "k", 0);
    size_t global[3] = {{{text}, n, b}};
    clEnqueueNDRangeKernel(0, kernel, 3, 0, global, 0, 0, 0, 0);
}}
"""
    facts = analysed(tmp_path, {"host.c": host, "k.cl": "__kernel void k() {}\n"})
    (launch,) = facts.host.launches
    assert launch.global_size is not None
    size, n, b = launch.global_size
    return size, n, b


@pytest.mark.parametrize("text", SPELLINGS)
def test_all_spellings_of_a_rounded_size_are_equal(tmp_path, text):
    size, n, b = size_of(tmp_path, text)
    signs = (Guard(n - ONE, ">="), Guard(b - ONE, ">="))
    whole = make_term("ceil/", (n, b)) * b
    assert equal(size, whole, signs)
    assert divides(b, size, signs)
    assert at_least(size, n, signs)
    assert not equal(size, whole + b, signs)
    assert not divides(b + b, size, signs)
    assert "ceil(" in text or not equal(size, whole), "nothing is known of the signs"


@pytest.mark.parametrize("text", [*SPELLINGS, *OF_16])
def test_a_literal_divisor_needs_no_sign(tmp_path, text):
    size, n, b = size_of(tmp_path, text, "16")
    assert equal(size, make_term("ceil/", (n, b)) * b, (Guard(n - ONE, ">="),))
    assert divides(b, size, (Guard(n - ONE, ">="),))


def test_unsigned_masks_of_any_width_are_the_same(tmp_path):
    size, n, _ = size_of(tmp_path, "((size_t)n + 63) & ~(size_t)63")
    assert equal(size, make_term("ceil/", (n, Polynomial.constant(64))) * Polynomial.constant(64))


@pytest.mark.parametrize(
    "text",
    [
        "(n + b) / b * b",
        "n % b == 0 ? n : n + b",
        "n % b == 1 ? n : n + b - n % b",
        "n % b ? n - n % b : n + b",
        "n % 2 ? n + b - n % b : n",
        "floor((double)n / b) * b",
        "ceil((float)n / b) * b",
        "ceil((float)((double)n / b)) * b",
        "ceil((double)n / b + 0.5) * b",
        "(n + 15) & ~14",
    ],
)
def test_what_is_not_rounded_up_is_not_equal(tmp_path, text):
    size, n, b = size_of(tmp_path, text)
    signs = (Guard(n - ONE, ">="), Guard(b - ONE, ">="))
    assert not equal(size, make_term("ceil/", (n, b)) * b, signs)


def test_ceil_of_numbers_is_a_number(tmp_path):
    size, _, _ = size_of(tmp_path, "(size_t)ceil((float)1000 / 32) * 32")
    assert size.as_int == 1024


@pytest.mark.parametrize(
    ("text", "op"),
    [
        ("n < b ? n : b", "min"),
        ("n >= b ? n : b", "max"),
        ("least(n, b)", "min"),
        ("most(n, b)", "max"),
    ],
)
def test_extremes(tmp_path, text, op):
    helpers = """
static int least(int n, int b) { if (n > b) n = b; return n; }
static int most(int n, int b) { if (n >= b) return n; return b; }
"""
    size, n, b = size_of(tmp_path, text, helpers=helpers)
    assert equal(size, make_term(op, (b, n)))
    assert at_least(n, size) == (op == "min")
    assert at_least(size, b) == (op == "max")


OPERATIONS = some.sampled_from(["/", "%", "floor/", "ceil/", "pad", "min", "max", ">>", "&"])


@some.composite
def values(draw, depth=3):
    """Polynomials of n and b with quotients in them."""
    kind = draw(some.integers(0, 5 if depth else 2))
    if kind == 0:
        return Polynomial.constant(draw(some.integers(-9, 20)))
    if kind < 3:
        return N if kind == 1 else B
    left, right = draw(values(depth - 1)), draw(values(depth - 1))
    if kind == 3:
        return left + right if draw(some.booleans()) else left - right
    if kind == 4:
        return left * right
    op = draw(OPERATIONS)
    small = Polynomial.constant(draw(some.sampled_from([1, 3])))
    mask = Polynomial.constant(draw(some.sampled_from([3, 7, 5, -4, -8])))
    return make_term(op, (left, {">>": small, "&": mask}.get(op, right)))


def evaluated(value, numbers):
    """The value for numbers, None where a division by zero is in it."""
    try:
        return value.evaluate(numbers)
    except KeyError:
        return None


def numbers_of(n, b):
    return {next(iter(N.symbols)): n, next(iter(B.symbols)): b}


@settings(deadline=None, max_examples=150)
@given(values(), some.integers(0, 40), some.integers(1, 9))
def test_the_normal_form_is_the_same_number(value, n, b):
    before = evaluated(value, numbers_of(n, b))
    if before is not None:
        assert evaluated(canonical(value, SIGNS), numbers_of(n, b)) == before


@settings(deadline=None, max_examples=100)
@given(values(2), values(2))
def test_what_is_proved_holds(left, right):
    claims = (equal(left, right, SIGNS), at_least(left, right, SIGNS), divides(left, right, SIGNS))
    for n, b in product((0, 1, 2, 5, 8, 17, 40), (1, 2, 3, 8)):
        one, other = (evaluated(side, numbers_of(n, b)) for side in (left, right))
        if one is None or other is None:
            continue
        assert one == other or not claims[0]
        assert one >= other or not claims[1]
        assert not claims[2] or (one > 0 and other % one == 0)


@pytest.mark.parametrize("op", ["/", "%", "pad", "floor/", "ceil/"])
def test_folding_by_zero_is_nothing(op):
    assert fold(op, (3, 0)) is None
