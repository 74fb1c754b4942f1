"""What is known of each buffer of a recorded process: its name, its elements, who wrote it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ppcl.transform.manifest import Manifest, Parameter
from ppcl.verify.log import Launch, Process, Read, Site
from ppcl.verify.sites import RecordedSite

_WIDTHS = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass
class Buffers:
    """The buffers of a process, by their numbers."""

    process: Process
    manifest: Manifest
    _uses: dict[int, list[tuple[Launch, Parameter]]] = field(default_factory=dict)
    _family: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for launch, number, parameter in self._bound():
            self._uses.setdefault(number, []).append((launch, parameter))
        for buffer in self.process.buffers.values():
            parent = self._family.get(buffer.parent, buffer.parent)
            self._family[buffer.number] = parent or buffer.number

    def _bound(self) -> Iterator[tuple[Launch, int, Parameter]]:
        for launch in self.process.launches:
            kernel = self.manifest.kernel(launch.kernel)
            known = {p.index: p for p in kernel.parameters} if kernel else {}
            for argument in launch.arguments:
                if argument.kind == "b":
                    unknown = Parameter("?", argument.index, True, "bytes", True, ())
                    yield launch, argument.number, known.get(argument.index, unknown)

    def _same_memory(self, number: int) -> list[int]:
        """A buffer, its sub-buffers, and those of the same parent."""
        family = self._family.get(number)
        return [each for each, root in self._family.items() if root == family] or [number]

    def _uses_of(self, number: int) -> list[tuple[Launch, Parameter]]:
        return [use for each in self._same_memory(number) for use in self._uses.get(each, [])]

    def name(self, number: int) -> str:
        """How people know a buffer: by the host's variable, and as an argument of a kernel."""
        uses = self._uses_of(number)
        if not uses:
            return f"buffer {number}"
        launch, parameter = uses[-1]
        host = "|".join(parameter.buffers) or f"buffer {number}"
        return f"{host} ('{parameter.name}' of {launch.kernel})"

    def element(self, number: int) -> str:
        """The type of a buffer's elements where kernels, and copies, agree on it; else bytes."""
        linked = {number}
        for copy in self.process.copies:
            if linked & {copy.source, copy.destination}:
                linked |= {copy.source, copy.destination}
        found = {parameter.element for each in linked for _, parameter in self._uses_of(each)}
        return found.pop() if len(found) == 1 else "bytes"

    def width(self, number: int) -> int:
        """The size of an element in bytes."""
        element = self.element(number)
        return _WIDTHS.get(element.lstrip("uintfloa"), 1)

    def written_by(self, read: Read, places: Mapping[Site, RecordedSite]) -> str:
        """The last command before a read that may have written its buffer."""
        memory = self._same_memory(read.buffer)
        order = {launch.sequence: at for at, launch in enumerate(self.process.launches, 1)}
        found: list[tuple[int, str, Site | None]] = [
            (launch.sequence, f"launch {order[launch.sequence]} of {launch.kernel}", launch.site)
            for launch, parameter in self._uses_of(read.buffer)
            if parameter.written
        ]
        found += [
            (upload.sequence, f"the host's {upload.kind}", None)
            for upload in self.process.uploads
            if upload.buffer in memory
        ]
        found += [
            (copy.sequence, f"a copy of {self.name(copy.source)}", None)
            for copy in self.process.copies
            if copy.destination in memory
        ]
        found += [
            (sequence, "the host, through a map", None)
            for sequence, number in self.process.unmapped
            if number in memory
        ]
        earlier = [each for each in found if each[0] < read.sequence]
        if not earlier:
            return "nothing that was recorded"
        _, what, site = max(earlier, key=lambda each: each[0])
        return f"{what} at {places[site].label}" if site is not None else what
