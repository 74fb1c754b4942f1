"""Compares two recorded runs of a program: what the host saw, and what was launched."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from ppcl.transform.manifest import Manifest
from ppcl.verify.buffers import Buffers
from ppcl.verify.changes.change import Orders, Unknown
from ppcl.verify.changes.expected import Standing, expected_launches, orders_of
from ppcl.verify.log import Argument, Launch, Process, Read, Site
from ppcl.verify.sites import RecordedSite, places_of
from ppcl.verify.values import TOLERANCES, Comparison, Tolerance, compare

T = TypeVar("T", Read, Standing)
U = TypeVar("U", Read, Launch)
# The header whose reads are put back into their old order, and say so.
_SHUFFLING = "ppcl_transpose.h"


@dataclass(frozen=True)
class Finding:
    """A difference. `kind`: status, stdout, output, process, reads, read, launches or launch;
    graph for what `ppcl graph` does not allow, assumption for what is not as the user stated.

    For a read: the call's place, the buffer, the index of the first element that differs (in the
    original's layout), both values, and the command that wrote the buffer last.
    """

    kind: str
    message: str
    place: str = ""
    buffer: str = ""
    index: int | None = None
    before: str = ""
    after: str = ""
    written_by: str = ""


@dataclass
class Tally:
    """What was compared: `turned` reads through the manifest, `plain` ones without it.

    `skipped` reads could not be compared. `unaided`: whether something that the host sees was
    compared without the manifest's help.
    """

    launches: int = 0
    plain: int = 0
    turned: int = 0
    skipped: int = 0
    bytes: int = 0
    exact: bool = True
    ulps: int = 0
    absolute: float = 0.0
    unaided: bool = True
    notes: list[str] = field(default_factory=list)


def compare_runs(
    before: Sequence[Process],
    after: Sequence[Process],
    manifest: Manifest,
    tolerances: Mapping[str, Tolerance] = TOLERANCES,
    other_device: bool = False,
) -> tuple[list[Finding], Tally]:
    """All differences that were not declared: the reads' before the launches'.

    With `other_device` the runs are on devices whose limits differ: other sizes of launches and
    of local memory, which hosts take from such limits, are notes where all that is read agrees.
    """
    tally = Tally()
    if len(before) != len(after):
        message = f"{len(before)} processes use OpenCL in the original, {len(after)} now"
        return [Finding("process", message)], tally
    reads: list[Finding] = []
    launches: list[Finding] = []
    for old, new in zip(before, after, strict=True):
        pair = _Pair(old, new, manifest, tolerances, tally)
        found = list(pair.reads())
        tally.notes += pair.uploads() if found else ()
        reads += found
        launches += pair.launches()
    if other_device and not reads:
        sizes = [finding for finding in launches if finding.kind == "size"]
        asked = "hosts may ask the device for its limits"
        tally.notes += [f"{each.message}: {asked}" for each in sizes]
        launches = [finding for finding in launches if finding.kind != "size"]
    return [*reads, *launches], tally


@dataclass
class _Pair:
    """A process in both runs."""

    before: Process
    after: Process
    manifest: Manifest
    tolerances: Mapping[str, Tolerance]
    tally: Tally
    buffers: Buffers = field(init=False)
    orders: Orders = field(init=False)
    old_places: Mapping[Site, RecordedSite] = field(init=False)
    new_places: Mapping[Site, RecordedSite] = field(init=False)

    def __post_init__(self) -> None:
        self.buffers = Buffers(self.before, self.manifest)
        self.orders = orders_of(self.before, self.manifest)
        self.old_places, self.new_places = (
            places_of(
                [read.site for read in process.reads] + [launch.site for launch in process.launches]
            )
            for process in (self.before, self.after)
        )
        self.tally.notes += [f"original: {note}" for note in dict.fromkeys(self.before.notes)]
        self.tally.notes += [f"rewritten: {note}" for note in dict.fromkeys(self.after.notes)]

    def reads(self) -> Iterator[Finding]:
        old, new = self.before.reads, self.after.reads
        sites = ([each.site for each in old], [each.site for each in new])
        for one, other in self._matched(old, new, *sites):
            if one is not None and other is not None:
                yield from self._read(one, other)
        if len(old) != len(new):
            message = f"{len(old)} reads and maps in the original, {len(new)} now"
            yield Finding("reads", message)

    def _matched(
        self, old: Sequence[T], new: Sequence[U], sites: Iterable[Site], new_sites: Iterable[Site]
    ) -> list[tuple[T | None, U | None]]:
        old_keys = [self.old_places[site].key for site in sites]
        new_keys = [self.new_places[site].key for site in new_sites]
        return matched(old, new, old_keys, new_keys)

    def _read(self, old: Read, new: Read) -> Iterator[Finding]:
        if (old.buffer, old.offset, old.how) != (new.buffer, new.offset, new.how):
            message = "another part of another buffer is read, or in another way"
            yield self._at(old, Finding("read", message))
            return
        if new.final is not None:  # shuffled on the way: the host sees what it saw before
            yield from self._bytes(old, bytes(new.final), "")
            self.tally.plain += 1
        elif Path(self.new_places[new.site].file).name == _SHUFFLING:
            name = self.buffers.name(old.buffer)
            yield self._at(
                old, Finding("read", f"{name}: what is read is not put back for the host")
            )
            return
        orders = self.orders.get(old.buffer, ())
        if isinstance(orders, Unknown):
            self._skip(old, orders.reason)
            return
        data: bytes | None = bytes(new.data)
        for order in reversed(orders):
            data = order.undo(data) if data is not None else None
        if data is None:
            self._skip(old, "a part of it was read, and its layout changed")
            return
        self.tally.turned += bool(orders)
        self.tally.plain += not orders
        yield from self._bytes(old, data, " (in the original's layout)" if orders else "")

    def _skip(self, read: Read, reason: str) -> None:
        self.tally.skipped += 1
        note = f"{self.buffers.name(read.buffer)} was not compared: {reason}"
        self.tally.notes.append(note)

    def uploads(self) -> Iterator[str]:
        """What the host wrote otherwise than before, where the layout is the same: a hint only."""
        for one, other in zip(self.before.uploads, self.after.uploads, strict=False):
            same = (one.buffer, one.size, one.hash) == (other.buffer, other.size, other.hash)
            if not same and one.buffer not in self.orders:
                yield f"the host's {one.kind} to {self.buffers.name(one.buffer)} has other bytes"

    def _bytes(self, old: Read, data: bytes, note: str) -> Iterator[Finding]:
        element = self.buffers.element(old.buffer)
        found: Comparison = compare(bytes(old.data), data, element, self.tolerances)
        self.tally.bytes += len(old.data)
        self.tally.exact &= found.exact
        self.tally.ulps = max(self.tally.ulps, found.ulps)
        self.tally.absolute = max(self.tally.absolute, found.absolute)
        if found.first is not None:
            index, one, other = found.first.index, found.first.before, found.first.after
            index += old.offset // self.buffers.width(old.buffer) if old.how in "rm" else 0
            name = self.buffers.name(old.buffer)
            message = f"{name}: element {index}{note} is {other}, not {one}"
            finding = Finding("read", message, index=index, before=str(one), after=str(other))
            yield self._at(old, finding)

    def _at(self, read: Read, finding: Finding) -> Finding:
        return Finding(
            finding.kind,
            finding.message,
            self.old_places[read.site].label,
            self.buffers.name(read.buffer),
            finding.index,
            finding.before,
            finding.after,
            self.buffers.written_by(read, self.old_places),
        )

    def launches(self) -> Iterator[Finding]:
        old, new = expected_launches(self.before, self.manifest), self.after.launches
        sites = ([each.old.site for each in old], [each.site for each in new])
        for number, (one, other) in enumerate(self._matched(old, new, *sites), 1):
            if one is None or other is None:
                continue
            self.tally.launches += 1
            place = self.old_places[one.old.site].label
            for kind, what in self._launch(one.new, other):
                message = f"launch {number} of {one.old.kernel}: {what}, which was not declared"
                yield Finding(kind, message, place)
        if len(old) != len(new):
            message = f"{len(self.before.launches)} launches in the original, {len(new)} now"
            yield Finding("launches", message)

    def _launch(self, old: Launch, new: Launch) -> Iterator[tuple[str, str]]:
        """In what a launch is not as expected."""
        pairs: list[tuple[str, str, object, object]] = [
            ("launch", "kernel", old.kernel, new.kernel),
            ("size", "global size", old.global_size, new.global_size),
            ("size", "local size", old.local_size, new.local_size),
            ("launch", "global offset", old.offset, new.offset),
        ]
        for one, other in zip_longest(old.arguments, new.arguments):
            index = (one or other).index
            local = one is not None and other is not None and one.kind == other.kind == "l"
            kind = "size" if local else "launch"
            pairs.append((kind, f"argument {index}", _shown(one), _shown(other)))
        for kind, what, before, after in pairs:
            if before != after:
                yield kind, f"{what} is {after}, not {before}"


def _shown(argument: Argument | None) -> str:
    """What an argument is, so that equal ones are shown alike."""
    match argument:
        case None:
            return "missing"
        case Argument(kind="b", number=number):
            return f"buffer {number}"
        case Argument(kind="l", number=number):
            return f"{number} bytes of local memory"
        case Argument(kind="o", number=number):
            return f"object {number}"
        case Argument(integer=int(value)):
            return f"{value} ({argument.data.hex()})"
        case _:
            return f"bytes {argument.data.hex()}"


def matched(
    before: Sequence[T], after: Sequence[U], old: Sequence[Hashable], new: Sequence[Hashable]
) -> list[tuple[T | None, U | None]]:
    """Pairs by call site (`old` and `new` name them) and order; by order alone where the call sites
    are not the same."""
    if Counter(old) != Counter(new):
        return list(zip_longest(before, after))
    waiting: dict[Hashable, list[U]] = {}
    for key, item in reversed(list(zip(new, after, strict=True))):
        waiting.setdefault(key, []).append(item)
    return [(item, waiting[key].pop()) for key, item in zip(old, before, strict=True)]
