"""What a walked host saw of the texts of programs, besides what its calls told."""

from collections.abc import Iterable, Iterator, Sequence

from ppcl.analysis.kernels import text
from ppcl.analysis.model import AccessEvent, EventNode, LaunchEvent, events_of
from ppcl.analysis.model.observation import Observation
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import Characters, Number, StructValue
from ppcl.analysis.walk.opencl.objects import ProgramSource
from ppcl.analysis.walk.opencl.sight import Sight
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node
from ppcl.ir.types import IntType


def seen_afterwards(
    walk: Walk, sight: Sight, programs: Iterable[ProgramSource], tree: Sequence[EventNode]
) -> Iterator[Observation]:
    """The characters of texts that were looked at, and where the lengths of texts went."""
    for program in programs:
        for part in program.texts or ():
            if isinstance(part, text.KnownText) and part.literal in sight.shown:
                yield sight.shown[part.literal]
    for event in events_of(tuple(tree)):
        if isinstance(event, AccessEvent) and event.kind == "load" and event.width == 1:
            for path in sorted(sight.texts.get(event.object.serial, ())):
                what = f"the characters of '{path}' are looked at"
                yield Observation("text", what, event.node.at, path)
        elif isinstance(event, LaunchEvent):
            values = [a.value for a in event.arguments] + [*(event.global_size or ())]
            for path in sorted({p for v in values if v is not None for p in text.measured(v)}):
                what = f"the launch of '{event.kernel}' gets the length of '{path}'"
                yield Observation("text", what, event.place, path)
    for function in walk.program.functions.values():
        for node in function.nodes:
            yield from _in_node(walk, node, function.declaration.name == "main")


def _in_node(walk: Walk, node: Node, in_main: bool) -> Iterator[Observation]:
    match node:
        case ex.Binary(op="<" | ">" | "<=" | ">=" | "==" | "!=" as op, left=left, right=right):
            yield from _compared(walk, op, left, right)
        case ex.Assign(target=ex.Index() | ex.Unary() as target, value=value) if _is_data(target):
            yield from _kept(walk, value)
        case st.RangeFor(range=sequence):
            yield from _gone_through(walk, sequence)
        case st.Return(value=value) if in_main and value is not None:
            yield from _kept(walk, value)


def _gone_through(walk: Walk, sequence: ex.Expression) -> Iterator[Observation]:
    """A loop over the characters of a string."""
    held = walk.nodes.last.get(id(sequence))
    cells = [cell for _, cell in held.cells] if isinstance(held, StructValue) else []
    parts = [part for cell in cells if isinstance(cell, Characters) for part in cell.parts]
    for path in sorted(text.files_of(parts)):
        what = f"the characters of '{path}' are looked at"
        yield Observation("text", what, sequence.at, path)


def _is_data(target: ex.Expression) -> bool:
    """Whether an element may be of the program's data: lengths are kept in 64 bits, texts in 8."""
    return not isinstance(target.type, IntType) or target.type.bits not in (8, 64)


def _kept(walk: Walk, value: ex.Expression) -> Iterator[Observation]:
    held = _value(walk, value)
    for path in sorted(text.measured(held)) if held is not None else ():
        yield Observation("text", f"the length of '{path}' is kept", value.at, path)


def _compared(
    walk: Walk, op: str, left: ex.Expression, right: ex.Expression
) -> Iterator[Observation]:
    """A length that is compared with a number: whether that comes out as before can be told."""
    one, other = _value(walk, left), _value(walk, right)
    if one is None or other is None:
        return
    difference = one - other if op in (">=", "<", "==", "!=") else other - one
    guard = Guard(difference, "==" if op in ("==", "!=") else ">=")
    for path in sorted(text.measured(difference)):
        if text.with_length(difference, 0).as_int is not None:
            what = f"the length of '{path}' is compared with a number"
            yield Observation("text", what, left.at, path, guard)


def _value(walk: Walk, node: ex.Expression) -> Polynomial | None:
    value = walk.nodes.last.get(id(node))
    return value.value if isinstance(value, Number) and value.precision != "unknown" else None
