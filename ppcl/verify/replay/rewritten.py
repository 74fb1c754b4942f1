"""A captured launch as a rewritten program has it: another text, and inputs through the manifest.

What the manifest says stands for what is asked of `ppcl/verify/changes`, kind by kind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.transform.manifest import Manifest
from ppcl.verify.changes.change import Order, Unknown
from ppcl.verify.changes.expected import expected_launches, orders_of
from ppcl.verify.replay.capture import Taken, arguments_of, memories_of
from ppcl.verify.replay.launch import Memory, Replay


@dataclass(frozen=True)
class Rewriting:
    """What was changed: texts, old and new, as files have them; and what the manifest says."""

    texts: Sequence[tuple[bytes, bytes]]
    manifest: Manifest


@dataclass(frozen=True)
class Other:
    """A launch of the rewritten program, and the orders that the bytes of its memories are in."""

    replay: Replay
    orders: Sequence[tuple[Order, ...]]

    def restored(self, outputs: Sequence[bytes]) -> list[bytes]:
        """What it left, as the original would have it. Raises ValueError where that fails."""
        return [
            _through(data, orders[::-1], back=True)
            for data, orders in zip(outputs, self.orders, strict=True)
        ]


def rewritten(taken: Taken, rewriting: Rewriting) -> Other:
    """A launch in the terms of a rewritten program. Raises ValueError, with the reason, where it
    is not one launch, or cannot be put so."""
    standing = [
        each.new
        for each in expected_launches(taken.process, rewriting.manifest)
        if each.old.sequence == taken.launch.sequence
    ]
    if len(standing) != 1:
        raise ValueError(f"{len(standing)} launches stand for {taken.replay.name}")
    new, old = standing[0], taken.replay
    orders = _orders(taken, rewriting.manifest)
    memories = (_turned(memory, order) for memory, order in zip(old.memories, orders, strict=True))
    text, includes = _texts(old, rewriting.texts)
    replay = replace(
        old,
        kernel=new.kernel,
        text=text,
        includes=includes,
        offset=new.offset,
        global_size=new.global_size,
        local_size=new.local_size,
        arguments=arguments_of(taken.process, new),
        memories=tuple(memories),
    )
    return Other(replay, orders)


def _orders(taken: Taken, manifest: Manifest) -> list[tuple[Order, ...]]:
    """The orders of each memory. Those of a part of a buffer are not followed."""
    known = orders_of(taken.process, manifest)
    memories = memories_of(taken.process, taken.launch)
    for argument in taken.launch.arguments:
        found = known.get(argument.number, ()) if argument.kind == "b" else ()
        if isinstance(found, Unknown):
            raise ValueError(found.reason)
        if found and argument.number not in memories:
            raise ValueError(f"argument {argument.index} is a part of a buffer")
    orders = (known.get(number, ()) for number in memories)
    return [each for each in orders if not isinstance(each, Unknown)]


def _turned(memory: Memory, orders: tuple[Order, ...]) -> Memory:
    before, after = (_through(data, orders) for data in (memory.before, memory.after))
    return replace(memory, before=before, after=after)


def _through(data: bytes, orders: tuple[Order, ...], back: bool = False) -> bytes:
    for order in orders:
        turned = order.undo(data) if back else order.apply(data)
        if turned is None:
            raise ValueError("a buffer is not all of the rectangle that its layout is of")
        data = turned
    return data


def _texts(old: Replay, texts: Sequence[tuple[bytes, bytes]]) -> tuple[bytes, Mapping[str, bytes]]:
    """The source and its includes with new texts in place of old ones."""
    text, includes = old.text, dict(old.includes)
    changed = False
    for before, after in texts:
        changed |= before in text or before in includes.values()
        text = text.replace(before, after)
        includes |= {path: after for path, data in includes.items() if data == before}
    if not changed:
        raise ValueError("the program does not give the text of its kernel file as it is")
    return text, includes
