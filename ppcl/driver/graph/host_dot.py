"""The host's side of the picture: its steps in frames, and the objects that they touch."""

from dataclasses import dataclass, field
from itertools import pairwise

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    DEVICE_KINDS,
    AccessEvent,
    EscapeEvent,
    Event,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
)
from ppcl.analysis.model.region import Sides
from ppcl.driver.graph.arguments import sizes_text
from ppcl.driver.graph.dot import cluster, edge, left_aligned, node, quoted
from ppcl.driver.graph.outline import ENTRY, Frame, Head, Part, Step, outline
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
_TRANSFER = {
    "shape": "box",
    "style": '"filled,rounded"',
    "fillcolor": '"#d9e8f7"',
    "color": '"#4a7ab5"',
}
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
        title = f"host: {ENTRY}()"
        return cluster("host", title, drawn.lines, style='"rounded"', color='"#4a7ab5"')

    def _sequence(self, parts: tuple[Part, ...]) -> _Drawn:
        drawn = [self._frame(p) if isinstance(p, Frame) else self._step(p) for p in parts]
        lines = [line for part in drawn for line in part.lines]
        for before, after in pairwise(drawn):
            lines += [edge(a, b, **_CONTROL) for a in before.last for b in after.first]
        first = drawn[0].first if drawn else ()
        return _Drawn(lines, first, drawn[-1].last if drawn else ())

    def _frame(self, frame: Frame) -> _Drawn:
        self.frames += 1
        ways = [self._sequence(way) for way in frame.ways if way]
        lines = [line for way in ways for line in way.lines]
        first = tuple(node for way in ways for node in way.first)
        last = tuple(node for way in ways for node in way.last)
        if frame.head.kind == "loop":
            lines += [edge(a, b, **_TURN) for a in last for b in first]
        title, style = self._title(frame.head), _STYLES[frame.head.kind]
        return _Drawn(cluster(f"frame{self.frames}", title, lines, **style), first, last)

    def _title(self, head: Head) -> str:
        """How a function, loop or branch begins, and its line."""
        if head.at is None:
            return f"{head.name}()" if head.name else "elsewhere"
        text = excerpt(self.facts.files, head.at, 400)
        where = place(self.facts.files, head.at)
        return f"{shortened(_up_to_parenthesis(text), 60)}  {where}"

    def _step(self, step: Step) -> _Drawn:
        event = step.events[0]
        name = step_name(event)
        match event:
            case TransferEvent():
                line = self._transfer(event, name)
            case LaunchEvent():
                line = self._launch(event, name)
            case _:
                line = self._accesses(step, name)
        return _Drawn([line], (name,), (name,))

    def _transfer(self, event: TransferEvent, name: str) -> str:
        """The call, with the host object or other buffer on the side that the data come from."""
        partner = event.host or event.peer
        partners = (partner,) if partner is not None else ()
        forth = event.kind not in ("read", "map")
        sources, targets = (partners, event.buffers) if forth else (event.buffers, partners)
        for target in sources:
            self._data(name, target, reads=True, writes=False)
        for target in targets:
            self._data(name, target, reads=False, writes=True)
        ends = [", ".join(target.name for target in row) for row in (sources, targets)]
        moves = " -> ".join(end for end in ends if end)
        waits = "" if event.blocking or event.kind == "create" else ", not blocking"
        label = f"{event.call}{waits}\n{moves}  {place(self.facts.files, event.at)}"
        return node(name, quoted(label), **_TRANSFER)

    def _launch(self, event: LaunchEvent, name: str) -> str:
        number = [launch.order for launch in self.facts.host.launches].index(event.order)
        label = (
            f"launch {number}: {event.kernel}\nglobal {_sizes(event.global_choices)}\n"
            f"local {_sizes(event.local_choices)}\n{place(self.facts.files, event.at)}"
        )
        return node(name, quoted(label), **_LAUNCH)

    def _accesses(self, step: Step, name: str) -> str:
        """What is round the accesses, and for each object how it is read and written."""
        lines = [self._title(head) for head in step.heads[:4]]
        uses: dict[tuple[int, str], list[str]] = {}
        for event in step.events:
            if isinstance(event, AccessEvent):
                reads = event.kind == "load"
                self._data(name, event.object, reads, not reads)
                text = excerpt(self.facts.files, event.node.at, 44)
                what = (event.object.serial, f"{_verb(event)} {event.object.name}: ")
                uses.setdefault(what, []).append(text)
            elif isinstance(event, EscapeEvent):
                self._data(name, event.object, event.reads, event.writes)
                what = (event.object.serial, f"{event.object.name}: ")
                uses.setdefault(what, []).append(event.reason)
        for (_, verb), texts in uses.items():
            more = ", ..." if len(set(texts)) > 1 else ""
            lines.append(f"{verb}{texts[0]}{more}")
        return node(name, left_aligned(lines), **_STEP)

    def _data(self, step: str, target: MemoryObject, reads: bool, writes: bool) -> None:
        """Edges between a step and an object, and the object's node."""
        style = BUFFER if target.kind in DEVICE_KINDS else _HOST_OBJECT
        name = object_name(target)
        self.outside[node(name, quoted(object_label(target)), **style)] = None
        if reads:
            self.outside[edge(name, step, **_DATA)] = None
        if writes:
            self.outside[edge(step, name, **_DATA)] = None


def _verb(event: AccessEvent) -> str:
    return "reads" if event.kind == "load" else "writes"


def _up_to_parenthesis(text: str) -> str:
    """The beginning of a statement up to the end of its first parentheses (`do` has none)."""
    depth = 0
    for position, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "{" and depth == 0:
            return text[:position].rstrip()
        if letter == ")" and depth == 0:
            return text[: position + 1]
    return text


def object_label(target: MemoryObject) -> str:
    """A buffer's or host object's name and size."""
    size = f"\n{shortened(str(target.size), 40)} bytes" if target.size is not None else ""
    return f"{target.name}{size}"


def _sizes(choices: tuple[Sides | None, ...]) -> str:
    return shortened(sizes_text(choices), 48)
