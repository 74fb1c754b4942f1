"""Figures in the documentation name what was measured, and are stale where that is no more."""

from pathlib import Path

import pytest

from tests.ledger.figures import MARK, PAGES, marked, unmarked_rows
from tests.ledger.kept import names, texts

PROGRAM = names()[0]
TARGET, TEXT = next(iter(texts(PROGRAM).items()))
CURRENT, OTHER = f"`{PROGRAM}/{TARGET}@{TEXT.digest}`", f"`{PROGRAM}/{TARGET}@00000000`"
TABLE = "| sample | before, ms | text |\n|---|---|---|\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_stale_figures_say_so(page: Path) -> None:
    text = page.read_text("utf-8")
    assert marked(text) == text, "`make ledger` writes `stale` where it belongs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_times_name_what_was_measured(page: Path) -> None:
    assert unmarked_rows(page.read_text("utf-8")) == []


def test_benchmarks_have_marks() -> None:
    (page,) = (page for page in PAGES if page.name == "benchmarks.md")
    assert len(MARK.findall(page.read_text("utf-8"))) > 40


def test_a_mark_of_another_text_is_stale() -> None:
    assert marked(f"{OTHER}, {CURRENT}") == f"{OTHER} stale, {CURRENT}"
    assert marked("`nothing/here@00000000`") == "`nothing/here@00000000` stale"


def test_a_mark_of_this_text_is_not_stale() -> None:
    assert marked(f"({CURRENT} stale)") == f"({CURRENT})"


def test_a_mean_is_as_stale_as_its_rows() -> None:
    row, mean = f"| a | 1.0 | {OTHER} stale |\n", "| geomean | 1.0 | {}|\n"
    assert marked(TABLE + row + mean.format("")) == TABLE + row + mean.format("stale ")
    current = TABLE + f"| a | 1.0 | {CURRENT} |\n"
    assert marked(current + mean.format("stale ")) == current + mean.format("")
    assert marked(f"{TABLE}{row}\n{current}{mean.format('')}").endswith(mean.format(""))


def test_a_row_without_a_mark_is_seen() -> None:
    row = "| a | 1.0 | |"
    assert unmarked_rows(f"{TABLE}{row}\n") == [row]
    assert unmarked_rows(f"| a | b |\n|---|---|\n{row}\n") == []
