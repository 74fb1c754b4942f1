"""Linked sets: the buffers, kernel parameters and host objects that hold the same data.

PPOpenCL §3.2.1 calls them aliases; a set is closed under them, so that what changes the layout of
one member must change all (one kernel on several buffers, swaps, one array for two buffers).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    DEVICE_KINDS,
    AccessEvent,
    ArgumentBinding,
    KernelModel,
    KernelParameter,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
)


@dataclass(frozen=True)
class LinkedSet:
    """One connected component of the alias relation; parameters as (kernel, index)."""

    buffers: tuple[MemoryObject, ...]
    hosts: tuple[MemoryObject, ...]
    parameters: tuple[tuple[str, int], ...]

    @property
    def name(self) -> str:
        """What the set is named by: its first buffer."""
        return self.buffers[0].name

    @property
    def said(self) -> str:
        """All its buffers, for people."""
        *others, last = dict.fromkeys(f"'{buffer.name}'" for buffer in self.buffers)
        return f"{', '.join(others)} and {last}" if others else last


@dataclass(frozen=True)
class KernelUse:
    """An access of a set's member in a kernel, at one launch."""

    launch: LaunchEvent
    kernel: KernelModel
    parameter: KernelParameter
    access: AccessEvent


Node = tuple[str, object]


def linked_sets(facts: Facts) -> tuple[LinkedSet, ...]:
    """All linked sets that a launch uses, in order of first use."""
    groups = _Groups({})
    for launch in facts.host.launches:
        for argument in launch.arguments:
            for buffer in argument.buffers:
                groups.join(("buffer", buffer), ("parameter", (launch.kernel, argument.index)))
    for transfer in facts.host.transfers:
        for buffer in transfer.buffers:
            for other in (*transfer.hosts, transfer.peer):
                if other is not None:
                    kind = "buffer" if other.kind in DEVICE_KINDS else "host"
                    groups.join(("buffer", buffer), (kind, other))
    return tuple(_as_set(nodes) for nodes in groups.components() if _is_launched(nodes))


def _is_launched(nodes: list[Node]) -> bool:
    return any(kind == "parameter" for kind, _ in nodes)


def _as_set(nodes: list[Node]) -> LinkedSet:
    buffers = [v for k, v in nodes if k == "buffer" and isinstance(v, MemoryObject)]
    hosts = [v for k, v in nodes if k == "host" and isinstance(v, MemoryObject)]
    parameters = [v for k, v in nodes if k == "parameter" and isinstance(v, tuple)]
    return LinkedSet(tuple(buffers), tuple(hosts), tuple(sorted(parameters)))


class _Groups:
    """Union-find over nodes, in order of their appearance."""

    def __init__(self, parents: dict[Node, Node]) -> None:
        self.parents = parents

    def root(self, node: Node) -> Node:
        parent = self.parents.setdefault(node, node)
        while parent != self.parents[parent]:
            parent = self.parents[parent]
        return parent

    def join(self, left: Node, right: Node) -> None:
        first, second = self.root(left), self.root(right)
        self.parents[second] = first

    def components(self) -> list[list[Node]]:
        found: dict[Node, list[Node]] = {}
        for node in self.parents:
            found.setdefault(self.root(node), []).append(node)
        return list(found.values())


def kernel_uses(facts: Facts, linked: LinkedSet) -> Iterator[KernelUse]:
    """All kernel accesses of a set's parameters, per launch, in program order."""
    for launch in facts.host.launches:
        kernel = facts.kernels.get(launch.kernel)
        if kernel is None:
            continue
        for parameter in kernel.parameters:
            if (launch.kernel, parameter.index) not in linked.parameters:
                continue
            for access in kernel.accesses:
                if access.object == parameter.object:
                    yield KernelUse(launch, kernel, parameter, access)


def host_accesses(facts: Facts, linked: LinkedSet) -> Iterator[AccessEvent]:
    """All loads and stores of a set's host objects."""
    members = set(linked.hosts)
    return (access for access in facts.host.accesses if access.object in members)


def transfers_of(facts: Facts, linked: LinkedSet) -> Iterator[TransferEvent]:
    """All transfers of a set's buffers."""
    members = set(linked.buffers)
    return (t for t in facts.host.transfers if members & set(t.buffers))


def argument_of(launch: LaunchEvent, index: int) -> ArgumentBinding | None:
    """The binding of an argument at a launch."""
    return next((a for a in launch.arguments if a.index == index), None)
