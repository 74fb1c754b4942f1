"""Whether an array is a copy that only a transfer reads, so that the other array would do.

Lists say what is allowed: the copy is made once, as a whole, in two loops that hold assignments and
nothing else; what is copied does not change until it is transferred, and is read behind that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.access.alike import covers_all
from ppcl.analysis.access.delinearise import element_offset, split
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    AccessEvent,
    Event,
    EventNode,
    LoopNode,
    MemoryObject,
    TransferEvent,
    events_of,
)
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FloatType, IntType, VectorType
from ppcl.source import Span
from ppcl_transforms.layout.shape import Shape

_ELEMENTS = IntType | FloatType | VectorType
_STATEMENTS = st.For | st.Block | st.Evaluate | st.Declare | st.Variable
_EXPRESSIONS = (
    ex.Assign | ex.Binary | ex.Cast | ex.Index | ex.IntLiteral | ex.Member | ex.NameRef | ex.Unary
)


def spare_array(facts: Facts, shape: Shape, copy: ex.Assign) -> tuple[Span, ...] | str:
    """The places that transfer the array whose elements an assignment makes, if it could be left
    out; else why that is not known. `shape` is that of the data before the change."""
    made = [a for a in facts.host.accesses if a.node.at.span == copy.target.at.span]
    read = [a for a in facts.host.accesses if copy.value.at.span.contains(a.node.at.span)]
    if len(made) != 1 or len(read) != 1 or made[0].kind != "store" or not facts.host.complete:
        return "the copy is made in several places, or not followed"
    return _Copy(facts, shape, made[0], read[0]).transfers()


@dataclass(frozen=True)
class _Copy:
    """The copy of `read` to `made`, in the program before the change."""

    facts: Facts
    shape: Shape
    made: AccessEvent
    read: AccessEvent

    def transfers(self) -> tuple[Span, ...] | str:
        """Where the copy is transferred, or why it is not known to be spare."""
        to, of = self.made.object, self.read.object
        used = [e for e in events_of(self.facts.host.tree) if _is_of(e, to) and e is not self.made]
        sent = [e for e in used if isinstance(e, TransferEvent) and self._is_sent(e)]
        if not to.unique or not sent or len(sent) < len(used):
            return f"'{to.name}' is used for more than to be transferred as a whole"
        if not self._is_whole():
            return "that it is a copy of all elements is not shown"
        if not self._is_as_it_was(max(map(self._place, sent))):
            return f"'{of.name}' may be changed, or gone, when '{to.name}' is transferred"
        return tuple(transfer.place.span for transfer in sent)

    def _is_sent(self, transfer: TransferEvent) -> bool:
        """Whether all of the array goes to the device before the command returns."""
        size = self.shape.pitch * self.shape.extent * Polynomial.constant(self.shape.width)
        if transfer.kind == "create":
            own = (b for b in self.facts.host.buffers if b.object in transfer.buffers)
            return not any(buffer.may_use_host for buffer in own)
        whole = transfer.host_offset == ZERO and transfer.size == size
        return transfer.kind == "write" and transfer.blocking and whole and bool(transfer.host)

    def _is_whole(self) -> bool:
        """Whether the loops copy all elements, each to the place that it has after the change."""
        top = self.facts.host.tree[self._place(self.made)]
        pitch, extent = self.shape.pitch, self.shape.extent
        element = element_offset(self.made)
        if element is None or not isinstance(top, LoopNode):
            return False
        found = split(element, pitch, self.made.guards, self.made.loops)
        same = self.made.type == self.read.type and isinstance(self.made.type, _ELEMENTS)
        exact = self.made.precision == self.read.precision == "exact"
        new = found.fast * extent + found.slow if found is not None else None
        return (
            (same and exact and element_offset(self.read) == new)
            and covers_all(self.made, (pitch, extent))
            and self._is_plain(top)
        )

    def _is_plain(self, top: LoopNode) -> bool:
        """Whether both loops, of which this is the outer one, do all that they hold, each time."""
        inner = [node for node in top.body if isinstance(node, LoopNode)]
        inside = any(self.made is event for node in inner for event in node.body)
        bodies = (f.body for unit in self.facts.hosts for f in unit.functions)
        loops = [
            node
            for body in bodies
            if body is not None
            for node in descendants(body)
            if isinstance(node, st.For) and node.at.span == top.at.span
        ]
        nodes = (node for loop in loops for node in descendants(loop))
        return inside and bool(loops) and all(map(_is_allowed, nodes))

    def _is_as_it_was(self, last: int) -> bool:
        """Whether what is copied has the same elements from the copy on until a place in the tree,
        behind which it is read again."""
        of, first = self.read.object, self._place(self.made)
        used = [(n, e) for n, e in self._events() if _is_of(e, of)]
        plain = all(isinstance(event, AccessEvent) for _, event in used)
        kept = all(not first <= n <= last for n, event in used if not _is_load(event))
        later = any(e for node in self.facts.host.tree[last + 1 :] for e in _loops(node, of))
        return of.unique and of != self.made.object and plain and kept and later

    def _events(self) -> Iterator[tuple[int, Event]]:
        for number, node in enumerate(self.facts.host.tree):
            yield from ((number, event) for event in events_of((node,)))

    def _place(self, event: Event) -> int:
        return next(number for number, each in self._events() if each is event)


def _is_of(event: Event, object_: MemoryObject) -> bool:
    """Whether an event uses memory of the host."""
    if isinstance(event, TransferEvent):
        return object_ in (*event.hosts, event.peer)
    return getattr(event, "object", None) == object_


def _is_load(event: Event) -> bool:
    return isinstance(event, AccessEvent) and event.kind == "load"


def _loops(node: EventNode, object_: MemoryObject) -> Iterator[Event]:
    """The loads of an object that no branch decides on."""
    inside: Sequence[EventNode] = node.body if isinstance(node, LoopNode) else ()
    if isinstance(node, AccessEvent) and _is_load(node) and node.object == object_:
        yield node
    for each in inside:
        yield from _loops(each, object_)


def _is_allowed(node: object) -> bool:
    return isinstance(node, _STATEMENTS | _EXPRESSIONS)
