"""Where compilers are told that work-items are independent: not where they would then change the
order of one work-item's own accesses. (`fract` has no vectors of ours.)"""

import pytest

from tests.unit.backend.small_kernel import c_of


def has_hint(statements: str) -> bool:
    """Whether the loop over the work-items promises that they are independent."""
    return "PPCL_SIMD" in c_of(f"int i = get_global_id(0); {statements}")


@pytest.mark.parametrize(
    "statements",
    [
        "float f; out[i] = (int)fract(in[i] * 0.3f, &f); out[i] += in[i + n];",
        "out[2 * i] = 1; out[2 * i + 1] = 2;",
        "int v = in[2 * i]; out[2 * i] = v; out[2 * i + 1] = v;",
    ],
    ids=["neighbours", "nothing between", "read before"],
)
def test_work_items_are_independent(statements: str) -> None:
    assert has_hint(statements)


@pytest.mark.parametrize(
    "statements",
    [
        "out[2 * i] = 1; int v = in[2 * i]; out[2 * i + 1] = v;",
        "out[2 * i] = 1; out[n - 2 * i] = 2; out[2 * i + 1] = 3;",
    ],
    ids=["a load through another pointer", "a store that may be to the same element"],
)
def test_nothing_is_promised_between_interleaved_accesses(statements: str) -> None:
    assert not has_hint(statements)
