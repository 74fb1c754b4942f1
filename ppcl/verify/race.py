"""Variants of a program that run in turns: kernel times from profiling events, and total times."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.launch_times import KernelTimes, LaunchTime, by_kernel, launch_times
from ppcl.verify.observe import Program, Run, observe
from ppcl.verify.programs import Recipe, build
from ppcl.verify.recorder import TIMES, Recording
from ppcl.verify.timing import Paired, enough, in_turns
from ppcl.verify.trees import lay_out
from ppcl.verify.trial import Progress, Rewritten


@dataclass(frozen=True)
class Measured:
    """Milliseconds of one run: in kernels, from start to end, and of each launch."""

    kernels: float
    total: float
    launches: tuple[LaunchTime, ...]


@dataclass(frozen=True)
class Raced:
    """A variant's times beside the original's: in kernels, from start to end, kernel by kernel
    (nothing where not all runs launch the same)."""

    kernels: Paired
    total: Paired
    by_kernel: tuple[KernelTimes, ...]


@dataclass(frozen=True)
class Track:
    """Where versions of a program are built and run by one command: the platform of `variables`.

    `scratch` is for their folders. Raises PpclError when one cannot be built or run.
    """

    root: Path
    recipe: Recipe
    command: str
    variables: Mapping[str, str]
    recorder: Path
    scratch: Path
    timeout: float
    progress: Progress

    def built(self, name: str, made: Rewritten) -> Program:
        """A version, built in a folder of this name."""
        self.progress(f"building version {name}")
        folder = lay_out(self.root, made.texts, self.scratch / name)
        variables = {**self.variables, "PPCL_ROOT": str(self.root.resolve())}
        build(made.build or self.recipe.build, folder, variables)
        place = (folder, self.command, variables, self.recorder)
        return Program(*place, self.timeout, as_c=made.build is not None)

    def observed(self, program: Program, wanted: Recording = TIMES) -> Run:
        """One run."""
        self.progress(f"running version {program.folder.name}")
        run = observe(program, wanted)
        if run.completed.status != 0:
            reason = f"'{self.command}' {run.completed.ending}: {run.completed.reason}"
            raise PpclError(reason, exit_code=ExitCode.BUILD_OR_RUN)
        return run

    def measured(self, program: Program) -> Measured:
        """The times of one run."""
        run = self.observed(program)
        spent = kernel_milliseconds(run, self.command)
        return Measured(spent, run.completed.seconds * 1e3, launch_times(run))


@dataclass(frozen=True)
class Race:
    """The original and variants of it, on a track."""

    track: Track
    variants: Sequence[Rewritten]

    def run(self, pairs: int, seconds: float) -> list[Raced]:
        """For each variant, its times beside the original's.

        After so many pairs it goes on until the ratios of kernel times are settled, but for no
        longer than `seconds` in all. A variant that changes nothing needs no more pairs.
        """
        start = time.perf_counter()
        versions = (Rewritten(), *self.variants)
        programs = [self.track.built(str(number), made) for number, made in enumerate(versions)]
        for number, program in enumerate(programs):  # runtimes compile in their first run
            self.track.progress(f"first run of version {number}")
            self.track.measured(program)
        rounds: list[list[Measured]] = []
        for measured in in_turns([partial(self.track.measured, each) for each in programs]):
            rounds.append(measured)
            if enough(
                len(rounds),
                pairs,
                lambda: self._settled(rounds),
                lambda: time.perf_counter() - start > seconds,
            ):
                break
        return self._raced(rounds)

    def _settled(self, rounds: Sequence[Sequence[Measured]]) -> bool:
        """Whether all that differs from the original is settled."""
        first, *others = zip(*rounds, strict=True)
        timed = zip(self.variants, others, strict=True)
        return all(_kernels(first, other).settled for made, other in timed if made.texts)

    def _raced(self, rounds: Sequence[Sequence[Measured]]) -> list[Raced]:
        first, *others = zip(*rounds, strict=True)
        return [
            Raced(
                _kernels(first, other),
                Paired([m.total for m in first], [m.total for m in other]),
                by_kernel([m.launches for m in first], [m.launches for m in other]),
            )
            for other in others
        ]


def kernel_milliseconds(run: Run, command: str) -> float:
    """The time in kernels, of the launches that count. Raises PpclError where nothing was timed."""
    counted = [time.milliseconds for time in launch_times(run) if time.counted]
    if not counted:
        message = f"nothing recorded: '{command}' launched no kernel that was timed"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return sum(counted)


def _kernels(first: Sequence[Measured], other: Sequence[Measured]) -> Paired:
    return Paired([m.kernels for m in first], [m.kernels for m in other])
