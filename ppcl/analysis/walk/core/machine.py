"""The walk's machinery: identities, frames, recording, and dispatch to one function per node type.

The walk goes through a side of the program in order, with symbolic values; it visits functions at
each call, so that facts are per call path. It records events and decides nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ppcl.analysis.model import EscapeEvent, EventNode, MemoryObject, ObjectKind, TransferEvent
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, SymbolKind
from ppcl.analysis.walk.calls.called_back import may_be_called
from ppcl.analysis.walk.calls.reach import Touched
from ppcl.analysis.walk.core.characters import blurred
from ppcl.analysis.walk.core.frame import (
    Closed,
    Ended,
    Ending,
    Frame,
    Trying,
)
from ppcl.analysis.walk.core.notes import Found, Identities, MemoryNotes, NodeNotes, Program
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    BorrowedText,
    Characters,
    Closure,
    FunctionValue,
    Handle,
    Number,
    Place,
    Pointer,
    StructValue,
    Value,
    choices_of,
)
from ppcl.analysis.walk.opencl.outside import outside_bindings
from ppcl.diag import PpclError, Remark
from ppcl.ir.expression import Call, Expression
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Statement
from ppcl.ir.types import RecordType, Type
from ppcl.source import Location

# A walk that needs more steps than this is given up (an error, not a hang).
MAX_STEPS = 3_000_000
MAX_CALL_DEPTH = 60

Node = TypeVar("Node")
# Each function takes the one node type that it is listed for.
Evaluator = Callable[["Walk", Any, State], Value]
Executor = Callable[["Walk", Any, State], State | None]


class CallModel(Protocol):
    """What a library's functions do: the OpenCL API and libc for hosts, builtins for kernels.

    `reserved` names functions that are modelled even where the program has their bodies;
    `launches` says whether there are launches, whose sizes are asked for.
    """

    reserved: frozenset[str]
    launches: bool

    def call(
        self, walk: "Walk", call: Call, arguments: tuple[Value, ...], state: State
    ) -> "Value | None":
        """The call's value, or None where the function is not modelled."""
        ...

    def place(self, walk: "Walk", call: Call, state: State) -> tuple[Place, ...] | None:
        """The lvalue that a modelled call returns (`v[i]` of a vector), or None."""
        ...


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the walk executes as if it were a statement of the program."""

    at: Origin
    run: Callable[["Walk", State], None]


@dataclass
class Walk:
    """One walk over one side of the program."""

    program: Program
    model: CallModel
    evaluators: Mapping[type, Evaluator]
    executors: Mapping[type, Executor]
    identities: Identities = field(default_factory=Identities)
    found: Found = field(default_factory=Found)
    memory: MemoryNotes = field(default_factory=MemoryNotes)
    nodes: NodeNotes = field(default_factory=NodeNotes)
    frames: list[Frame] = field(default_factory=list)
    path: tuple[int, ...] = ()
    loops: tuple[LoopIterator, ...] = ()
    loop_depth: int = 0
    inside_expressions: int = 0
    unrolled: int = 1
    pending: list[list[Value]] = field(default_factory=list)
    trying: list[Trying] = field(default_factory=list)
    steps: int = 0

    @property
    def frame(self) -> Frame:
        """The innermost activation."""
        return self.frames[-1]

    def evaluate(self, expression: Expression, state: State) -> Value:
        """The value of an expression; its effects go into `state` and the record."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise self._too_large(expression.at)
        value = self.evaluators[type(expression)](self, expression, state)
        self.nodes.last[id(expression)] = value
        return value

    def evaluate_all(
        self, nodes: Sequence[Expression], state: State, evaluate: Evaluator | None = None
    ) -> tuple[Value, ...]:
        """The values of several expressions, as they are when the last one was evaluated."""
        values: list[Value] = []
        self.pending.append(values)
        try:
            for node in nodes:
                values.append((evaluate or Walk.evaluate)(self, node, state))
            return tuple(values)
        finally:
            self.pending.pop()

    def execute(self, statement: Statement, state: State) -> State | None:
        """The state after a statement, None where control does not come out of its end. Its
        temporaries are destroyed there, the last one first."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise self._too_large(statement.at)
        before = len(self.frame.temporaries)
        try:
            end = self.executors[type(statement)](self, statement, state)
            if end is not None:
                self.end_temporaries(before, end)
        except Ended:
            end = None
        del self.frame.temporaries[before:]
        return end

    def evaluate_whole(self, expression: Expression, state: State) -> Value:
        """The value of a full expression: its temporaries are destroyed behind it."""
        before = len(self.frame.temporaries)
        value = self.evaluate(expression, state)
        self.end_temporaries(before, state)
        return value

    def end_temporaries(self, kept: int, state: State) -> None:
        """Destroy the temporaries of the innermost frame but for the first ones."""
        temporaries = self.frame.temporaries
        while len(temporaries) > kept:
            self.executors[Ending](self, temporaries.pop(), state)

    def _too_large(self, at: Origin) -> PpclError:
        return PpclError("the program is too large to follow", self.location(at))

    def fresh(self, kind: SymbolKind, name: str, *key: object) -> Number:
        """The unknown of this call path and `key`: the same each time that the walk comes by."""
        return self.identities.unknown(self.path, kind, name, *key)

    def symbol(self, kind: SymbolKind, name: str, *key: object) -> Symbol:
        """The symbol that `fresh` is the value of."""
        (symbol,) = self.fresh(kind, name, *key).value.symbols
        return symbol

    def allocate(
        self,
        kind: ObjectKind,
        name: str,
        size: Polynomial | None,
        element: Type | None,
        at: Origin | None,
        *key: object,
        declaration: Declaration | None = None,
        per_path: bool = True,
    ) -> MemoryObject:
        """The object that this place allocates on this call path."""

        def make(serial: int) -> MemoryObject:
            unique = self.loop_depth == 0
            return MemoryObject(serial, kind, name, size, element, at, unique, declaration)

        path = self.path if per_path else ()
        return self.identities.allocated(path, key, self.loop_depth > 0, make, kind)

    def synthetic(self, key: object, make: Callable[[], Node]) -> Node:
        """A node that is not in the program, made once: its identity must last like the others'."""
        return self.identities.synthetic(key, make)

    def name_object(self, target: MemoryObject, name: str) -> None:
        """Name an allocation after the variable that holds it, the outermost one first."""
        depth = len(self.frames) + self.inside_expressions
        names = self.identities.names
        if target.serial not in names or depth < names[target.serial][0]:
            names[target.serial] = (depth, name)

    def record(self, event: EventNode) -> None:
        """Add an event to the record, where the walk records."""
        if self.found.out is not None:
            self.found.out.append(event)
            self.found.passing.note(event, self.frames, self.trying)

    def next_order(self) -> int:
        """A number that grows with program order."""
        self.found.order += 1
        return self.found.order

    @contextmanager
    def iteration(self, body: Statement, count: int, of: int) -> Iterator[None]:
        """A path of its own for one iteration of a loop: what it makes is its own. `of` says how
        many iterations there are."""
        path, unrolled = self.path, self.unrolled
        self.path, self.unrolled = (*path, id(body), -1 - count), unrolled * of
        try:
            yield
        finally:
            self.path, self.unrolled = path, unrolled

    @contextmanager
    def recording(self, into: list[EventNode] | None) -> Iterator[None]:
        """Record into another list (None: record nothing) for a while."""
        saved, self.found.out = self.found.out, into
        try:
            yield
        finally:
            self.found.out = saved

    def cell_name(self, serial: int, offset: int) -> str:
        """What people call a cell: the variable, with the field where it is a struct; of a kernel,
        the argument."""
        if serial in self.memory.kernels:
            return f"argument {offset}"
        target = self.identities.by_serial[serial]
        type_ = target.element
        record = self.program.records.get(type_.name) if isinstance(type_, RecordType) else None
        field_ = next((f for f in record.fields if f.offset == offset), None) if record else None
        return f"{target.name}.{field_.name}" if field_ is not None else target.name

    def location(self, at: Origin | None) -> Location | None:
        """The line and column of an origin."""
        return self.program.location(at)

    def remark(self, code: str, message: str, at: Origin | None) -> Remark:
        """Say what could not be followed, once per place."""
        location = self.location(self.seen(at) if at is not None else None)
        remark = Remark("analysis", code, message, location)
        return self.found.remarks.setdefault((code, f"{location}{message}"), remark)

    def gap(self, code: str, message: str, at: Origin | None) -> None:
        """Say where events may be missing: nothing may be proved of the program."""
        self.found.gaps.append(self.remark(code, message, at))

    def seen(self, at: Origin) -> Origin:
        """A place as the program has it: of one in the C++ bindings, where it calls these."""
        return outside_bindings(self.path, self.nodes.sites, at)

    def not_followed(self, reason: str, at: Origin) -> None:
        """Say that control flow is not followed here: nothing may be proved of the program."""
        self.gap("PPC101", f"not followed: {reason}", at)

    def escape(
        self,
        value: Value,
        state: State,
        reason: str,
        at: Origin,
        writes: bool = True,
        uses: bool = True,
    ) -> None:
        """Let go of every object that `value` points to, and of what those point to.

        Whoever may write may also use the OpenCL objects among them and call the functions,
        unless it is known that it does not (`uses`).
        """
        seen: set[int] = set()
        pending = list(choices_of(value))
        while pending:
            single = pending.pop()
            if isinstance(single, StructValue):
                pending += [choice for _, cell in single.cells for choice in choices_of(cell)]
            if isinstance(single, FunctionValue | Closure) and uses:
                called = may_be_called(self, single, at)
                pending += [Pointer(p.object, p.offset, p.precision) for p in called]
            if isinstance(single, BorrowedText) and single.place is not None and writes:
                self._blur(single.place, reason, state)
            if isinstance(single, Handle) and writes and uses:
                self._release(single, at)
            if not isinstance(single, Pointer) or single.object.serial in seen:
                continue
            seen.add(single.object.serial)
            self.record(EscapeEvent(self.next_order(), single.object, reason, at, True, writes))
            cells = state.cells.get(single.object.serial, {})
            pending += [choice for cell in cells.values() for choice in choices_of(cell)]
            if writes:
                state.forget(single.object, reason)

    def _blur(self, place: Place, reason: str, state: State) -> None:
        """A string whose characters somebody may write is not known any more."""
        for offset, held in state.cells.get(place.object.serial, {}).items():
            if isinstance(held, Characters) and place.start in (None, offset):
                state.store(place.object, offset, blurred(held, reason))

    def named(self, touched: Touched, closed: Closed | None = None) -> list[Place]:
        """The variables that functions name, as far as they outlive their calls."""
        found = list(closed.this) if closed is not None else []
        for key in sorted(touched.variables):
            captured = closed.places.get(key) if closed is not None else None
            found += captured or self.memory.globals.get(key) or self.memory.lasting.get(key, ())
        return found

    def _release(self, handle: Handle, at: Origin) -> None:
        """A buffer may be read and written from here on; a kernel may be bound and launched."""
        text = " ".join(self.source(at).split())
        if handle.kind == "mem":
            order, buffers = self.next_order(), (handle.object,)
            event = TransferEvent(
                order, "other", buffers, None, None, None, None, False, None, at, text, self.loops
            )
            self.record(event)
        elif handle.kind == "kernel":
            self.gap("PPC101", f"'{text}' may use kernel '{handle.object.name}'", at)

    def source(self, at: Origin) -> str:
        """The user's text at an origin."""
        return self.program.source(at)
