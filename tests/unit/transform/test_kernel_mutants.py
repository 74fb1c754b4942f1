"""Mistakes in rewritten kernels: the engine's check finds them with the plan's own declaration.

A sample's kernel is rewritten as planned, and then one thing in it is made wrong: an operator, a
comparison, a number, the order of two operands, a statement. That the plan's own text passes is
asked for as well.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.diag import PpclError
from ppcl.driver.compile import rereading
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.transform.checks.declaration import check_declaration
from ppcl.transform.checks.kind import Kind
from ppcl.transform.choosing.chooser import Candidate, Chooser
from ppcl.transform.trial import Reread, edited, unchanged
from ppcl_transforms.layout import Layout

SAMPLES = Path(__file__).parents[3] / "samples"
PROGRAMS = {
    "md": "pocl-cpu",
    "spmv": "pocl-cpu",
    "kmeans": "pocl-cpu",
    "sgemm": "pocl-cpu",
    "lbm": "nvidia-gpu",
}
# Of each sample's mistakes every so manieth is tried here.
STEP = {"md": 5, "spmv": 1, "kmeans": 2, "sgemm": 2, "lbm": 9}

OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<": "<=", ">": "<", "==": "!="}
ASSIGNING = {"+=": "-=", "-=": "+=", "/=": "*="}
SWAPPED = {"++": "--"}
COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)
OPERATOR = re.compile(rb"(?<=[\w\])] )([-+*/%<>]|==|[-+/]=)(?= [\w(])|\+\+")
NUMBER = re.compile(rb"(?<![\w.])\d+(\.\d+)?(?=f?\b)")
SIDES = re.compile(rb"([\w.\[\]]+) ([-/<%]) ([\w.\[\]]+)")
STATEMENT = re.compile(rb"(?<=\n)[ ]+[^\n;{}()]* [-+/]?= [^\n;{}]*;\n")


def mistakes(text: bytes) -> Iterator[bytes]:
    """The text with one thing in it made wrong."""
    quiet = COMMENT.sub(lambda found: b" " * len(found[0]), text)
    for found in OPERATOR.finditer(quiet):
        new = (OPERATORS | ASSIGNING | SWAPPED)[found[0].decode()]
        yield text[: found.start()] + new.encode() + text[found.end() :]
    for found in NUMBER.finditer(quiet):
        yield text[: found.start()] + b"7" + text[found.start() :]
    for found in SIDES.finditer(quiet):
        turned = b"%s %s %s" % (found[3], found[2], found[1])
        if turned != found[0]:
            yield text[: found.start()] + turned + text[found.end() :]
    for found in STATEMENT.finditer(quiet):
        yield text[: found.start()] + text[found.end() :]
        if found[0].strip()[:1].islower() and b"= " in found[0] and b" = " not in found[0]:
            yield text[: found.end()] + found[0] + text[found.end() :]


@dataclass(frozen=True)
class Rewritten:
    """A program, the texts of its first plan, and what that declares."""

    before: Facts
    after: Facts
    texts: Mapping[str, bytes]
    declared: tuple[Kind, ...]
    reread: Reread

    @property
    def kernel(self) -> str:
        (path,) = (path for path in self.texts if path.endswith(".cl"))
        return path

    def said(self, kernel: bytes) -> str | None:
        """What the check says of another kernel; words too where it cannot be read."""
        texts = {**self.texts, self.kernel: kernel}
        try:
            facts = self.reread(texts, frozenset(), unchanged(self.after, texts))
        except PpclError as error:
            return f"cannot be read: {error.message}"
        return check_declaration(self.before, facts, self.declared)


@cache
def rewritten(name: str) -> Rewritten:
    project = open_project([str(SAMPLES / name)], Choices(target=PROGRAMS[name]))
    target = target_of(project)
    before, reread = read_program(project, target), rereading(project, target)
    layout = Layout()
    found = Chooser({}, target.threshold).candidates(layout, before)
    plan = layout.plan(next(each for each in found if isinstance(each, Candidate)).proof, before)
    texts = edited(before.files, plan)
    return Rewritten(before, reread(texts), texts, plan.declared, reread)


def found_in(name: str) -> list[bytes]:
    program = rewritten(name)
    return list(dict.fromkeys(mistakes(program.texts[program.kernel])))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_plans_own_text_is_as_declared(name: str) -> None:
    program = rewritten(name)
    assert program.said(program.texts[program.kernel]) is None


@pytest.mark.parametrize("name", PROGRAMS)
def test_mistakes_are_found(name: str) -> None:
    tried = found_in(name)[:: STEP[name]]
    missed = [each for each in tried if rewritten(name).said(each) is None]
    assert len(tried) >= 10
    assert missed == []
