"""What was tuned as one page of HTML: each candidate with its interval, what was taken, and why."""

from collections.abc import Iterator, Mapping, Sequence
from math import log2

from ppcl import __version__
from ppcl.driver.tune.report import decided
from ppcl.driver.tune.tuned import Device, Tried, Tuned
from ppcl.emit.templates import page

_TICKS = (0.125, 0.25, 0.5, 0.71, 0.83, 1.0, 1.2, 1.4, 2.0, 4.0, 8.0, 16.0)
_BY = {"replay": "its kernels alone", "program": "the program"}
_LEAST = (0.83, 1.2)  # what a plot shows at least


def tuned_page(program: str, tuned: Tuned) -> str:
    """The whole page; it loads nothing and runs nothing."""
    devices = [_device(device) for device in tuned.devices]
    context = {"version": __version__, "program": program, "devices": devices}
    return page("report/tune.html", context)


def _device(device: Device) -> Mapping[str, object]:
    groups = [
        _group(device, "Candidates", device.tried),
        _group(device, "The whole program", device.wholes),
    ]
    return {
        "key": device.key,
        "name": " ".join(filter(None, (device.device, device.driver))),
        "target": device.target,
        "emit": device.emit,
        "command": device.command,
        "complete": device.complete,
        "decided": decided(device),
        "groups": [group for group in groups if group["rows"]],
    }


def _group(device: Device, title: str, tried: Sequence[Tried]) -> Mapping[str, object]:
    bounds = [bound for each in tried if each.interval is not None for bound in each.interval]
    scale = _Scale(min((*bounds, _LEAST[0])), max((*bounds, _LEAST[1])))
    ordered = sorted(tried, key=lambda each: -(each.ratio or 0.0))
    return {
        "title": title,
        "ticks": list(scale.ticks()),
        "one": scale.at(1.0),
        "rows": [_row(device, each, scale) for each in ordered],
    }


def _row(device: Device, tried: Tried, scale: "_Scale") -> Mapping[str, object]:
    taken = [each.decisions for each in device.wholes]
    row: dict[str, object] = {
        "choices": [f"{key} = {each.choice}" for key, each in sorted(tried.decisions.items())],
        "by": tried.command or _BY.get(tried.by, ""),
        "ratio": "",
        "pairs": tried.pairs or "",
        "outcome": tried.outcome,
        "why": tried.why,
        "taken": tried.decisions in taken,
    }
    if tried.ratio is None or tried.interval is None:
        return row
    low, high = tried.interval
    places = {"from": scale.at(low), "to": scale.at(high), "at": scale.at(tried.ratio)}
    figures = {"ratio": f"{tried.ratio:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
    return {**row, **places, **figures}


class _Scale:
    """Ratios on a logarithmic scale of 100, so that twice as fast is as far as half as fast."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = log2(max(low, 1e-3)) - 0.1, log2(high) + 0.1

    def at(self, ratio: float) -> float:
        return round(100 * (log2(max(ratio, 1e-3)) - self.low) / (self.high - self.low), 2)

    def ticks(self) -> Iterator[Mapping[str, object]]:
        """Those that have room beside each other."""
        last = -100.0
        for tick in _TICKS:
            at = self.at(tick)
            if 0 <= at <= 100 and at - last > 9:
                yield {"at": at, "text": f"{tick:g}"}
                last = at
