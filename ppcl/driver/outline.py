"""The host program in outline: only what touches the data that kernels work on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ppcl.analysis.aliases import aliases
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


@dataclass(frozen=True)
class Step:
    """A command, or accesses of one kind to one host object that follow one another."""

    events: tuple[Event, ...]


@dataclass(frozen=True)
class Frame:
    """A function, a loop or a branch round parts; a branch has two ways, the others one.

    `name` is the function's, `at` the place of the statement.
    """

    kind: Literal["function", "loop", "branch"]
    name: str
    at: Origin | None
    ways: "tuple[tuple[Part, ...], ...]"


Part = Step | Frame


def outline(facts: Facts) -> tuple[Part, ...]:
    """The host's transfers, launches and accesses to aliased host objects, in program order."""
    tied = frozenset(alias.host.serial for alias in aliases(facts.host))
    return _Outline(facts, tied).parts(facts.host.tree, "")


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
                found.append(Frame("function", name, None, (inner,)))
        return tuple(found)

    def _steps(self, nodes: Iterable[EventNode], function: str) -> Iterator[Part]:
        for _, group in groupby(nodes, _similar):
            same = list(group)
            match same[0]:
                case LoopNode() | BranchNode():
                    yield from (self._frame(node, function) for node in same)
                case _:
                    yield Step(tuple(events_of(tuple(same))))

    def _frame(self, node: EventNode, function: str) -> Frame:
        if isinstance(node, LoopNode):
            return Frame("loop", "", node.at, (self.parts(node.body, function),))
        assert isinstance(node, BranchNode)
        ways = (self.parts(node.then, function), self.parts(node.otherwise, function))
        return Frame("branch", "", node.at, ways)

    def _is_shown(self, event: Event) -> bool:
        if isinstance(event, AccessEvent | EscapeEvent):
            return event.object.serial in self.tied
        return isinstance(event, TransferEvent | LaunchEvent)

    def _function(self, at: Origin) -> str:
        for function in self.facts.host.functions.values():
            if function.body is not None and function.body.at.span.contains(at.span):
                return function.declaration.name
        return ""


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
