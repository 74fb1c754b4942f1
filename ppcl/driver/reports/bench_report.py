"""What `ppcl bench` measured, for people and as data."""

from collections.abc import Iterator, Sequence
from statistics import median

from ppcl.driver.bench import BenchRequest, Timing
from ppcl.driver.reports.measured import BENCH_VERSION
from ppcl.driver.text import markdown_table
from ppcl.verify.launch_times import KernelTimes
from ppcl.verify.timing import PRECISION, RULE, Paired


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
        "total": _paired_json(timing.raced.total),
        "by_kernel": [_kernel_json(each) for each in timing.raced.by_kernel],
    }


def _kernel_json(times: KernelTimes) -> dict[str, object]:
    launches = [
        {"number": number, "counted": number in times.counted, "before_ms": old, "after_ms": new}
        for number, (old, new) in times.launches.items()
    ]
    return {"kernel": times.kernel, **_paired_json(times.together), "launches": launches}


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
_KERNEL_HEAD = (
    "kernel",
    "platform",
    "passes",
    "launches",
    "before, ms",
    "after, ms",
    "times as fast",
    "half of the pairs",
    "a launch before",
    "a launch after",
)


def bench_text(request: BenchRequest, timings: Sequence[Timing]) -> str:
    """A table (in Markdown, too) of the kernels' times, with the whole program's ratio."""
    lines = markdown_table(_HEAD, [_row(request, timing) for timing in timings])
    rows = [
        _kernel_row(timing, each)
        for timing in timings
        for each in timing.raced.by_kernel
        if timing.changed
    ]
    table = ["", *markdown_table(_KERNEL_HEAD, rows)] if rows else []
    note = f"ratios are medians, pair by pair; {RULE}"
    return "\n".join([*lines, *table, "", note, *_notes(request, timings)]) + "\n"


def _notes(request: BenchRequest, timings: Sequence[Timing]) -> Iterator[str]:
    """What is to be said of ratios that are less sure than wanted, and of what is not there."""
    for timing in timings:
        if timing.changed and not timing.kernels.settled:
            low, high = timing.kernels.interval
            yield (
                f"not settled in {request.seconds:g} s: {timing.variant} on {timing.platform}: the "
                f"median is between {low:.2f} and {high:.2f}; a quieter machine or more --seconds "
                f"brings it to {PRECISION:.0%} either way"
            )
        if timing.changed and not timing.raced.by_kernel:
            yield (
                f"no times by kernel: {timing.variant} on {timing.platform}: not all runs launch "
                "the same kernels"
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
        f"{timing.raced.total.speedup:.2f}",
        timing.mark,
    )


def _kernel_row(timing: Timing, times: KernelTimes) -> tuple[str, ...]:
    """`a launch` is the median of those that count, and the shortest and the longest if they
    differ."""
    (old, new), (low, high) = times.together.medians, times.together.spread
    before, after = zip(*(times.launches[number] for number in times.counted), strict=True)
    return (
        times.kernel,
        timing.platform,
        timing.variant,
        str(len(times.launches)),
        f"{old:.3f}",
        f"{new:.3f}",
        f"{times.together.speedup:.2f}",
        f"{low:.2f} to {high:.2f}",
        _a_launch(before),
        _a_launch(after),
    )


def _a_launch(spent: Sequence[float]) -> str:
    one, several = f"{median(spent):.3f}", f"{min(spent):.3f} to {max(spent):.3f}"
    return one if len(spent) == 1 else f"{one} ({several})"
