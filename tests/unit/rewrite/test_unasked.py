"""What work-items that have left a loop need not keep."""

import pytest

from tests.unit.backend.small_kernel import c_of

START = "int i = get_global_id(0), sum = i, z = in[i];"
LOOP = "while (z < 500) { z = z * 2 + (i & 3); sum += 1; }"


@pytest.mark.parametrize(
    ("free", "kept"),
    [
        (f"{LOOP} out[i] = sum;", f"{LOOP} out[i] = sum + z;"),
        (
            f"for (int k = 0; k < n; k++) {{ z = in[i + k]; {LOOP} }} out[i] = sum;",
            f"for (int k = 0; k < n; k++) {{ {LOOP} }} out[i] = sum;",
        ),
        (
            "for (int k = 0; k < n; k++) { z += k; if (z > 90) break; sum += 2; } out[i] = sum;",
            "for (int k = 0; k < n; k++) { if (z > 90) break; if (k & i) z += k; } out[i] = sum;",
        ),
    ],
)
def test_a_value_that_nobody_asks_for(free: str, kept: str) -> None:
    declared = "int z = in[i];" if "in[i + k]" in free else ""
    start = START.replace(", z = in[i]", "") if declared else START
    inner = free.replace("z = in[i + k];", "int z = in[i + k];") if declared else free
    assert not _is_selected(c_of(f"{start} {inner}"))
    assert _is_selected(c_of(f"{START} {kept}"))


def _is_selected(text: str) -> bool:
    """Whether a mask says which work-items set `z`."""
    lines = text.splitlines()
    return any("z[vector] = ppcl_select_ints(" in line for line in lines)
