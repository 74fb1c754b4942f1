"""What ppcl makes of the samples is what the ledger says."""

from difflib import unified_diff

import pytest

from tests.ledger.entries import PROGRAMS, Ledger
from tests.ledger.kept import names


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_ledger_is_right(name: str) -> None:
    ledger = Ledger(name)
    kept, found = ledger.path.read_text("utf-8").splitlines(), ledger.text.splitlines()
    difference = "\n".join(unified_diff(kept, found, ledger.path.name, "now", n=0, lineterm=""))
    if difference:
        pytest.fail(f"{difference}\n\nIf this is meant: `make ledger` writes it", pytrace=False)


def test_there_is_one_for_each_program() -> None:
    assert names() == sorted(PROGRAMS)
