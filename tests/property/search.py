"""Runs a share of a hunt: draws programs, checks them, shrinks and keeps what fails."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyFailure

from ppcl.verify.oclgrind import library
from ppcl.verify.platforms import find_loader, find_platforms
from tests.property.cases import save_case
from tests.property.check import Lab, Results, Tally, Wrong, check
from tests.property.coarse.programs import coarse_programs
from tests.property.emitted import check_emitted
from tests.property.model import Program, Style
from tests.property.shapes import shapes_of
from tests.property.strategies import programs, styles
from tests.property.texts import Texts, texts_of

# Hypothesis makes most programs of a run from others of it, so many short runs see more.
BATCH = 20


@dataclass(frozen=True)
class Share:
    """What one process does: programs from a seed, for targets and platforms by name.

    One platform after the other, where `alternate`; else each program runs on all. One program in
    `variant_every` is also checked in another style. Failing cases go to `cases`; after
    `most_failures`, which are likely of one cause, the share ends, and in any case at `deadline`
    (of `time.monotonic`); a program is shrunk where `shrink`. With `emit_c`, the programs' C is
    checked instead of what the passes make of them. With `oclgrind`, where it is installed, all
    runs are under it but the first of each program that is rewritten. With `coarsen`, programs are
    for that pass, and in no other style.
    """

    programs: int
    seed: int
    targets: tuple[str, ...]
    platforms: tuple[str, ...]
    alternate: bool = False
    variant_every: int = 8
    cases: Path | None = None
    most_failures: int = 3
    emit_c: bool = False
    oclgrind: bool = False
    shrink: bool = True
    deadline: float = math.inf
    coarsen: bool = False


@dataclass
class Found:
    """The outcome of a share: what was seen, and the reasons of what failed."""

    tally: Tally = field(default_factory=Tally)
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        """Add what another one found."""
        self.tally.add(other.tally)
        self.failures += other.failures


def search(
    share: Share, scratch: Path, seen: Callable[[Found], None] = lambda found: None
) -> Found:
    """Check programs in the folder `scratch` until the share is done; `seen` is told of each
    program that passes, and of each failure."""
    loader = find_loader()
    here = tuple(p for p in find_platforms() if p.name in share.platforms)
    if loader is None or not here:
        missing = Found(failures=[f"none of the platforms {', '.join(share.platforms)} is here"])
        seen(missing)
        return missing
    checker = library() if share.oclgrind else None
    lab = Lab(scratch, loader, here, share.targets, oclgrind=checker)
    hunter = _Hunter(share, lab, seen)
    found = hunter.found
    with suppress(_Late):
        while found.tally.programs < share.programs and len(found.failures) < share.most_failures:
            hunter.hunt()
    return found


class _Late(BaseException):
    """The time is over."""


@dataclass
class _Hunter:
    """One hypothesis run after another, each until something fails or its batch is done."""

    share: Share
    lab: Lab
    seen: Callable[[Found], None]
    found: Found = field(default_factory=Found)
    shrinking: bool = False

    def hunt(self) -> None:
        done = self.found.tally.programs

        @seed(self.share.seed + 7919 * len(self.found.failures) + done)
        @settings(
            max_examples=min(BATCH, self.share.programs - done),
            database=None,
            deadline=None,
            derandomize=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, *([Phase.shrink] if self.share.shrink else [])),
        )
        @given(self.drawn(), st.integers(0, self.share.variant_every - 1), styles)
        def run(program: Program | Texts, turn: int, style: Style) -> None:
            self.check(program, style if turn == self.share.variant_every - 1 else None)

        self.shrinking = False
        try:
            run()
        except Wrong as wrong:
            self.keep(wrong)
        except FlakyFailure as flaky:
            reasons = "; ".join(str(each) for each in flaky.exceptions)
            self.note(Found(failures=[f"not the same twice: {reasons}, {flaky}"]))

    def drawn(self) -> st.SearchStrategy[Program | Texts]:
        """What is checked: programs, or their texts."""
        return coarse_programs() if self.share.coarsen else programs()

    def keep(self, wrong: Wrong) -> None:
        where = None
        if self.share.cases:
            where = save_case(wrong.texts, str(wrong), self.share.cases, self.share.emit_c)
        self.note(Found(failures=[f"{wrong} ({where})" if where else str(wrong)]))

    def note(self, news: Found) -> None:
        """Add to what was found, and tell."""
        self.found.add(news)
        self.seen(news)

    def check(self, program: Program | Texts, style: Style | None) -> None:
        """Check a program; in another style too, where one is given."""
        if time.monotonic() > self.share.deadline:
            raise _Late
        try:
            tally = self._checked(program, style)
        except Wrong as wrong:
            self.shrinking = True  # what comes now are variants of this one
            shapes = ", ".join(_shapes(program))
            raise Wrong(f"{wrong} [{shapes}]", wrong.texts) from wrong
        if not self.shrinking:
            self.note(Found(tally))

    def _checked(self, program: Program | Texts, style: Style | None) -> Tally:
        lab = self._lab()
        checked = check_emitted if self.share.emit_c else check
        is_text = isinstance(program, Texts)
        tally, results = checked(program if is_text else texts_of(program), lab)
        tally.drawn.update(shapes := _shapes(program))
        tally.drawn_rewritten.update(shapes if tally.rewritten else ())
        if style is not None and not isinstance(program, Texts):
            texts = texts_of(replace(program, style=style))
            again, others = checked(texts, lab)
            _same(results, others, Wrong("another style of the program computes another", texts))
            tally.add(Tally(variants=1, runs=again.runs, seconds=again.seconds))
        return tally

    def _lab(self) -> Lab:
        """The lab, with the platform whose turn it is."""
        turn = self.found.tally.programs
        lab = replace(self.lab, turn=turn)
        if not self.share.alternate:
            return lab
        number = turn % len(lab.platforms)
        return replace(lab, platforms=lab.platforms[number : number + 1])


def _shapes(program: Program | Texts) -> tuple[str, ...]:
    return ("coarsen",) if isinstance(program, Texts) else shapes_of(program)


def _same(one: Results, other: Results, wrong: Wrong) -> None:
    if any(one[run] != other[run] for run in one.keys() & other.keys()):
        raise wrong
