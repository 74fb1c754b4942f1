"""Transposed: the elements of a buffer lie the other way round, and are put back to be compared."""

from array import array
from dataclasses import dataclass
from math import gcd

from ppcl.transform.checks.transposed import BYTES, Layout
from ppcl.transform.manifest import KernelEntry
from ppcl.verify.changes.change import Orders, Shown, Unknown
from ppcl.verify.changes.expression import evaluate
from ppcl.verify.log import Launch

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


@dataclass(frozen=True)
class Turned:
    """Element `slow * pitch + fast` of `width` bytes is now element `fast * extent + slow`."""

    pitch: int
    extent: int
    width: int

    def apply(self, data: bytes) -> bytes | None:
        """The bytes in their new places: `undo`, with the sides exchanged."""
        return Turned(self.extent, self.pitch, self.width).undo(data)

    def undo(self, data: bytes) -> bytes | None:
        """The bytes in their old places; None where these are not all bytes of the rectangle."""
        if min(self.pitch, self.extent) < 1 or len(data) != self.pitch * self.extent * self.width:
            return None
        word = gcd(self.width, 8)
        words = self.width // word
        now: array[int] = array(_CODES[word], data)
        was = array(_CODES[word], bytes(len(data)))
        row = self.pitch * words
        for lane in range(words):
            plane = now[lane::words]
            for slow in range(self.extent):
                start = slow * row
                was[start + lane : start + row : words] = plane[slow :: self.extent]
        return was.tobytes()


@dataclass(frozen=True)
class TransposedBuffers(Shown):
    """The buffers that the manifest says are transposed."""

    def orders(self) -> Orders:
        """By buffer number, what the manifest says of its layout."""
        found: dict[int, tuple[Turned, ...] | Unknown] = {}
        for launch in self.process.launches:
            for argument in launch.arguments:
                turns = self.turns(launch, argument.index)
                if turns and found.setdefault(argument.number, turns) != turns:
                    found[argument.number] = Unknown("launches disagree on its layout")
        return self._through_copies(found)

    def turns(self, launch: Launch, index: int) -> "tuple[Turned, ...] | Unknown":
        """How the buffer that a launch of the original has as an argument is turned, one after the
        other; nothing where it is as it was."""
        kernel = self.manifest.kernel(launch.kernel)
        layouts = [
            each
            for each in self.manifest.changes
            if isinstance(each, Layout) and (each.kernel, each.index) == (launch.kernel, index)
        ]
        buffers = [a.number for a in launch.arguments if a.index == index and a.kind == "b"]
        if kernel is None or not layouts or not buffers:
            return ()
        return _turns(layouts, kernel, launch, self.process.buffers[buffers[0]].size)

    def _through_copies(self, found: dict[int, tuple[Turned, ...] | Unknown]) -> Orders:
        """A copy of a whole buffer has its layout."""
        copies = self.process.copies
        for _ in range(len(copies)):
            for copy in copies:
                for one, other in (
                    (copy.source, copy.destination),
                    (copy.destination, copy.source),
                ):
                    if one in found:
                        found.setdefault(other, found[one])
        return found


def _turns(
    layouts: list[Layout], kernel: KernelEntry, launch: Launch, size: int
) -> tuple[Turned, ...] | Unknown:
    names = {parameter.index: parameter.name for parameter in kernel.parameters}
    values = {
        names[argument.index]: argument.integer
        for argument in launch.arguments
        if argument.index in names and argument.integer is not None
    }
    values[BYTES] = size
    turns: list[Turned] = []
    for layout in layouts:
        try:
            pitch, extent = (
                evaluate(side or "", values, launch.global_size)
                for side in (layout.pitch, layout.extent)
            )
        except (ValueError, ZeroDivisionError):
            return Unknown("its sides are no expressions over the arguments of the launch")
        turns.append(Turned(pitch, extent, layout.width))
    return tuple(turns)
