"""What `ppcl replay` found, for people and for programs."""

from collections.abc import Iterator, Sequence

from ppcl.driver.measure.replay import Replayed, Version, exit_code
from ppcl.driver.text import markdown_table

REPLAY_VERSION = 1


def replay_json(results: Sequence[Replayed]) -> dict[str, object]:
    """Everything as data."""
    return {
        "version": REPLAY_VERSION,
        "status": int(exit_code(results)),
        "launches": [_launch_json(result) for result in results],
    }


def _launch_json(result: Replayed) -> dict[str, object]:
    return {
        "platform": result.platform,
        "device": result.device,
        "launch": result.replay.name,
        "captured_on": result.replay.device,
        "captured_ms": result.replay.milliseconds,
        "changes_nothing": result.replay.changes_nothing,
        "error": result.error.message if result.error else None,
        "versions": [_version_json(version) for version in result.versions],
    }


def _version_json(version: Version) -> dict[str, object]:
    paired = version.paired
    return {
        "name": version.name,
        "equal": not version.outcome.differs,
        "exact": version.outcome.exact,
        "ulps": version.outcome.ulps,
        "differences": [vars(each) for each in version.outcome.differs],
        "ms": version.milliseconds,
        "ratio": paired.speedup if paired else None,
        "interval": list(paired.interval) if paired else None,
        "verdict": paired.verdict if paired else None,
    }


_HEAD = ("launch", "platform", "version", "ms", "times as fast", "interval", "buffers")


def replay_text(results: Sequence[Replayed]) -> str:
    """A table, and what differs below it."""
    rows = [_row(result, version) for result in results for version in result.versions]
    lines = markdown_table(_HEAD, rows) if rows else []
    return "\n".join([*lines, *(line for result in results for line in _below(result))]) + "\n"


def _row(result: Replayed, version: Version) -> tuple[str, ...]:
    paired = version.paired
    low, high = paired.interval if paired else (0.0, 0.0)
    return (
        result.replay.name,
        result.platform,
        version.name,
        f"{version.milliseconds:.4f}",
        f"{paired.speedup:.2f}" if paired else "",
        f"{low:.2f} to {high:.2f}" if paired else "",
        _buffers(result, version),
    )


def _buffers(result: Replayed, version: Version) -> str:
    outcome = version.outcome
    if result.replay.changes_nothing and not outcome.differs:
        return "nothing to compare"
    if outcome.differs:
        return "DIFFER"
    return "as captured" if outcome.exact else f"as captured but for {outcome.ulps} ulps"


def _below(result: Replayed) -> Iterator[str]:
    if result.replay.changes_nothing:
        yield (
            f"{result.replay.name}: its buffers were the same before it: capture an earlier launch "
            "to compare what it leaves"
        )
    if result.error is not None:
        yield f"{result.replay.name} on {result.platform}: {result.error.message}"
    for version in result.versions:
        for difference in version.outcome.differs:
            yield f"{result.replay.name} on {result.platform}, {version.name}: {difference.message}"
