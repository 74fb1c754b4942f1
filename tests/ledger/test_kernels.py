"""The pages of kernels whose work-items are merged show what is written today."""

from pathlib import Path

import pytest

from tests.ledger.kernels import SHOWN, filled


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.stem)
def test_the_kernels_are_what_is_written(page: Path) -> None:
    text = page.read_text("utf-8")
    assert filled(text) == text, "`make ledger` writes them anew"


@pytest.mark.parametrize(("page", "number"), SHOWN.items(), ids=str)
def test_there_are_so_many(page: Path, number: int) -> None:
    assert page.read_text("utf-8").count("__kernel void") == number
