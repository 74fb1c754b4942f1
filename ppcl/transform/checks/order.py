"""Events in an order in which two analyses can be compared."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from itertools import groupby
from typing import TypeGuard

from ppcl.analysis.model import (
    AccessEvent,
    BranchNode,
    EscapeEvent,
    EventNode,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    events_of,
)
from ppcl.ir.expression import Member
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, IntType, RecordType, Type


def without_loads(
    nodes: tuple[EventNode, ...], transposed: frozenset[str]
) -> tuple[EventNode, ...]:
    """A kernel's nodes without loads, but for those of the objects named in `transposed`, and
    without loops and branches in which nothing is left: terms say what is read, and when."""
    kept: list[EventNode] = []
    for node in nodes:
        match node:
            case AccessEvent(kind="load", object=object_) if object_.name not in transposed:
                continue
            case LoopNode(body=body):
                if inner := without_loads(body, transposed):
                    kept.append(replace(node, body=inner))
            case BranchNode(then=then, otherwise=otherwise):
                arms = (without_loads(then, transposed), without_loads(otherwise, transposed))
                if any(arms):
                    kept.append(replace(node, then=arms[0], otherwise=arms[1]))
            case _:
                kept.append(node)
    return tuple(kept)


def without_sizes(
    nodes: Iterable[EventNode], known: Iterable[EventNode], moved: Set[str]
) -> tuple[EventNode, ...]:
    """The host's nodes without what reads numbers that may be sizes, but for those of objects
    whose names are `moved`, and without such variables of its own that `known`, the old nodes, do
    not have: a copy of sizes is made, and they are read once more. A list of sizes without a
    name is the call's alone that gets it. What launches make of them is theirs to say."""
    sizes = (each.object for each in events_of(tuple(known)) if _is_of_sizes(each))
    names = {each.name for each in sizes if each.declaration is not None}
    return tuple(_without_sizes(nodes, names, moved))


def _without_sizes(
    nodes: Iterable[EventNode], known: Set[str], moved: Set[str]
) -> Iterator[EventNode]:
    for node in nodes:
        match node:
            case LoopNode(body=body):
                yield replace(node, body=tuple(_without_sizes(body, known, moved)))
            case BranchNode(then=then, otherwise=otherwise):
                arms = (tuple(_without_sizes(arm, known, moved)) for arm in (then, otherwise))
                yield replace(node, then=next(arms), otherwise=next(arms))
            case AccessEvent(kind="load") if _is_size(node.type) and node.object.name not in moved:
                continue
            case _ if _is_of_sizes(node) and node.object.name not in known:
                continue
            case _:
                yield node


def _is_of_sizes(node: EventNode) -> TypeGuard[AccessEvent | EscapeEvent]:
    return isinstance(node, AccessEvent | EscapeEvent) and _holds_sizes(node.object)


def _holds_sizes(object_: MemoryObject) -> bool:
    element = object_.element
    while isinstance(element, ArrayType):
        element = element.element
    is_range = isinstance(element, RecordType) and element.name == "cl::NDRange"
    return object_.kind == "variable" and (is_range or _is_size(element))


def _is_size(type_: Type | None) -> bool:
    return isinstance(type_, IntType) and type_.bits == 64 and not type_.signed


def comparable(nodes: Iterable[EventNode], transposed: frozenset[str]) -> Iterator[EventNode]:
    """The nodes, with loads that follow each other sorted by what they read, and launches of one
    call, of which one happens, by the name of their kernel. A struct's own fields are no data,
    wherever it lies: an index may name another one for the same number.

    Nothing happens between such loads, and a new index may read the parts of the old one in
    another order. The objects named in `transposed` are sorted by name alone.
    """

    def order(node: EventNode) -> tuple[str, str]:
        assert isinstance(node, AccessEvent)
        name = node.object.name
        return name, "" if name in transposed else str(node.offset)

    def name(node: EventNode) -> str:
        assert isinstance(node, LaunchEvent)
        return node.kernel

    data = [node for node in nodes if not _is_field(node, transposed)]
    for (loads, call), group in groupby(data, key=_kind):
        found = list(group)
        yield from sorted(found, key=order if loads else name) if loads or call else found


def _is_field(node: EventNode, transposed: frozenset[str]) -> bool:
    """Whether a node loads a field at a fixed place, of what is none of the data in question."""
    return (
        isinstance(node, AccessEvent)
        and node.kind == "load"
        and isinstance(node.node, Member)
        and node.offset.as_int is not None
        and node.object.name not in transposed
    )


def _kind(node: EventNode) -> tuple[bool, Origin | None]:
    """Whether a node is a load, and the call of which it is a launch."""
    is_load = isinstance(node, AccessEvent) and node.kind == "load"
    return is_load, node.at if isinstance(node, LaunchEvent) else None
