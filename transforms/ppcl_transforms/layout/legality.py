"""The proof that a linked set may be transposed on both sides, by changing indices only."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from ppcl.analysis.access.alike import is_alike
from ppcl.analysis.access.delinearise import element_offset, split
from ppcl.analysis.data.linked import (
    LinkedSet,
    argument_of,
    host_accesses,
    transfers_of,
)
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, EscapeEvent, MemoryObject, TransferEvent, events_of
from ppcl.analysis.model.region import COPY_HOST_PTR
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.numbers.sizes import equal
from ppcl.analysis.walk.core.access import index_of
from ppcl.frontend import is_binding
from ppcl.ir.node import Origin
from ppcl.source import Edit
from ppcl.transform.obstacles import Obstacle, Rewrites, rooted
from ppcl_transforms.layout.indices import Flat, new_index
from ppcl_transforms.layout.reference import computations
from ppcl_transforms.layout.shape import PlacedUse, Shape
from ppcl_transforms.layout.stride import Stride
from ppcl_transforms.layout.surroundings import Surroundings


def unknowns(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    """What is not known of the program and forbids a change of the set, whatever its shape is."""
    yield from _followed(facts, linked)
    yield from _bindings(facts, linked)


def obstacles(facts: Facts, linked: LinkedSet, shape: Shape) -> Iterator[Obstacle]:
    """Everything that forbids a change of the set's layout, whatever the way of rewriting."""
    yield from unknowns(facts, linked)
    yield from _kernel_uses(facts, linked, shape)
    for transfer in transfers_of(facts, linked):
        yield from _transfer(transfer, linked, shape)
    for transfer in facts.host.transfers:
        if not transfer.buffers and transfer.kind != "sync":
            message = f"'{transfer.call}' may be of '{linked.name}': its buffer is not followed"
            yield Obstacle("PPC220", message, transfer.place)


