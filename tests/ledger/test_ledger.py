"""What ppcl makes of the samples is what the ledger says."""

from difflib import unified_diff

import pytest

from tests.ledger.entries import FOLDER, NAMES, path_of, written


@pytest.mark.parametrize("name", NAMES)
def test_the_ledger_is_right(name: str) -> None:
    expected, found = (
        text.splitlines(keepends=True) for text in (path_of(name).read_text(), written(name))
    )
    difference = "".join(unified_diff(expected, found, f"{name}.txt", "as it is now", n=0))
    if difference:
        pytest.fail(f"{difference}\nif this is meant: `make ledger` writes it", pytrace=False)


def test_there_is_one_for_each_sample() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == NAMES
