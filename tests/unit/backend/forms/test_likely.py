"""What counts as next to the neighbour's for most of a row: where loops gain from vectors."""

import pytest

from tests.unit.backend.small_kernel import c_of

START = "int i = get_global_id(0), y = get_global_id(1), w = i == 0 ? n - 1 : i - 1;"


@pytest.mark.parametrize(
    ("likely", "anywhere"),
    [
        ("clamp(i + 1, 0, n)", "clamp(2 * i, 0, n)"),
        ("min(i, n) + y", "min(i, n) * y"),
        ("max(y, i - 3)", "max(i * i, n)"),
        ("w", "w * 3"),
        ("(i + 1) % n", "n % (i + 1)"),
        ("(i + 1) & (n - 1)", "(i * i) & (n - 1)"),
        ("i + i / n * n", "i + i / 2"),
    ],
)
def test_rims_do_not_count(likely: str, anywhere: str) -> None:
    assert "ppcl_gather_ints" in c_of(f"{START} out[i + y] = in[{likely}] + in[{likely}];")
    assert "ppcl_gather_ints" not in c_of(f"{START} out[i + y] = in[{anywhere}] + in[{anywhere}];")
