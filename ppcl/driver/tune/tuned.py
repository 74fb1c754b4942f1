"""`ppcl.tune.toml`: what was measured and decided, for each device; a file to be committed."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from ppcl import __version__
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.project import TUNED
from ppcl.transform.choosing.decisions import HOW_TO_DECIDE, OTHERS, Decisions, decision_of

FILE = TUNED
FORMAT = 1
_HEAD = """\
# Measured by `ppcl tune`, and taken by `ppcl compile`: what is done at each site of the program, by
# device. Commit it. It is ignored, with a remark, where the text of a site has changed since.

"""


@dataclass(frozen=True)
class Tried:
    """A candidate that was measured: what was decided, with the hashes of the sites' texts.

    `by` is what was run: "replay" (launches alone) or "program". `ratio` is how many times faster
    it was than the original, with its interval, from so many `pairs`; None where it did not run.
    `saved`: the milliseconds of a run of the program that it saves in the kernels it is about.
    `outcome`: won, lost, open (not known within the time), wrong (it computes something else) or
    failed; `why` says more. `command` is how the program was run, where it was.
    """

    decisions: Decisions
    by: str
    outcome: str
    ratio: float | None = None
    interval: tuple[float, float] | None = None
    pairs: int = 0
    why: str = ""
    command: str = ""
    saved: float = 0.0


@dataclass(frozen=True)
class Device:
    """What is known for one device, on which `command` was run: `key` is for the command line.

    `complete`: the search has ended, and the decisions (of all sites) are to be taken; `wholes`:
    the program with all of them beside the original, by each command, if anything is changed.
    """

    key: str
    target: str
    emit: str
    platform: str
    device: str
    driver: str
    command: str
    complete: bool = False
    decisions: Decisions = field(default_factory=dict)
    tried: tuple[Tried, ...] = ()
    wholes: tuple[Tried, ...] = ()

    @property
    def place(self) -> tuple[str, str, str]:
        """What has one entry in the file."""
        return self.key, self.target, self.emit


@dataclass(frozen=True)
class Tuned:
    """The file."""

    devices: tuple[Device, ...] = ()
    ppcl: str = __version__

    def like(self, device: Device) -> Device | None:
        """The entry of the same device, for the same target."""
        return next((each for each in self.devices if each.place == device.place), None)

    def with_device(self, device: Device) -> "Tuned":
        """The file with a device's entry in place of its former one for the same target. One that
        is complete stays until the next is, and so do its decisions of sites that the next one does
        not decide."""
        known = self.like(device)
        if known is not None and known.complete:
            if not device.complete:
                return self
            device = replace(device, decisions={**known.decisions, **device.decisions})
        others = [each for each in self.devices if each.place != device.place]
        devices = sorted((*others, device), key=lambda each: each.place)
        return replace(self, devices=tuple(devices), ppcl=__version__)


def key_of(*names: str) -> str:
    """The key of a device: its platform, name and driver in letters that no shell minds."""
    words = (re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-") for name in names)
    return "-".join(filter(None, words))


def read_tuned(path: Path) -> Tuned:
    """What a file says; nothing where there is none. Raises PpclError (usage)."""
    if path.exists() and not path.is_file():
        raise _usage(f"cannot read {path}: it is no file")
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Tuned()
    except OSError as error:
        raise _usage(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise _usage(f"{path}: {error}") from error
    try:
        if document["format"] != FORMAT:
            message = f"format {document['format']}, which ppcl {document['ppcl']} wrote"
            raise ValueError(f"{message}, and not {FORMAT}: tune the program again")
        devices = tuple(map(_device, document.get("device", [])))
        if len({device.place for device in devices}) < len(devices):
            raise ValueError("two entries of one device, for one target: leave one of them")
        return Tuned(devices, str(document["ppcl"]))
    except KeyError as error:
        raise _usage(f"{path}: {error} is missing") from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _usage(f"{path}: not as `ppcl tune` writes it ({error})") from error


def tuned_document(tuned: Tuned) -> dict[str, object]:
    """The file as a TOML document (a decision as `CHOICE@HASH`)."""
    devices = [_device_document(each) for each in tuned.devices]
    return {"format": FORMAT, "ppcl": tuned.ppcl, "device": devices}


def head() -> str:
    """What the file says of itself."""
    return _HEAD


def _device_document(device: Device) -> dict[str, object]:
    names = ("key", "target", "emit", "platform", "device", "driver", "command", "complete")
    return {
        **{name: getattr(device, name) for name in names},
        "decisions": _decisions_document(device.decisions),
        "whole": [_tried_document(each) for each in device.wholes],
        "tried": [_tried_document(each) for each in device.tried],
    }


def _tried_document(tried: Tried) -> dict[str, object]:
    document: dict[str, object] = {"by": tried.by, "outcome": tried.outcome}
    if tried.ratio is not None and tried.interval is not None:
        low, high = tried.interval
        document |= {"ratio": tried.ratio, "low": low, "high": high, "pairs": tried.pairs}
        document["saved"] = tried.saved
    texts = {"why": tried.why, "command": tried.command}
    document |= {name: text for name, text in texts.items() if text}
    return document | {"decisions": _decisions_document(tried.decisions)}


def _decisions_document(decisions: Decisions) -> Mapping[str, str]:
    return {key: str(decision) for key, decision in sorted(decisions.items())}


def _decisions(table: Mapping[str, Any]) -> Decisions:
    found = {key: decision_of(key, str(text)) for key, text in table.items()}
    for key, decision in found.items():
        if decision is None or key == OTHERS:
            raise ValueError(f"{key}: {HOW_TO_DECIDE}")
    return {key: decision for key, decision in found.items() if decision is not None}


def _device(table: Mapping[str, Any]) -> Device:
    return Device(
        str(table["key"]),
        str(table["target"]),
        str(table["emit"]),
        str(table["platform"]),
        str(table["device"]),
        str(table["driver"]),
        str(table["command"]),
        complete=table["complete"] is True,
        decisions=_decisions(table["decisions"]),
        tried=tuple(map(_tried, table.get("tried", []))),
        wholes=tuple(map(_tried, table.get("whole", []))),
    )


def _tried(table: Mapping[str, Any]) -> Tried:
    figures = [float(table[name]) for name in ("low", "ratio", "high") if "ratio" in table]
    if figures and not 0 < figures[0] <= figures[1] <= figures[2] < inf:
        raise ValueError(f"{figures} are no low, ratio and high")
    return Tried(
        _decisions(table["decisions"]),
        str(table["by"]),
        str(table["outcome"]),
        figures[1] if figures else None,
        (figures[0], figures[2]) if figures else None,
        int(table.get("pairs", 0)),
        str(table.get("why", "")),
        str(table.get("command", "")),
        float(table.get("saved", 0.0)),
    )


def _usage(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
