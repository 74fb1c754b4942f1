"""What `ppcl bench` does: compile variants, time them beside the original on each platform."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ppcl.driver.compile import Emitter
from ppcl.driver.measure.track import track_on
from ppcl.driver.reports.measured import fingerprint, outcome, text_mark
from ppcl.driver.sources.project import Project
from ppcl.driver.verify import chosen_platforms, compile_for, on_platform, rewritten
from ppcl.transform.contract import AnyTransform
from ppcl.verify.platforms import Loader, Platform
from ppcl.verify.programs import Recipe
from ppcl.verify.race import Race, Raced
from ppcl.verify.timing import Paired
from ppcl.verify.trial import Progress


@dataclass(frozen=True)
class Variant:
    """A choice of passes, and how it is called."""

    name: str
    transforms: Sequence[AnyTransform]


@dataclass(frozen=True)
class BenchRequest:
    """What is timed: variants of a program, each in as many pairs with the original.

    On each platform, `pairs` at least; then more until the ratios are settled, in `seconds`. With
    an `emitter`, variants have their kernels as C.
    """

    project: Project
    recipe: Recipe
    variants: Sequence[Variant]
    platforms: tuple[str, ...]
    small: bool
    pairs: int
    seconds: float
    timeout: float
    emitter: Emitter | None = None

    @property
    def command(self) -> str:
        """The command line that is run."""
        return self.recipe.small if self.small else self.recipe.run


@dataclass(frozen=True)
class Timing:
    """A variant's times beside the original's on a platform, in milliseconds.

    `before` and `after` are the fingerprints of both versions; `mark` names the variant's text.
    """

    platform: str
    target: str
    variant: str
    changed: tuple[str, ...]
    before: str
    after: str
    mark: str
    raced: Raced

    @property
    def kernels(self) -> Paired:
        """The time in all kernels."""
        return self.raced.kernels

    @property
    def verdict(self) -> str:
        """What the spread allows to say of the kernels' times."""
        return self.kernels.verdict if self.changed else "unchanged"

    @property
    def pairs(self) -> int:
        """How many pairs were run."""
        return len(self.kernels.ratios)


def bench_program(request: BenchRequest, progress: Progress) -> list[Timing]:
    """All variants on each platform. Raises PpclError where one cannot be compiled or run."""
    platforms, loader = chosen_platforms(request.platforms)
    with tempfile.TemporaryDirectory(prefix="ppcl-bench-") as name:
        return [
            timing
            for platform in platforms
            for timing in _on(request, platform, loader, Path(name), progress)
        ]


def _on(
    request: BenchRequest, platform: Platform, loader: Loader, scratch: Path, progress: Progress
) -> list[Timing]:
    say = on_platform(platform, progress)
    say("compiling")
    compiled = [
        compile_for(request.project, platform.target, variant.transforms, request.emitter)
        for variant in request.variants
    ]
    track = track_on(request, platform, loader, scratch, say)
    race = Race(track, [rewritten(each, request.recipe) for each in compiled])
    return [
        Timing(
            platform.name,
            each.target,
            variant.name,
            each.differing,
            fingerprint(each.files),
            outcome(each),
            text_mark(each),
            raced,
        )
        for variant, each, raced in zip(
            request.variants, compiled, race.run(request.pairs, request.seconds), strict=True
        )
    ]
