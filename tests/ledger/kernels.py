"""Kernels in the documentation are what ppcl writes today.

A block of code behind `<!-- PROGRAM TARGET PASSES -->` is the first kernel that is changed, with
the comment in front of it. A table behind `<!-- lines -->` says how many lines change in each, and
in the same change as it was made by hand (`by_hand/`).
"""

import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

from ppcl.driver.compile import Compiled
from ppcl.driver.sources.project import Choices, open_project
from ppcl.testing import compile_program
from ppcl.transform.passes import transforms
from tests.ledger.entries import ROOT, SAMPLES

# How many kernels each page shows.
SHOWN = {ROOT / "docs" / "coarsened.md": 5, ROOT / "docs" / "vectorized.md": 3}
BY_HAND = Path(__file__).parent / "by_hand"
_BLOCK = re.compile(r"(<!-- (\S+) (\S+) (\S+) -->\n\n```c\n)(.*?)(```)", re.DOTALL)
_LINES = re.compile(r"(<!-- lines -->\n\n[^\n]*\n[^\n]*\n)(?:\|[^\n]*\n)*")
_COMMENTS = r"(?:^/\*(?:(?!\*/).)*\*/\n|^//[^\n]*\n)*"
_KERNEL = re.compile(
    _COMMENTS + r"^__kernel void (\w+)\(.*?^{\n(.*?)^}\n", re.DOTALL | re.MULTILINE
)


def filled(page: str) -> str:
    """A page with the kernels as they are written today."""
    blocks = [block.group(2, 3, 4) for block in _BLOCK.finditer(page)]
    page = _BLOCK.sub(lambda block: block[1] + _written(*block.group(2, 3, 4))[0] + block[6], page)
    return _LINES.sub(lambda table: table[1] + "".join(_row(*each) for each in blocks), page)


@cache
def _written(program: str, target: str, passes: str) -> tuple[str, list[str], list[str]]:
    """The first kernel of a program that is changed; the lines of its body before and after."""
    project = open_project([str(SAMPLES[program])], Choices(target=target))
    compiled: Compiled = compile_program(project, transforms(passes))
    (path,) = (each for each in compiled.changed if each.endswith(".cl"))
    was = _KERNEL.finditer(project.root.joinpath(path).read_text("utf-8"))
    now = _KERNEL.finditer(compiled.results[path].data.decode("utf-8", "strict"))
    found = next((old, new) for old, new in zip(was, now, strict=True) if old[0] != new[0])
    return found[1][0], found[0][2].splitlines(), found[1][2].splitlines()


def _row(program: str, target: str, passes: str) -> str:
    _, was, now = _written(program, target, passes)
    (by_hand,) = _KERNEL.finditer((BY_HAND / f"{program}.cl").read_text("utf-8"))
    own, other = _changed(was, now), _changed(was, by_hand[2].splitlines())
    return f"| {program} | {own} | {other} | {own / other:.1f} |\n"


def _changed(was: list[str], now: list[str]) -> int:
    """How many lines are taken away and added."""
    return sum(1 for line in _said(was, now) if line[0] in "+-")


def _said(was: list[str], now: list[str]) -> Iterator[str]:
    lines = unified_diff(was, now, n=0, lineterm="")
    return (line for number, line in enumerate(lines) if number > 1)
