"""Whether a kernel of the new text computes what it did, but for what was declared."""

from collections.abc import Iterator, Sequence
from functools import partial

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, BranchNode, EventNode, KernelModel, LoopNode
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.terms import Load, Loop
from ppcl.frontend import pragmas
from ppcl.ir.unit import Field, TranslationUnit
from ppcl.transform.checks.beliefs import believes
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.values import Allowed, Pairs, difference
from ppcl.transform.checks.versions import Version, Versions

_ONE = Polynomial.constant(1)
_UNROLL = ("unroll",)


def other_values(
    before: Facts, after: Facts, versions: Versions, declared: Kind, paired: Pairs
) -> str | None:
    """What a kernel does otherwise; None where that is nothing. Raises NotModelled.

    `paired` are the accesses, by their places, that the comparison of events found to be as they
    were or as declared.
    """
    old, new = versions.old, versions.new
    other = _otherwise_read(before, after, old, new)
    if other is not None:
        return f"'{old.model.name}' has other {other}"
    outlines = old.outline(), new.outline()
    guarded = not believes(outlines[0].steps, [each.type for each in old.function.parameters])
    moved = declared.moved(old.model, versions.key)
    runs = partial(_runs, old.model, guarded)
    found = difference(*outlines, Allowed(moved, declared.changed(versions.key), paired, runs))
    if found is None:
        return None
    if isinstance(found, str):
        return f"'{old.model.name}' does something else: {found}"
    source = before.files.get(found.at.span.file)
    place = f" at {source.location(found.at.span.start)}" if source is not None else ""
    return f"'{old.model.name}' computes another value{place}"


def _otherwise_read(before: Facts, after: Facts, old: Version, new: Version) -> str | None:
    """What says elsewhere how a kernel's text is to be read, and is not as it was: attributes, the
    fields of its structs, pragmas."""
    written = ([each.written for each in v.function.attributes] for v in (old, new))
    if next(written) != next(written):
        return "attributes"
    names = old.unit.records
    if any(_fields(new.unit, name) != _fields(old.unit, name) for name in names):
        return "fields"
    kept = _is_kept(_pragmas(before, old.unit), _pragmas(after, new.unit))
    return None if kept else "pragmas"


def _fields(unit: TranslationUnit, name: str) -> tuple[Field, ...]:
    return unit.records[name].fields if name in unit.records else ()


def _pragmas(facts: Facts, unit: TranslationUnit) -> list[tuple[str, ...]]:
    """What the pragmas of a unit's files say, in their order."""
    texts = (facts.files[path].data for path in unit.files if path in facts.files)
    return [pragma.said for text in texts for pragma in pragmas(text)]


def _is_kept(old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]]) -> bool:
    """Whether pragmas are those that there were, and others that only say how a loop is compiled.
    One that goes is no longer what its author asked for."""
    left = list(old)
    for said in new:
        if left and said == left[0]:
            del left[0]
        elif said != _UNROLL:
            return False
    return not left


def _runs(
    kernel: KernelModel, guarded: bool, loop: Loop, crossed: Sequence[Loop], load: Load
) -> bool:
    """Whether a loop runs at least once where control comes to it: where guards may be believed,
    by those of a load in it that hold in front of the loops that are crossed, too."""
    nodes = list(_loops(kernel.tree))
    found = [node.iterator for node in nodes if node.at == loop.at]
    inner = [node.iterator for node in nodes if node.at in {each.at for each in crossed}]
    symbols = {iterator.symbol for iterator in inner if iterator is not None}
    reads = [a for a in kernel.accesses if a.node.at.span == load.node.at.span]
    return (
        bool(found)
        and bool(reads)
        and all(_is_run(i, access, symbols, guarded) for i in found for access in reads)
    )


def _is_run(
    iterator: LoopIterator | None, access: AccessEvent, inner: set[Symbol], guarded: bool
) -> bool:
    if iterator is None or not iterator.exact or iterator.lower is None or iterator.upper is None:
        return False
    guards = [g for g in access.guards if guarded and not g.value.symbols & inner]
    loops = [loop for loop in access.loops if loop.symbol not in inner]
    return proves_nonnegative(iterator.upper - iterator.lower - _ONE, guards, loops)


def _loops(nodes: tuple[EventNode, ...]) -> Iterator[LoopNode]:
    for node in nodes:
        if isinstance(node, LoopNode):
            yield node
            yield from _loops(node.body)
        elif isinstance(node, BranchNode):
            yield from _loops((*node.then, *node.otherwise))
