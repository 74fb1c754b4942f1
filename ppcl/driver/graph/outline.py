"""The host program in outline: only what touches the data that kernels work on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ppcl.analysis.data.aliases import aliases
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    AccessEvent,
    BarrierEvent,
    BranchNode,
    EscapeEvent,
    Event,
    EventNode,
    LaunchEvent,
    LoopNode,
    TransferEvent,
    events_of,
)
from ppcl.ir.node import Origin

ENTRY = "main"


@dataclass(frozen=True)
class Head:
    """What stands round events: a function by name, a loop or branch by its place."""

    kind: Literal["function", "loop", "branch"]
    name: str
    at: Origin | None


@dataclass(frozen=True)
class Step:
    """One command; or accesses to host objects that no command comes between.

    `heads` are the loops, branches and functions round all of them, outermost first.
    """

    heads: tuple[Head, ...]
    events: tuple[Event, ...]

    @property
    def is_command(self) -> bool:
        """Whether the step is a transfer or launch."""
        return isinstance(self.events[0], TransferEvent | LaunchEvent)


@dataclass(frozen=True)
class Frame:
    """A function, a loop or a branch round commands; a branch has two ways, the others one."""

    head: Head
    ways: "tuple[tuple[Part, ...], ...]"


Part = Step | Frame


def outline(facts: Facts) -> tuple[Part, ...]:
    """The host's transfers, launches and accesses to aliased host objects, in program order."""
    tied = frozenset(alias.host.serial for alias in aliases(facts.host))
    return _Outline(facts, tied).parts(facts.host.tree, ENTRY)


@dataclass(frozen=True)
class _Outline:
    facts: Facts
    tied: frozenset[int]

    def parts(self, nodes: Iterable[EventNode], function: str) -> tuple[Part, ...]:
        shown = [node for node in nodes if any(map(self._is_shown, events_of((node,))))]
        found: list[Part] = []
        for name, group in groupby(shown, lambda node: self._function(_place(node))):
            inner = tuple(self._steps(group, name))
            if name == function:
                found += inner
            else:
                found.append(_framed(Head("function", name, None), (inner,)))
        return tuple(found)

    def _steps(self, nodes: Iterable[EventNode], function: str) -> Iterator[Part]:
        for _, group in groupby(nodes, _similar):
            same = list(group)
            match same[0]:
                case LoopNode() | BranchNode():
                    yield from (self._inside(node, function) for node in same)
                case _:
                    yield Step((), tuple(events_of(tuple(same))))

    def _inside(self, node: EventNode, function: str) -> Part:
        if isinstance(node, LoopNode):
            return _framed(Head("loop", "", node.at), (self.parts(node.body, function),))
        assert isinstance(node, BranchNode)
        ways = (self.parts(node.then, function), self.parts(node.otherwise, function))
        return _framed(Head("branch", "", node.at), ways)

    def _is_shown(self, event: Event) -> bool:
        if isinstance(event, AccessEvent | EscapeEvent):
            return event.object.serial in self.tied
        return isinstance(event, TransferEvent | LaunchEvent)

    def _function(self, at: Origin) -> str:
        for function in self.facts.host.functions.values():
            if function.body is not None and function.body.at.span.contains(at.span):
                return function.declaration.name
        return ""


def _framed(head: Head, ways: tuple[tuple[Part, ...], ...]) -> Part:
    """A frame round parts, or one step where there is no command in it."""
    parts = [part for way in ways for part in way]
    steps = [part for part in parts if isinstance(part, Step) and not part.is_command]
    if len(steps) < len(parts):
        return Frame(head, ways)
    inner = steps[0].heads if len(steps) == 1 else ()
    return Step((head, *inner), tuple(event for step in steps for event in step.events))


def _place(node: EventNode) -> Origin:
    return node.node.at if isinstance(node, AccessEvent) else node.at


def _similar(node: EventNode) -> tuple[object, ...]:
    """Equal for accesses that make one step."""
    match node:
        case AccessEvent(kind=kind, object=target):
            return (kind, target.serial)
        case EscapeEvent(object=target, reason=reason):
            return (reason, target.serial)
        case LoopNode() | BranchNode() | BarrierEvent():
            return ("frame",)
        case _:
            return (node.order,)
