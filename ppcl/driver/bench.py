"""What `ppcl bench` does: compile variants, time them beside the original on each platform."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ppcl.driver.compile import Emitter
from ppcl.driver.reports.measured import BENCH_VERSION, fingerprint, outcome, text_mark
from ppcl.driver.sources.project import Project
from ppcl.driver.text import markdown_table
from ppcl.driver.verify import chosen_platforms, compile_for, on_platform, rewritten
from ppcl.transform.contract import AnyTransform
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.programs import Recipe
from ppcl.verify.race import Race, Track
from ppcl.verify.recorder import build_recorder
from ppcl.verify.timing import PRECISION, RULE, Paired
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
    kernels: Paired
    total: Paired

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
        scratch = Path(name)
        recorder = build_recorder(scratch)
        return [
            timing
            for platform in platforms
            for timing in _on(request, platform, loader, scratch, recorder, progress)
        ]


def _on(
    request: BenchRequest,
    platform: Platform,
    loader: Loader,
    scratch: Path,
    recorder: Path,
    progress: Progress,
) -> list[Timing]:
    say = on_platform(platform, progress)
    say("compiling")
    compiled = [
        compile_for(request.project, platform.target, variant.transforms, request.emitter)
        for variant in request.variants
    ]
    track = Track(
        request.project.root,
        request.recipe,
        request.command,
        environment(platform, loader, scratch),
        recorder,
        scratch / platform.name,
        request.timeout,
        say,
    )
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
            *times,
        )
        for variant, each, times in zip(
            request.variants, compiled, race.run(request.pairs, request.seconds), strict=True
        )
    ]


def bench_json(request: BenchRequest, timings: Sequence[Timing]) -> dict[str, object]:
    """Everything as data, single times included."""
    return {
        "version": BENCH_VERSION,
        "program": request.project.name,
        "command": request.command,
        "emit": "c" if request.emitter else "opencl",
        "least_pairs": request.pairs,
        "rule": RULE,
        "timings": [_timing_json(timing) for timing in timings],
    }


def _timing_json(timing: Timing) -> dict[str, object]:
    return {
        "platform": timing.platform,
        "target": timing.target,
        "variant": timing.variant,
        "changed": list(timing.changed),
        "before": timing.before,
        "after": timing.after,
        "text": timing.mark.strip("`"),
        "verdict": timing.verdict,
        "pairs": timing.pairs,
        "settled": timing.kernels.settled,
        "kernels": _paired_json(timing.kernels),
        "total": _paired_json(timing.total),
    }


def _paired_json(paired: Paired) -> dict[str, object]:
    return {
        "before_ms": list(paired.before),
        "after_ms": list(paired.after),
        "ratio": paired.speedup,
        "quartiles": list(paired.spread),
        "interval": list(paired.interval),
        "chance": paired.chance,
    }


_HEAD = (
    "program",
    "platform",
    "passes",
    "before, ms",
    "after, ms",
    "times as fast",
    "half of the pairs",
    "pairs",
    "verdict",
    "whole program",
    "text",
)


def bench_text(request: BenchRequest, timings: Sequence[Timing]) -> str:
    """A table (in Markdown, too) of the kernels' times, with the whole program's ratio."""
    lines = markdown_table(_HEAD, [_row(request, timing) for timing in timings])
    note = f"ratios are medians, pair by pair; {RULE}"
    return "\n".join([*lines, "", note, *_unsettled(request, timings)]) + "\n"


def _unsettled(request: BenchRequest, timings: Sequence[Timing]) -> Iterator[str]:
    """What is to be said of ratios that are less sure than wanted."""
    for timing in timings:
        if timing.changed and not timing.kernels.settled:
            low, high = timing.kernels.interval
            yield (
                f"not settled in {request.seconds:g} s: {timing.variant} on {timing.platform}: the "
                f"median is between {low:.2f} and {high:.2f}; a quieter machine or more --seconds "
                f"brings it to {PRECISION:.0%} either way"
            )


def _row(request: BenchRequest, timing: Timing) -> tuple[str, ...]:
    (old, new), (low, high) = timing.kernels.medians, timing.kernels.spread
    return (
        request.project.name,
        timing.platform,
        timing.variant,
        f"{old:.3f}",
        f"{new:.3f}",
        f"{timing.kernels.speedup:.2f}",
        f"{low:.2f} to {high:.2f}",
        str(timing.pairs),
        timing.verdict,
        f"{timing.total.speedup:.2f}",
        timing.mark,
    )
