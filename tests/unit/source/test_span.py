import pytest

from ppcl.source import Span


@pytest.mark.parametrize(
    ("left", "right", "overlaps", "contains"),
    [
        (Span("a", 0, 4), Span("a", 1, 3), True, True),
        (Span("a", 0, 4), Span("a", 3, 6), True, False),
        (Span("a", 0, 4), Span("a", 4, 6), False, False),
        (Span("a", 0, 4), Span("a", 4, 4), False, True),
        (Span("a", 0, 4), Span("b", 1, 3), False, False),
    ],
)
def test_overlap_and_containment(left: Span, right: Span, overlaps: bool, contains: bool) -> None:
    assert left.overlaps(right) == overlaps
    assert right.overlaps(left) == overlaps
    assert left.contains(right) == contains
