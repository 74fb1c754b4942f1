"""Whether a kernel of the new text computes what it did, but for what was declared."""

from collections.abc import Iterator, Sequence
from functools import partial

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, BranchNode, EventNode, KernelModel, LoopNode
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.terms import Load, Loop, Outline, outline_of
from ppcl.frontend import pragmas
from ppcl.ir.node import Origin
from ppcl.ir.unit import Field, Function, TranslationUnit
from ppcl.transform.checks.beliefs import believes
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
    units = _unit_of(before, old.function), _unit_of(after, new.function)
    other = _otherwise_read(before, after, units, (old.function, new.function))
    if other is not None:
        return f"'{old.name}' has other {other}"
    outlines = (
        _outline(before, old.function, units[0]),
        _outline(after, new.function, units[1]),
    )
    guarded = not believes(outlines[0].steps, [each.type for each in old.function.parameters])
    moved, changed = declared.moved(old, names[0]), declared.changed(names[0])
    runs = partial(_runs, old, guarded)
    found = difference(*outlines, Allowed(moved, changed, paired, runs))
    if found is None:
        return None
    if isinstance(found, str):
        return f"'{old.name}' does something else: {found}"
    source = before.files.get(found.at.span.file)
    place = f" at {source.location(found.at.span.start)}" if source is not None else ""
    return f"'{old.name}' computes another value{place}"


def _otherwise_read(
    before: Facts,
    after: Facts,
    units: tuple[TranslationUnit, TranslationUnit],
    functions: tuple[Function, Function],
) -> str | None:
    """What says elsewhere how a kernel's text is to be read, and is not as it was: attributes, the
    fields of its structs, pragmas."""
    old, new = units
    written = ([each.written for each in function.attributes] for function in functions)
    if next(written) != next(written):
        return "attributes"
    if any(_fields(new, name) != _fields(old, name) for name in old.records):
        return "fields"
    said = _pragmas(before, old), _pragmas(after, new)
    return "pragmas" if said[0] != said[1] else None


def _fields(unit: TranslationUnit, name: str) -> tuple[Field, ...]:
    return unit.records[name].fields if name in unit.records else ()


def _pragmas(facts: Facts, unit: TranslationUnit) -> list[tuple[str, ...]]:
    """What the pragmas of a unit's files say, in their order."""
    texts = (facts.files[path].data for path in unit.files if path in facts.files)
    return [pragma.said for text in texts for pragma in pragmas(text)]


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


def _unit_of(facts: Facts, function: Function) -> TranslationUnit:
    units = (each.unit for each in facts.kernel_units)
    return next(u for u in units if any(each is function for each in u.functions))


def _outline(facts: Facts, function: Function, unit: TranslationUnit) -> Outline:
    def spelled(at: Origin) -> bytes:
        source = facts.files.get(at.span.file)
        return source.data[at.span.start : at.span.end] if source is not None else b""

    return outline_of(function, unit, spelled)
