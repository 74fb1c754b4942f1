"""Figures in the documentation name the text that was measured, and say where it is no more.

A mark is `PROGRAM/TARGET@HASH` in backquotes; `stale` behind it says that the ledger has another
hash now.
"""

import re

from tests.ledger.entries import ROOT
from tests.ledger.kept import named, names, texts

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# The page on the ledger shows marks that are none.
PAGES.remove(ROOT / "docs" / "ledger.md")
MARK = re.compile(r"`([\w-]+)/([\w-]+)@([0-9a-f]{8})`( stale)?")
ROW = re.compile(r"^\| (?!-).*\|$")
MEAN = re.compile(r"^(\| geomean .*\|) (stale )?\|$")


def is_current(mark: re.Match[str]) -> bool:
    """Whether the text that a mark names is what is written today."""
    name, target, digest = mark[1], mark[2], mark[3]
    if name not in names():
        return False
    kept = texts(name).get(target)
    return (kept is not None and kept.digest == digest) or (target, digest) in named(name)


def marked(page: str) -> str:
    """A page with `stale` where it belongs, and only there."""
    lines: list[str] = []
    stale = False  # in this table, so far
    for line in page.splitlines(keepends=True):
        stale = stale and line.startswith("|")
        found = MARK.sub(_as_it_is, line)
        stale = stale or any(mark[4] for mark in MARK.finditer(found))
        lines.append(_mean(found, stale))
    return "".join(lines)


def _as_it_is(mark: re.Match[str]) -> str:
    plain = mark[0].removesuffix(" stale")
    return plain if is_current(mark) else f"{plain} stale"


def _mean(line: str, stale: bool) -> str:
    """A mean of rows is as stale as they are."""
    row = MEAN.match(line.rstrip("\n"))
    return line if row is None else f"{row[1]} {'stale ' if stale else ''}|\n"


def unmarked_rows(page: str) -> list[str]:
    """Rows of tables with times that name no text."""
    found: list[str] = []
    timed = False
    for line in page.splitlines():
        if not line.startswith("|"):
            timed = False
        elif ROW.match(line) and not timed:
            timed = ", ms |" in line
        elif ROW.match(line) and MARK.search(line) is None and MEAN.match(line) is None:
            found.append(line)
    return found
