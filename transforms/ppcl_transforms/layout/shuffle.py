"""The host side by a shuffle: transfers transpose, the host's arrays keep their layout.

PPOpenCL §3.3.2: `A' = shuffle(A)` before the kernel call, and the reverse after it if needed. It is
used where the host's indices cannot all be changed, and only where one shuffle serves many
launches.
"""

import re
from collections.abc import Iterator

from ppcl.analysis.data.linked import LinkedSet, transfers_of
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import TransferEvent
from ppcl.source import Edit, Span
from ppcl.transform.demands.headers import header_file, include_edit
from ppcl.transform.obstacles import Obstacle, Rewrites
from ppcl_transforms.layout.constants import constants_around, said_around
from ppcl_transforms.layout.pragmas import unclear_name
from ppcl_transforms.layout.runtime_names import name_taken
from ppcl_transforms.layout.shape import Shape
from ppcl_transforms.layout.surroundings import Surroundings
from ppcl_transforms.layout.text import Words

HEADER = "ppcl_transpose.h"
_NAMES = {
    "clEnqueueWriteBuffer": b"ppcl_write_transposed",
    "clEnqueueReadBuffer": b"ppcl_read_transposed",
}


def shuffle_rewrites(texts: Surroundings, linked: LinkedSet, shape: Shape) -> Rewrites:
    """Edits that make every transfer of the set transpose, or what forbids it."""
    facts = texts.facts
    found = list(_cost_obstacles(facts, linked))
    edits: list[Edit] = []
    hosts: set[str] = set()
    for transfer in transfers_of(facts, linked):
        if transfer.kind in ("copy", "fill"):
            continue
        rewritten = _transfer_edit(texts, transfer, shape)
        if _serves_others(facts, transfer, linked):
            message = f"this call of '{transfer.call}' also moves other buffers"
            found.append(Obstacle("PPC213", message, transfer.place))
        if isinstance(rewritten, Edit):
            edits.append(rewritten)
            hosts.add(transfer.at.span.file)
        else:
            found.append(rewritten)
    taken = name_taken(facts, HEADER)
    found += [taken] if taken is not None else []
    for path in sorted(hosts):
        use = min(edit.span.start for edit in edits if edit.span.file == path)
        edit = include_edit(facts.files[path], HEADER, use, facts.skipped)
        if edit is not None:
            edits.append(edit)
    return Rewrites(tuple(dict.fromkeys(edits)), tuple(found))


def _serves_others(facts: Facts, transfer: TransferEvent, linked: LinkedSet) -> bool:
    """Whether the same call in the text moves buffers outside the set, on another path."""
    members = set(linked.buffers)
    return any(
        other.at.span == transfer.at.span and not set(other.buffers) <= members
        for other in facts.host.transfers
    )


def _cost_obstacles(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    """A shuffle costs about as much as one kernel run loses: it must serve a loop of launches."""
    kernels = {kernel for kernel, _ in linked.parameters}
    launches = [launch for launch in facts.host.launches if launch.kernel in kernels]
    for transfer in transfers_of(facts, linked):
        if transfer.loops and transfer.kind != "fill":
            message = f"'{transfer.call}' stands in a loop: each turn would shuffle '{linked.name}'"
            yield Obstacle("PPC219", message, transfer.place)
    if not any(launch.loops for launch in launches):
        one = len(launches) == 1
        who, does = ("one launch only", "does") if one else ("launches outside loops", "do")
        message = f"'{linked.name}' is used by {who}, which {does} not pay for a shuffle"
        yield Obstacle("PPC219", message, launches[0].at)


def _transfer_edit(texts: Surroundings, transfer: TransferEvent, shape: Shape) -> Edit | Obstacle:
    new = _NAMES.get(transfer.call)
    if new is None or not transfer.blocking:
        message = f"'{transfer.call}' cannot shuffle: only blocking reads and writes can"
        return Obstacle("PPC209", message, transfer.place)
    source = texts.facts.files[transfer.at.span.file]
    called = re.match(rb"clEnqueue\w+\s*\(\s*", source.text(transfer.at.span))
    if transfer.at.macro is not None or called is None:
        how = "inside a macro" if transfer.at.macro is not None else "by another name here"
        return Obstacle("PPC212", f"'{transfer.call}' is called {how}", transfer.place)
    around = texts.around_place(transfer.at)
    if around is None:
        return Obstacle("PPC212", f"'{transfer.call}' is not called in a function", transfer.place)
    constants = constants_around(texts.facts, transfer.at)
    words = Words(
        lambda value: value, constants, around.may_say, said_around(texts.facts, transfer.at)
    )
    pitch = words.name_of(transfer.scope, shape.pitch)
    extent = words.name_of(transfer.scope, shape.extent)
    if pitch is None or extent is None:
        message = f"no variables hold the sides of '{transfer.buffers[0].name}' here"
        return Obstacle("PPC211", message, transfer.place)
    unclear = unclear_name(texts.facts, transfer.at, pitch + b" " + extent)
    if unclear is not None:
        return unclear
    start = transfer.at.span.start
    text = new + b"(" + b", ".join((pitch, extent, str(shape.width).encode())) + b", "
    return Edit(Span(transfer.at.span.file, start, start + called.end()), text)


def runtime_files() -> tuple[tuple[str, bytes], ...]:
    """The files that the edits need, by path in the program's folder."""
    return (header_file(HEADER),)
