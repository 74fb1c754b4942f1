"""The part of a graph that some kernels have to do with: a picture of all of a large program is one
that nobody can read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    BranchNode,
    EventNode,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    TransferEvent,
)
from ppcl.diag import ExitCode, PpclError


def part_of(facts: Facts, kernels: Sequence[str]) -> Facts:
    """The facts with the launches of some kernels only, by their names, and the transfers of what
    these use. Raises PpclError (usage) where there is no such launch."""
    launches = [event for event in facts.host.launches if _name(facts, event) in kernels]
    launched = list(dict.fromkeys(_name(facts, event) for event in facts.host.launches))
    for name in kernels:
        if name not in launched:
            message = f"no launch of '{name}' is known: of {', '.join(launched) or 'no kernel'}"
            raise PpclError(message, exit_code=ExitCode.USAGE)
    buffers = {b for launch in launches for argument in launch.arguments for b in argument.buffers}
    orders = frozenset(event.order for event in launches)
    tree = tuple(_kept(facts.host.tree, orders, frozenset(buffers)))
    return replace(facts, host=replace(facts.host, tree=tree))


def _name(facts: Facts, launch: LaunchEvent) -> str:
    kernel = facts.kernels.get(launch.kernel)
    return kernel.name if kernel is not None else launch.kernel


def _kept(
    nodes: Sequence[EventNode], launches: frozenset[int], buffers: frozenset[MemoryObject]
) -> Iterator[EventNode]:
    for node in nodes:
        match node:
            case LoopNode(body=body):
                yield replace(node, body=tuple(_kept(body, launches, buffers)))
            case BranchNode(then=then, otherwise=otherwise):
                ways = (tuple(_kept(way, launches, buffers)) for way in (then, otherwise))
                yield replace(node, then=next(ways), otherwise=next(ways))
            case LaunchEvent(order=order) if order not in launches:
                continue
            case TransferEvent(buffers=moved) if moved and buffers.isdisjoint(moved):
                continue
            case _:
                yield node
