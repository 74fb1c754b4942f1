"""What `ppcl tune` found, for people and for programs."""

from collections.abc import Iterator, Sequence

from ppcl.driver.text import markdown_table
from ppcl.driver.tune.candidates import candidate_of, candidates
from ppcl.driver.tune.tune import Listed
from ppcl.driver.tune.tuned import Device, Tried, Tuned, tuned_document

_HEAD = ("device", "candidate", "by", "times as fast", "interval", "pairs", "outcome")


def tune_json(tuned: Tuned) -> dict[str, object]:
    """As data: what the file has."""
    return tuned_document(tuned)


def tune_text(devices: Sequence[Device]) -> str:
    """A table of what was tried, and what was decided below it."""
    rows = [_row(device, tried) for device in devices for tried in _all(device)]
    lines = markdown_table(_HEAD, rows) if rows else []
    return "".join(
        f"{line}\n" for line in (*lines, *(f"{each.key}: {decided(each)}" for each in devices))
    )


def _all(device: Device) -> Iterator[Tried]:
    yield from device.tried
    yield from device.wholes


def _row(device: Device, tried: Tried) -> tuple[str, ...]:
    low, high = tried.interval or (0.0, 0.0)
    return (
        device.key,
        candidate_of(tried.decisions).name,
        tried.by,
        f"{tried.ratio:.2f}" if tried.ratio is not None else "",
        f"{low:.2f} to {high:.2f}" if tried.interval is not None else "",
        str(tried.pairs or ""),
        f"{tried.outcome}: {tried.why}" if tried.why else tried.outcome,
    )


def decided(device: Device) -> str:
    """What is decided for a device, in a line."""
    if not device.complete:
        return "nothing is decided yet"
    if not device.wholes:
        return "the program stays as it is"
    name = candidate_of(device.wholes[0].decisions).name
    faster = (f"{each.ratio:.2f} times as fast by '{each.command}'" for each in device.wholes)
    return f"{name}, with which the kernels of the whole program are {' and '.join(faster)}"


def dry_text(found: Sequence[Listed]) -> str:
    """What would be tried."""
    rows = [
        (each.platform.name, each.target, candidate.name, f"{candidate.gain:.1%}")
        for each in found
        for candidate in candidates(each.sites)
    ]
    head = ("platform", "target", "candidate", "expected gain")
    return "".join(f"{line}\n" for line in markdown_table(head, rows)) if rows else NOTHING


NOTHING = "nothing to tune: no pass has a choice at any site of the program (ppcl sites)\n"
