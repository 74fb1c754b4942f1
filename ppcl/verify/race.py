"""Variants of a program that run in turns: kernel times from profiling events, and total times."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.log import Process
from ppcl.verify.observe import Program, Run, observe
from ppcl.verify.programs import Recipe, build
from ppcl.verify.recorder import TIMES, Recording
from ppcl.verify.timing import Paired, enough, in_turns
from ppcl.verify.trees import lay_out
from ppcl.verify.trial import Progress, Rewritten


@dataclass(frozen=True)
class Measured:
    """Milliseconds of one run: in kernels, and from start to end."""

    kernels: float
    total: float


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
        return Measured(kernel_milliseconds(run, self.command), run.completed.seconds * 1e3)


@dataclass(frozen=True)
class Race:
    """The original and variants of it, on a track."""

    track: Track
    variants: Sequence[Rewritten]

    def run(self, pairs: int, seconds: float) -> list[tuple[Paired, Paired]]:
        """For each variant, kernel times and total times beside the original's.

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
        return self._paired(rounds)

    def _settled(self, rounds: Sequence[Sequence[Measured]]) -> bool:
        """Whether all that differs from the original is settled."""
        timed = zip(self.variants, self._paired(rounds), strict=True)
        return all(kernels.settled for made, (kernels, _) in timed if made.texts)

    def _paired(self, rounds: Sequence[Sequence[Measured]]) -> list[tuple[Paired, Paired]]:
        first, *others = zip(*rounds, strict=True)
        return [
            (
                Paired([m.kernels for m in first], [m.kernels for m in other]),
                Paired([m.total for m in first], [m.total for m in other]),
            )
            for other in others
        ]


def kernel_milliseconds(run: Run, command: str) -> float:
    """The time in kernels; the first launch of a kernel does not count where there are more.

    Runtimes compile kernels, and caches are cold, then. Raises PpclError where nothing was timed.
    """
    spans = [span for process in run.processes for span in _spans(process)]
    if not spans:
        message = f"nothing recorded: '{command}' launched no kernel that was timed"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return sum(spans) * 1e-6


def _spans(process: Process) -> list[int]:
    """Nanoseconds of each launch that counts."""
    times = {timed.launch: timed.end - timed.start for timed in process.times}
    launched = Counter(launch.kernel for launch in process.launches)
    seen: set[str] = set()
    counted: list[int] = []
    for launch in process.launches:
        first = launch.kernel not in seen
        seen.add(launch.kernel)
        if launch.sequence in times and not (first and launched[launch.kernel] > 1):
            counted.append(times[launch.sequence])
    return counted
