"""A candidate against the original: its kernels alone where they can be, else the whole program."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.tune.launches import Representative
from ppcl.verify.duel import Rounds, Rule, duel
from ppcl.verify.observe import Program, Run
from ppcl.verify.race import Track
from ppcl.verify.recorder import Recording
from ppcl.verify.replay.capture import ElementOf, Taken, captured, why_missing
from ppcl.verify.replay.compare import compare_buffers
from ppcl.verify.replay.includes import with_includes
from ppcl.verify.replay.rewritten import Other, Rewriting, rewritten
from ppcl.verify.replay.session import Session, session
from ppcl.verify.timing import Paired, in_turns
from ppcl.verify.trial import Rewritten
from ppcl.verify.values import Tolerance

REPLAY, PROGRAM = "replay", "program"


class Wrong(PpclError):
    """A candidate computes something else than the original."""


@dataclass(frozen=True)
class Ground:
    """Where candidates are measured against a program's `original`, which is built.

    `captures` are launches of the original that are run alone, each with how many it stands for;
    without any, whole programs are run, and `why` says the reason.
    """

    track: Track
    original: Program
    captures: Sequence[tuple[Taken, float]]
    tolerances: Mapping[str, Tolerance]
    why: str = ""


@dataclass(frozen=True)
class Contender:
    """A candidate: what it is called (a folder), its files, and the texts and the manifest by which
    launches of the original are put in its terms. `kernels` are those that it is about."""

    name: str
    made: Rewritten
    texts: Sequence[tuple[bytes, bytes]]
    kernels: frozenset[str]


@dataclass(frozen=True)
class Measured:
    """How a candidate did, and by what; `why` it was not run by its launches alone."""

    by: str
    paired: Paired
    why: str = ""


def captures(
    track: Track,
    program: Program,
    wanted: Sequence[Representative],
    element_of: ElementOf,
    limit: int,
) -> list[tuple[Taken, float]]:
    """These launches of the original, with buffers of `limit` bytes together. Raises PpclError
    where one cannot be run again."""
    names = tuple(f"{each.kernel}:{each.number}" for each in wanted)
    run = track.observed(program, Recording(True, names, limit))
    weights = {(each.kernel, each.number): each.weight for each in wanted}
    found: list[tuple[Taken, float]] = []
    for each in captured(run.processes, element_of):
        if isinstance(each, PpclError):
            raise each
        replay = with_includes(each.replay, program.folder)[0]
        found.append((replace(each, replay=replay), weights[replay.kernel, replay.number]))
    if len(found) < len(wanted):
        reason = why_missing(run.processes)
        message = f"{len(wanted) - len(found)} of {len(wanted)} launches were not captured: "
        raise PpclError(f"{message}{reason}", exit_code=ExitCode.BUILD_OR_RUN)
    return found


def require_again(track: Track, taken: Taken, tolerances: Mapping[str, Tolerance]) -> None:
    """Raises PpclError where a launch of the original does not build alone, or does not leave what
    it left in its program."""
    replay = taken.replay
    with (
        tempfile.TemporaryDirectory(dir=track.scratch) as folder,
        session((replay,), track.variables, Path(folder), track.timeout) as running,
    ):
        (found,) = running.outputs
    expected = [memory.after for memory in replay.memories]
    outcome = compare_buffers(replay, expected, found, tolerances)
    if outcome.differs:
        message = (
            f"launch {replay.name} does not leave the same alone: {outcome.differs[0].message}"
        )
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)


def measured(ground: Ground, contender: Contender, rule: Rule) -> Measured:
    """A candidate beside the original. Raises PpclError where it cannot be built or run, its
    process ends or hangs, or it leaves other buffers than the original."""
    affected = [each for each in ground.captures if each[0].replay.kernel in contender.kernels]
    try:
        others = _others(contender, affected, ground.why)
    except ValueError as error:
        return Measured(PROGRAM, in_program(ground, contender, rule), str(error))
    ground.track.progress(f"running the kernels of {contender.name} alone")
    with _alone(ground, affected, others) as rounds:
        return Measured(REPLAY, duel(rounds, rule))


def in_program(ground: Ground, contender: Contender, rule: Rule) -> Paired:
    """A candidate beside the original, in whole programs."""
    track = ground.track
    program = track.built(contender.name, contender.made)
    return duel(program_rounds(track, ground.original, program), rule)


def _others(contender: Contender, affected: Sequence[tuple[Taken, float]], why: str) -> list[Other]:
    if not affected:
        raise ValueError(why or "its kernels are not launched, or take no time")
    rewriting = Rewriting(contender.texts, contender.made.manifest)
    return [rewritten(taken, rewriting) for taken, _ in affected]


@contextmanager
def _alone(
    ground: Ground, affected: Sequence[tuple[Taken, float]], others: Sequence[Other]
) -> Iterator[Rounds]:
    """Within, rounds of all launches, each in a process of its own with both versions."""
    track = ground.track
    weights = [weight for _, weight in affected]
    with tempfile.TemporaryDirectory(dir=track.scratch) as folder, ExitStack() as stack:
        running: list[Session] = []
        for number, ((taken, _), other) in enumerate(zip(affected, others, strict=True)):
            scratch = Path(folder) / str(number)
            scratch.mkdir()
            versions = (taken.replay, other.replay)
            opened = session(versions, track.variables, scratch, track.timeout)
            running.append(stack.enter_context(opened))
            _require_same(taken, other, running[-1], ground.tolerances)

        def rounds(count: int) -> list[tuple[float, float]]:
            times = [each.rounds(count) for each in running]
            return [_weighted(spent, weights) for spent in zip(*times, strict=True)]

        yield rounds


def _require_same(
    taken: Taken, other: Other, running: Session, tolerances: Mapping[str, Tolerance]
) -> None:
    """Raises Wrong where a candidate does not leave what the original leaves there."""
    expected, found = running.outputs
    outcome = compare_buffers(taken.replay, expected, other.restored(found), tolerances)
    if outcome.differs:
        raise Wrong(f"launch {taken.replay.name}: {outcome.differs[0].message}")


def _weighted(spent: Sequence[Sequence[float]], weights: Sequence[float]) -> tuple[float, float]:
    """What the launches of a round stand for, in both versions."""
    old, new = (
        sum(times[which] * weight for times, weight in zip(spent, weights, strict=True))
        for which in (0, 1)
    )
    return old, new


def program_rounds(track: Track, original: Program, other: Program) -> Rounds:
    """Whole programs in turns, by their kernels' time. The first runs, in which runtimes compile,
    do not count."""
    runs: list[Callable[[], float]] = [
        partial(lambda program: track.measured(program).kernels, program)
        for program in (original, other)
    ]
    for run in runs:
        run()
    turns = in_turns(runs)

    def rounds(count: int) -> list[tuple[float, float]]:
        times = (next(turns) for _ in range(count))
        return [(old, new) for old, new in times]

    return rounds


def first_run(track: Track, program: Program) -> Run:
    """A run of the original, timed, in which runtimes have nothing to compile any more."""
    track.observed(program)
    return track.observed(program)