def _followed(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    if not facts.host.complete:
        everywhere = Obstacle("PPC210", "control flow of the host is not followed everywhere", None)
        yield from rooted(facts.host.gaps) or [everywhere]
    for name in dict.fromkeys(kernel for kernel, _ in linked.parameters):
        kernel = facts.kernels.get(name)
        if kernel is None:
            yield from _unread(facts, name)
            at = next((each.place for each in facts.host.launches if each.kernel == name), None)
            yield Obstacle("PPC103", f"kernel '{name}' is not in the sources", at)
        elif not kernel.complete:
            message = f"control flow of kernel '{name}' is not followed everywhere"
            everywhere = Obstacle("PPC210", message, kernel.function.name_at)
            yield from rooted(kernel.gaps) or [everywhere]
    for member in (*linked.buffers, *linked.hosts):
        if not member.unique:
            message = f"'{member.name}' is allocated more than once, in a loop"
            yield Obstacle("PPC217", message, member.at)


def _unread(facts: Facts, kernel: str) -> Iterator[Obstacle]:
    """Why the programs are not read that a kernel may be of."""
    launches = [launch for launch in facts.host.launches if launch.kernel == kernel]
    names = {name for launch in launches for name in (launch.program or "").split(" or ")}
    for program in facts.host.programs:
        if program.unread and program.name in names:
            message = f"the program's text is not followed: {program.unread}"
            yield Obstacle("PPC127", message, program.at)


def _bindings(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    """Every launch of a kernel of the set must bind its parameters to buffers of the set."""
    members = set(linked.buffers)
    for launch in facts.host.launches:
        for kernel, index in linked.parameters:
            if kernel != launch.kernel:
                continue
            argument = argument_of(launch, index)
            if (
                argument is None
                or argument.kind != "buffer"
                or not set(argument.buffers) <= members
            ):
                message = f"argument {index} of '{kernel}' is not followed at this launch"
                yield Obstacle("PPC220", message, launch.place)
        for argument in launch.arguments:
            if argument.kind == "unknown":
                message = f"argument {argument.index} of '{launch.kernel}' may be the same buffer"
                at = argument.at or launch.place
                if argument.cause is not None and not is_binding(argument.cause.span.file):
                    at = argument.cause
                yield Obstacle("PPC220", f"{message}: {argument.reason}", at)


def _kernel_uses(facts: Facts, linked: LinkedSet, shape: Shape) -> Iterator[Obstacle]:
    objects = {
        parameter.object
        for name, index in linked.parameters
        for kernel in [facts.kernels.get(name)]
        if kernel is not None
        for parameter in kernel.parameters
        if parameter.index == index
    }
    for kernel in facts.kernels.values():
        for event in events_of(kernel.tree):
            if isinstance(event, EscapeEvent) and event.object in objects:
                message = f"'{event.object.name}' is {event.reason}"
                yield Obstacle("PPC207", message, event.at)
    for use in shape.uses:
        if use.use.access.precision == "modular" and not _row_is_proved(use, shape):
            message = (
                f"the row of an index into '{linked.name}' may wrap round in unsigned arithmetic"
            )
            yield Obstacle("PPC202", message, use.use.access.node.at)


def _row_is_proved(use: PlacedUse, shape: Shape) -> bool:
    access, instance = use.use.access, use.instance
    guards = (*(instance.guard(g) for g in access.guards), *instance.facts)
    loops = tuple(instance.loop(loop) for loop in access.loops)
    slow = use.subscripts.slow
    limit = shape.extent - slow - Polynomial.constant(1)
    return proves_nonnegative(slow, guards, loops) and proves_nonnegative(limit, guards, loops)


def _transfer(transfer: TransferEvent, linked: LinkedSet, shape: Shape) -> Iterator[Obstacle]:
    """Only whole, unmapped, unshared buffers may change their layout."""
    name = linked.name
    repeats = transfer.pattern is not None and shape.width % max(transfer.pattern, 1) == 0
    if transfer.kind not in ("write", "read", "copy", "create") and not repeats:
        yield Obstacle("PPC209", f"'{name}' is used by '{transfer.call}'", transfer.place)
        return
    whole = shape.pitch * shape.extent * Polynomial.constant(shape.width)
    if not _is_size(transfer.size, whole) or transfer.offset != ZERO:
        message = f"'{transfer.call}' moves a part of '{name}', or one that is not proved to be all"
        yield Obstacle("PPC209", message, transfer.place)
    if transfer.kind == "copy" and transfer.peer is None:
        message = f"what '{transfer.call}' copies to '{name}' is not followed"
        yield Obstacle("PPC209", message, transfer.place)
    if transfer.kind == "copy" and transfer.peer_offset != ZERO:
        message = f"'{transfer.call}' copies from within '{name}'"
        yield Obstacle("PPC209", message, transfer.place)
    if transfer.transposed:
        message = f"'{transfer.call}' shuffles already: start from the original program"
        yield Obstacle("PPC209", message, transfer.place)
    if not set(transfer.buffers) <= set(linked.buffers):
        yield Obstacle(
            "PPC209", f"which buffer '{transfer.call}' moves is not known", transfer.place
        )


def _is_size(size: Polynomial | None, whole: Polynomial) -> bool:
    """Whether a size is that of the whole buffer. Sizes are not negative (docs/adr/0001)."""
    if size is None:
        return False
    return equal(size, whole, [Guard(size, ">="), Guard(whole, ">=")])


def host_pointer_obstacles(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    """Buffers that share host memory see it without a transfer."""
    members = set(linked.buffers)
    for buffer in facts.host.buffers:
        copies = buffer.bits is not None and bool(buffer.bits & COPY_HOST_PTR)
        shares = buffer.may_use_host or (buffer.host is not None and not copies)
        if buffer.object in members and shares and buffer.host is not None:
            message = f"'{buffer.object.name}' shares the memory of '{buffer.host.name}'"
            yield Obstacle("PPC209", message, buffer.at)


def host_rewrites(texts: Surroundings, linked: LinkedSet, shape: Shape) -> Rewrites:
    """New indices for every host access of the set's arrays."""
    facts = texts.facts
    found: list[Obstacle] = list(_host_escapes(facts, linked))
    whole = shape.pitch * shape.extent * Polynomial.constant(shape.width)
    for transfer in transfers_of(facts, linked):
        hosted = transfer.kind not in ("copy", "fill")
        if hosted and (transfer.host is None or transfer.host_offset != ZERO):
            message = f"the host memory that '{transfer.call}' moves is not followed to its start"
            found.append(Obstacle("PPC209", message, transfer.place))
    found += [
        Obstacle("PPC203", f"'{host.name}' is not proved to have the buffer's size", host.at)
        for host in linked.hosts
        if not _is_size(host.size, whole)
    ]
    edits: list[Edit] = []
    kept: list[AccessEvent] = []
    for access in host_accesses(facts, linked):
        if is_alike(facts, access, (shape.pitch, shape.extent), shape.width):
            kept.append(access)
            continue
        rewritten = _host_access(texts, access, shape)
        if isinstance(rewritten, Edit):
            edits.append(rewritten)
        else:
            found.append(rewritten)
    for access in kept:
        if any(access.element.at.span.contains(edit.span) for edit in edits):
            message = "this index needs a different text on another path"
            found.append(Obstacle("PPC213", message, access.node.at))
    return Rewrites(tuple(edits), (*found, *computations(facts, linked)))


def _host_escapes(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    members = set(linked.hosts)
    for event in events_of(facts.host.tree):
        if isinstance(event, EscapeEvent) and event.object in members and not event.uniform:
            yield Obstacle("PPC207", f"'{event.object.name}' is {event.reason}", event.at)


def _host_access(texts: Surroundings, access: AccessEvent, shape: Shape) -> Edit | Obstacle:
    name = access.object.name
    index = element_offset(access)
    if index is None or access.width != shape.width:
        return Obstacle("PPC204", f"an index into '{name}' is not followed", access.node.at)
    found = split(index, shape.pitch, access.guards, access.loops)
    if found is None and access.precision == "exact":
        flat = new_index(texts, access, Flat(shape.pitch), shape.extent, lambda value: value)
        if isinstance(flat, Edit):
            return flat
    if found is None:
        message = f"this index into '{name}' is not proved to be `row * {shape.pitch} + column`"
        return Obstacle("PPC204", message, access.node.at)
    if access.precision == "modular":
        limit = shape.extent - found.slow - Polynomial.constant(1)
        if not proves_nonnegative(limit, access.guards, access.loops):
            message = f"this index into '{name}' may wrap round in unsigned arithmetic"
            return Obstacle("PPC204", message, access.node.at)
    return new_index(texts, access, found, shape.extent, lambda value: value)


def kernel_rewrites(texts: Surroundings, shape: Shape, strides: Mapping[str, Stride]) -> Rewrites:
    """New indices for every kernel access of the set's parameters, and what passes `strides`."""
    edits: list[Edit] = []
    found: list[Obstacle] = []
    for use in shape.uses:
        access, values = use.use.access, use.instance.polynomial
        stride = strides.get(use.use.launch.kernel)
        name = stride.parameter.name.encode() if stride is not None else None
        edit = new_index(texts, access, use.subscripts, shape.extent, values, name)
        if isinstance(edit, Edit):
            edits.append(edit)
        else:
            found.append(edit)
    edits += [edit for stride in strides.values() for edit in stride.edits]
    return Rewrites(tuple(edits), tuple(found))


def shared_places(facts: Facts, linked: LinkedSet, edits: tuple[Edit, ...]) -> Iterator[Obstacle]:
    """Places of the text that also access data outside the set, or need two different indices."""
    by_span = {edit.span: edit.text for edit in edits}
    for edit in edits:
        if by_span[edit.span] != edit.text:
            at = Origin(edit.span)
            yield Obstacle("PPC213", "this index needs a different text on another path", at)
    for outer, inner in pairwise(sorted(by_span)):
        if outer.contains(inner):
            message = f"an index into '{linked.name}' stands within another one"
            yield Obstacle("PPC212", message, Origin(inner))
    members = {*linked.hosts, *_parameter_objects(facts, linked)}
    accesses = [*facts.host.accesses]
    for kernel in facts.kernels.values():
        accesses += kernel.accesses
    for access in accesses:
        index = access.subscript or index_of(access.element)
        spans = {access.element.at.span, *([index.at.span] if index is not None else [])}
        if access.object not in members and spans & by_span.keys():
            message = f"this index also reaches '{access.object.name}', which keeps its layout"
            yield Obstacle("PPC213", message, access.node.at)


def _parameter_objects(facts: Facts, linked: LinkedSet) -> set[MemoryObject]:
    found: set[MemoryObject] = set()
    for name, index in linked.parameters:
        kernel = facts.kernels.get(name)
        for parameter in kernel.parameters if kernel else ():
            if parameter.index == index and parameter.object is not None:
                found.add(parameter.object)
    return found
