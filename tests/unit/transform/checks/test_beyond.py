"""Work-items that a launch did not have: which kernels do nothing for them."""

from pathlib import Path

import pytest

from ppcl.analysis.model import ArgumentBinding, LaunchEvent
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, Polynomial, Symbol, make_term
from ppcl.analysis.reading.kernel import kernel_model
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.node import Origin
from ppcl.source import SourceFile, Span
from ppcl.transform.checks.beyond import is_idle_beyond

HEAD = "__kernel void k(__global float *a, int n, int m)\n{\n    int i = get_global_id(0);\n"
PLACE = Origin(Span("host.c", 0, 0))
SIZE = Polynomial.atom(Symbol("input", "size", 1))
MORE = Polynomial.atom(Symbol("input", "more", 2))
NOT_NEGATIVE = (Guard(SIZE, ">="), Guard(MORE, ">="))


def is_idle(
    body: str, n: Polynomial, total: Polynomial, known: tuple[Guard, ...] = NOT_NEGATIVE
) -> bool:
    text = f"{HEAD}{body}\n}}\n".encode()
    unit = parse_kernel(Path(), "k.cl", ParseOptions(), {"k.cl": text})
    assert not unit.problems
    kernel = kernel_model(unit.functions[-1], unit, {"k.cl": SourceFile("k.cl", text)}, 1)
    given = ArgumentBinding(1, "scalar", value=n)
    sides = (total,)
    launch = LaunchEvent(
        1, "k", None, 1, sides, None, (), (given,), PLACE, (), known, (sides,), (None,)
    )
    return is_idle_beyond(kernel, launch, 0)


@pytest.mark.parametrize(
    "body",
    [
        "if (i < n) a[i] = 1.0f;",
        "if (i >= n) return; a[i] += 1.0f;",
        "if (i > 0 && i < n - 1) a[i] = a[i - 1];",
        "if (i < n && a[i] > 0.0f) a[m] = 1.0f;",
        "for (int j = 0; j < m; ++j) if (i < n) a[i * m + j] = 1.0f;",
    ],
)
def test_nothing_is_done(body: str) -> None:
    assert is_idle(body, SIZE, SIZE)
    assert is_idle(body, SIZE, SIZE + MORE)
    assert not is_idle(body, SIZE + MORE, SIZE)


@pytest.mark.parametrize(
    "body",
    [
        "a[i] = 1.0f;",
        "if (i <= n) a[i] = 1.0f;",
        "if (i < m) a[i] = 1.0f;",
        "if (get_local_id(0) < n) a[i] = 1.0f;",
        "if (i / 2 < n) a[i] = 1.0f;",
        "if (i < n || m > 3) a[i] = 1.0f;",
        "if (a[i] > 0.0f && i < n) a[i] = 1.0f;",
        "float v = a[i]; if (i < n) a[i] = v;",
        "if (i < n) a[i] = 1.0f; else a[0] = 1.0f;",
        "if (i < n) a[i] = 1.0f; a[0] = 2.0f;",
        "n = m; if (i < n) a[i] = 1.0f;",
        "i = m; if (i < n) a[i] = 1.0f;",
        "if (i < n) a[i] = 1.0f; barrier(CLK_LOCAL_MEM_FENCE);",
    ],
)
def test_something_may_be_done(body: str) -> None:
    assert not is_idle(body, SIZE, SIZE)


LARGE = "if (get_global_id(0) < n) a[i] = 1.0f;"
SIXTY_ONE = Polynomial.constant(61)


def groups(op: str, of: Polynomial) -> Polynomial:
    return SIXTY_ONE * make_term(op, (of, SIXTY_ONE))


@pytest.mark.parametrize(
    "total",
    [
        SIZE,
        SIZE + SIZE,
        groups("/", SIZE + SIXTY_ONE - ONE),
        groups("floor/", SIZE + SIXTY_ONE - ONE),
        groups("ceil/", SIZE),
    ],
)
def test_a_count_below_0_launches_nothing(total: Polynomial) -> None:
    """Without a sign it would be a large one."""
    assert is_idle(LARGE, SIZE, total, known=())
    assert not is_idle(LARGE, MORE, total, known=())


@pytest.mark.parametrize(
    "total",
    [
        Polynomial.constant(610),
        SIZE + SIXTY_ONE,
        SIZE + make_term("pad", (SIZE, SIXTY_ONE)),
        groups("/", SIZE) + SIXTY_ONE,
        -groups("/", SIZE),
        MORE * SIZE,
        make_term("max", (SIZE, SIXTY_ONE)),
    ],
)
def test_a_count_below_0_may_launch_something(total: Polynomial) -> None:
    assert not is_idle(LARGE, SIZE, total, known=())
