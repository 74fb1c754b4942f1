"""The host's side of the picture: its steps in frames, and the objects that they touch."""

from dataclasses import dataclass, field
from itertools import pairwise

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    AccessEvent,
    EscapeEvent,
    Event,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
)
from ppcl.analysis.polynomial import Polynomial
from ppcl.driver.dot import cluster, edge, node, quoted
from ppcl.driver.outline import Frame, Part, Step, outline
from ppcl.driver.text import excerpt, place, shortened

_DATA = {"color": '"#4a7ab5"'}
_CONTROL = {"color": '"#666666"', "weight": "20"}
_TURN = {"color": '"#999999"', "style": "dashed", "constraint": "false"}
_STYLES = {
    "function": {"style": '"filled,rounded"', "fillcolor": '"#f7f7f7"', "color": '"#bbbbbb"'},
    "loop": {"style": '"filled,rounded"', "fillcolor": '"#eeeeee"', "color": '"#999999"'},
    "branch": {"style": '"rounded,dashed"', "color": '"#999999"'},
}
_STEP = {"shape": "box", "style": '"filled"', "fillcolor": "white", "color": '"#999999"'}
_TRANSFER = {"shape": "cds", "style": '"filled"', "fillcolor": '"#d9e8f7"', "color": '"#4a7ab5"'}
_LAUNCH = {"shape": "box", "style": '"filled,bold"', "fillcolor": '"#ffe8a3"'}
_HOST_OBJECT = {"shape": "note", "style": "filled", "fillcolor": '"#f3efe0"'}
BUFFER = {"shape": "cylinder", "style": "filled", "fillcolor": '"#cfe8cf"'}


def step_name(event: Event) -> str:
    """The node of a step, by its first event."""
    return f"step{event.order}"


def object_name(target: MemoryObject) -> str:
    """The node of a buffer or host object."""
    return f"object{target.serial}"


@dataclass(frozen=True)
class _Drawn:
    """Lines, and the nodes at which control enters and leaves them."""

    lines: list[str]
    first: tuple[str, ...]
    last: tuple[str, ...]


@dataclass
class HostPicture:
    """The host's frame as lines, and the objects' nodes and data edges that go outside of it."""

    facts: Facts
    outside: dict[str, None] = field(default_factory=dict)
    frames: int = 0

    def lines(self) -> list[str]:
        """The frame round the host program."""
        drawn = self._sequence(outline(self.facts))
        return cluster("host", "host", drawn.lines, style='"rounded"', color='"#4a7ab5"')

    def _sequence(self, parts: tuple[Part, ...]) -> _Drawn:
        drawn = [self._frame(p) if isinstance(p, Frame) else self._step(p) for p in parts]
        lines = [line for part in drawn for line in part.lines]
        for before, after in pairwise(drawn):
            lines += [edge(a, b, **_CONTROL) for a in before.last for b in after.first]
        first = drawn[0].first if drawn else ()
        return _Drawn(lines, first, drawn[-1].last if drawn else ())

    def _frame(self, frame: Frame) -> _Drawn:
        self.frames += 1
        name, title = f"frame{self.frames}", self._title(frame)
        ways = [self._sequence(way) for way in frame.ways if way]
        lines = [line for way in ways for line in way.lines]
        first = tuple(node for way in ways for node in way.first)
        last = tuple(node for way in ways for node in way.last)
        if frame.kind == "loop":
            lines += [edge(a, b, **_TURN) for a in last for b in first]
        return _Drawn(cluster(name, title, lines, **_STYLES[frame.kind]), first, last)

    def _title(self, frame: Frame) -> str:
        if frame.at is None:
            return f"{frame.name}()" if frame.name else "elsewhere"
        head = excerpt(self.facts.files, frame.at, 400).split("{")[0].split(";")
        text = ";".join(head[:3]) if frame.kind == "loop" else head[0]
        return f"{shortened(text.strip(), 60)}  ({place(self.facts.files, frame.at)})"

    def _step(self, step: Step) -> _Drawn:
        event = step.events[0]
        name = step_name(event)
        match event:
            case TransferEvent():
                line = self._transfer(event, name)
            case LaunchEvent():
                line = self._launch(event, name)
            case AccessEvent() | EscapeEvent():
                line = self._access(event, step, name)
            case _:
                line = ""
        return _Drawn([line], (name,), (name,))

    def _transfer(self, event: TransferEvent, name: str) -> str:
        writes = event.kind in ("write", "create", "copy", "fill", "unmap")
        sources = event.host or event.peer
        for buffer in event.buffers:
            self._data(name, buffer) if writes else self._data(name, buffer, True)
        if sources is not None:
            self._data(name, sources, writes)
        blocking = "" if event.blocking or event.kind == "create" else "\nnot blocking"
        label = f"{event.call}\n{place(self.facts.files, event.at)}{blocking}"
        return node(name, quoted(label), **_TRANSFER)

    def _launch(self, event: LaunchEvent, name: str) -> str:
        number = [launch.order for launch in self.facts.host.launches].index(event.order)
        label = (
            f"launch {number}: {event.kernel}\nglobal {_sizes(event.global_size)}\n"
            f"local {_sizes(event.local_size)}\n{place(self.facts.files, event.at)}"
        )
        return node(name, quoted(label), **_LAUNCH)

    def _access(self, event: AccessEvent | EscapeEvent, step: Step, name: str) -> str:
        if isinstance(event, EscapeEvent):
            self._data(name, event.object, event.reads)
            return node(name, quoted(f"{event.object.name}: {event.reason}"), **_STEP)
        self._data(name, event.object, event.kind == "load")
        nodes = [found.node for found in step.events if isinstance(found, AccessEvent)]
        texts = list(dict.fromkeys(excerpt(self.facts.files, found.at, 44) for found in nodes))
        shown = [*texts[:2], *(["..."] if len(texts) > 2 else [])]
        verb = "read" if event.kind == "load" else "write"
        return node(name, quoted(f"{verb} " + "\n".join(shown)), **_STEP)

    def _data(self, step: str, target: MemoryObject, reads: bool = False) -> None:
        """An edge between a step and an object, and the object's node."""
        style = BUFFER if target.kind == "buffer" else _HOST_OBJECT
        self.outside[node(object_name(target), quoted(object_label(target)), **style)] = None
        ends = (object_name(target), step) if reads else (step, object_name(target))
        self.outside[edge(*ends, **_DATA)] = None


def object_label(target: MemoryObject) -> str:
    """A buffer's or host object's name and size."""
    size = f"\n{shortened(str(target.size), 40)} bytes" if target.size is not None else ""
    return f"{target.name}{size}"


def _sizes(sizes: tuple[Polynomial, ...] | None) -> str:
    return shortened(", ".join(map(str, sizes)), 48) if sizes is not None else "NULL"
