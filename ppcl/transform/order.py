"""Events in an order in which two analyses can be compared."""

from collections.abc import Iterator
from itertools import groupby

from ppcl.analysis.model import AccessEvent, EventNode


def comparable(nodes: tuple[EventNode, ...], transposed: frozenset[str]) -> Iterator[EventNode]:
    """The nodes, with loads that follow each other sorted by what they read.

    Nothing happens between such loads, and a new index may read the parts of the old one in
    another order. The objects named in `transposed` are sorted by name alone.
    """

    def order(node: EventNode) -> tuple[str, str]:
        assert isinstance(node, AccessEvent)
        name = node.object.name
        return name, "" if name in transposed else str(node.offset)

    for loads, group in groupby(nodes, key=_is_load):
        found = list(group)
        yield from sorted(found, key=order) if loads else found


def _is_load(node: EventNode) -> bool:
    return isinstance(node, AccessEvent) and node.kind == "load"
