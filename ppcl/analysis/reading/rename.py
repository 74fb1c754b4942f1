"""Give allocations the names of the variables that hold them, throughout a model."""

from collections.abc import Mapping
from dataclasses import replace

from ppcl.analysis.model import (
    AccessEvent,
    ArgumentBinding,
    BranchNode,
    EscapeEvent,
    EventNode,
    HostModel,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    TransferEvent,
)


def renamed(model: HostModel, names: Mapping[int, str]) -> HostModel:
    """The model with each object named as `names` says, by serial."""
    renamer = _Renamer(names, {})
    return replace(
        model,
        tree=renamer.nodes(model.tree),
        buffers=tuple(
            replace(
                b,
                object=renamer.object(b.object),
                host=renamer.maybe(b.host),
                parents=renamer.objects(b.parents),
            )
            for b in model.buffers
        ),
        queues=tuple(replace(q, object=renamer.object(q.object)) for q in model.queues),
    )


class _Renamer:
    def __init__(self, names: Mapping[int, str], done: dict[int, MemoryObject]) -> None:
        self.names = names
        self.done = done

    def object(self, target: MemoryObject) -> MemoryObject:
        if target.serial not in self.names:
            return target
        if target.serial not in self.done:
            self.done[target.serial] = replace(target, name=self.names[target.serial])
        return self.done[target.serial]

    def maybe(self, target: MemoryObject | None) -> MemoryObject | None:
        return None if target is None else self.object(target)

    def objects(self, targets: tuple[MemoryObject, ...]) -> tuple[MemoryObject, ...]:
        return tuple(self.object(target) for target in targets)

    def nodes(self, nodes: tuple[EventNode, ...]) -> tuple[EventNode, ...]:
        return tuple(self.node(node) for node in nodes)

    def node(self, node: EventNode) -> EventNode:
        match node:
            case LoopNode():
                return replace(node, body=self.nodes(node.body))
            case BranchNode():
                return replace(
                    node, then=self.nodes(node.then), otherwise=self.nodes(node.otherwise)
                )
            case AccessEvent() | EscapeEvent():
                return replace(node, object=self.object(node.object))
            case TransferEvent():
                return replace(
                    node,
                    buffers=self.objects(node.buffers),
                    host=self.maybe(node.host),
                    peer=self.maybe(node.peer),
                    queue=self.maybe(node.queue),
                    host_choices=self.objects(node.host_choices),
                )
            case LaunchEvent():
                arguments = tuple(self.argument(a) for a in node.arguments)
                return replace(node, arguments=arguments, queue=self.maybe(node.queue))
            case _:
                return node

    def argument(self, argument: ArgumentBinding) -> ArgumentBinding:
        return replace(argument, buffers=self.objects(argument.buffers))
