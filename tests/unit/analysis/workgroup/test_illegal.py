"""Barriers that only some of a group's work-items come to are found by the group's size."""

import pytest

from ppcl.analysis.workgroup.illegal import divided_barrier
from tests.unit.backend.small_kernel import kernel_of


@pytest.mark.parametrize(
    ("body", "size", "legal"),
    [
        ("if (get_local_id(0) == 0) barrier(1);", (4, 1, 1), False),
        ("if (get_local_id(0) == 0) barrier(1);", (1, 1, 1), True),
        ("if (get_local_id(1) == 0) barrier(1);", (4, 1, 1), True),
        ("int l = get_local_id(0); if (l < 4) { barrier(1); }", (8, 1, 1), False),
        ("int l = get_local_id(0); if (l < 4) { barrier(1); }", (4, 1, 1), True),
        ("int l = get_local_id(0); l = 0; if (l < 4) { barrier(1); }", (8, 1, 1), True),
        ("if (get_local_id(0) > 2) out[0] = 1; else barrier(1);", (8, 1, 1), False),
        ("if (get_local_id(0) > 2) barrier(1); else barrier(1);", (8, 1, 1), True),
        ("if (n) if (get_local_id(0) == 0) barrier(1);", (8, 1, 1), True),
        ("if (get_global_id(0) == 0) barrier(1);", (8, 1, 1), True),
    ],
)
def test_barriers_that_cannot_be_legal(body: str, size: tuple[int, int, int], legal: bool) -> None:
    kernel, _ = kernel_of(body)
    assert (divided_barrier(kernel, [(1, 1, 1), size]) is None) == legal
