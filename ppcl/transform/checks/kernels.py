"""Whether a kernel of the new text computes what it did, but for what was declared."""

from collections.abc import Iterator, Sequence
from functools import partial

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, BranchNode, EventNode, KernelModel, LoopNode
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.terms import Load, Loop, Outline, outline_of
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.values import Allowed, Pairs, difference

_ONE = Polynomial.constant(1)


def other_values(
    before: Facts, after: Facts, names: tuple[str, str], declared: Kind, paired: Pairs
) -> str | None:
    """What a kernel, by its key before and after, does otherwise; None where that is nothing.
    Raises NotModelled.

    `paired` are the accesses, by their places, that the comparison of events found to be as they
    were or as declared.
    """
    old, new = before.kernels[names[0]], after.kernels[names[1]]
    moved, changed = declared.moved(old, names[0]), declared.changed(names[0])
    allowed = Allowed(moved, changed, paired, partial(_runs, old))
    if [each.written for each in old.function.attributes] != [
        each.written for each in new.function.attributes
    ]:
        return f"'{old.name}' has other attributes"
    outlines = _outline(before, old.function), _outline(after, new.function)
    found = difference(*outlines, allowed)
    if found is None:
        return None
    if isinstance(found, str):
        return f"'{old.name}' does something else: {found}"
    source = before.files.get(found.at.span.file)
    place = f" at {source.location(found.at.span.start)}" if source is not None else ""
    return f"'{old.name}' computes another value{place}"


def _runs(kernel: KernelModel, loop: Loop, crossed: Sequence[Loop], load: Load) -> bool:
    """Whether a loop runs at least once where control comes to it: by the guards of a load in it
    that hold in front of the loops that are crossed, too."""
    nodes = list(_loops(kernel.tree))
    found = [node.iterator for node in nodes if node.at == loop.at]
    inner = [node.iterator for node in nodes if node.at in {each.at for each in crossed}]
    symbols = {iterator.symbol for iterator in inner if iterator is not None}
    reads = [a for a in kernel.accesses if a.node.at.span == load.node.at.span]
    return (
        bool(found)
        and bool(reads)
        and all(_is_run(iterator, access, symbols) for iterator in found for access in reads)
    )


def _is_run(iterator: LoopIterator | None, access: AccessEvent, inner: set[Symbol]) -> bool:
    if iterator is None or not iterator.exact or iterator.lower is None or iterator.upper is None:
        return False
    guards = [guard for guard in access.guards if not guard.value.symbols & inner]
    loops = [loop for loop in access.loops if loop.symbol not in inner]
    return proves_nonnegative(iterator.upper - iterator.lower - _ONE, guards, loops)


def _loops(nodes: tuple[EventNode, ...]) -> Iterator[LoopNode]:
    for node in nodes:
        if isinstance(node, LoopNode):
            yield node
            yield from _loops(node.body)
        elif isinstance(node, BranchNode):
            yield from _loops((*node.then, *node.otherwise))


def _outline(facts: Facts, function: Function) -> Outline:
    units = (each.unit for each in facts.kernel_units)
    unit = next(u for u in units if any(each is function for each in u.functions))

    def spelled(at: Origin) -> bytes:
        source = facts.files.get(at.span.file)
        return source.data[at.span.start : at.span.end] if source is not None else b""

    return outline_of(function, unit, spelled)
