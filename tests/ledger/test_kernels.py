"""The page of kernels whose work-items are merged shows what is written today."""

from tests.ledger.kernels import PAGE, filled


def test_the_kernels_are_what_is_written() -> None:
    text = PAGE.read_text("utf-8")
    assert filled(text) == text, "`make ledger` writes them anew"


def test_there_are_five() -> None:
    assert PAGE.read_text("utf-8").count("__kernel void") == 5
