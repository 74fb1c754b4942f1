"""The walk's machinery: identities, frames, recording, and dispatch to one function per node type.

The walk goes through a side of the program in order, with symbolic values; it visits functions at
each call, so that facts are per call path. It records events and decides nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

from ppcl.analysis.model import EscapeEvent, EventNode, MemoryObject, ObjectKind, TransferEvent
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, SymbolKind
from ppcl.analysis.walk.calls.called_back import may_be_called
from ppcl.analysis.walk.calls.reach import Reach, Touched
from ppcl.analysis.walk.core.characters import blurred
from ppcl.analysis.walk.core.frame import (
    Closed,
    Ended,
    Ending,
    Frame,
    LoopMemo,
    Passing,
    Piece,
    Trying,
)
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
    Written,
    choices_of,
)
from ppcl.analysis.walk.cxx.classes import Classes
from ppcl.analysis.walk.opencl.outside import outside_bindings
from ppcl.diag import PpclError, Remark
from ppcl.ir.expression import Call, Expression
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Statement
from ppcl.ir.types import RecordType, Type
from ppcl.ir.unit import Function, Record
from ppcl.source import Location, SourceFile

# A walk that needs more steps than this is given up (an error, not a hang).
MAX_STEPS = 3_000_000
MAX_CALL_DEPTH = 60
# A place that allocates in loops on more call paths than this has one object for the others.
_MAX_PATHS = 6

Node = TypeVar("Node")
# Each function takes the one node type that it is listed for.
Evaluator = Callable[["Walk", Any, State], Value]
Executor = Callable[["Walk", Any, State], State | None]


class CallModel(Protocol):
    """What a library's functions do: the OpenCL API and libc for hosts, builtins for kernels.

    `reserved` names functions that are modelled even where the program has their bodies.
    """

    reserved: frozenset[str]

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

    functions: Mapping[str, Function]
    records: Mapping[str, Record]
    files: Mapping[str, SourceFile]
    model: CallModel
    evaluators: Mapping[type, Evaluator]
    executors: Mapping[type, Executor]
    first_serial: int = 0
    cplusplus: bool = False
    globals: dict[str, tuple[Place, ...]] = field(default_factory=dict)
    file_scopes: dict[str, dict[str, tuple[str, Type]]] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    path: tuple[int, ...] = ()
    loops: tuple[LoopIterator, ...] = ()
    loop_depth: int = 0
    inside_expressions: int = 0
    out: list[EventNode] | None = None
    last: dict[int, Value] = field(default_factory=dict)
    designated: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    unrolled: int = 1
    pending: list[list[Value]] = field(default_factory=list)
    names: dict[int, tuple[int, str]] = field(default_factory=dict)
    by_serial: dict[int, MemoryObject] = field(default_factory=dict)
    remarks: dict[tuple[str, str], Remark] = field(default_factory=dict)
    gaps: list[Remark] = field(default_factory=list)
    order: int = 0
    passing: Passing = field(default_factory=Passing)
    steps: int = 0
    loads: set[Symbol] = field(default_factory=set)
    pieces: dict[int, dict[int, Piece]] = field(default_factory=dict)
    mixed: set[int] = field(default_factory=set)
    lent: set[int] = field(default_factory=set)
    given: dict[int, Written] = field(default_factory=dict)
    both_sides: dict[int, State] = field(default_factory=dict)
    texts: dict[tuple[int, int], Characters] = field(default_factory=dict)
    summaries: set[int] = field(default_factory=set)
    owned: set[int] = field(default_factory=set)
    known_loops: dict[tuple[object, ...], LoopMemo] = field(default_factory=dict)
    lasting: dict[str, tuple[Place, ...]] = field(default_factory=dict)
    trying: list[Trying] = field(default_factory=list)
    closures: dict[int, Closed] = field(default_factory=dict)
    choice_names: dict[int, str] = field(default_factory=dict)
    sites: dict[int, Origin] = field(default_factory=dict)
    calls: dict[int, Call] = field(default_factory=dict)
    until_exit: list[Ending] = field(default_factory=list)
    initialisers: tuple[Expression, ...] = ()
    missing: frozenset[str] = frozenset()
    arguments: MemoryObject | None = None
    counted: bool = False
    _synthetic: dict[object, object] = field(default_factory=dict)
    _unknowns: dict[tuple[object, ...], Number] = field(default_factory=dict)
    _objects: dict[tuple[object, ...], MemoryObject] = field(default_factory=dict)
    _allocated: dict[tuple[object, ...], list[tuple[object, ...]]] = field(default_factory=dict)

    @property
    def frame(self) -> Frame:
        """The innermost activation."""
        return self.frames[-1]

    @cached_property
    def classes(self) -> Classes:
        """The program's classes."""
        return Classes(self.functions, self.records)

    @cached_property
    def reach(self) -> Reach:
        """What the program's functions may call and touch."""
        return Reach(self.functions, self.classes, self.initialisers)

    def evaluate(self, expression: Expression, state: State) -> Value:
        """The value of an expression; its effects go into `state` and the record."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise self._too_large(expression.at)
        value = self.evaluators[type(expression)](self, expression, state)
        self.last[id(expression)] = value
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
        identity = (self.path, kind, *key)
        if identity not in self._unknowns:
            serial = self.first_serial + len(self._unknowns)
            self._unknowns[identity] = Number(Polynomial.atom(Symbol(kind, name, serial)))
        return self._unknowns[identity]

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
        """The object that this place allocates on this call path.

        What a place allocates in loops, on many paths, is one object: each already stands for many.
        """
        identity = (self.path if per_path else (), kind, *key)
        if kind == "heap" and self.loop_depth > 0 and identity not in self._objects:
            paths = self._allocated.setdefault(key, [])
            identity = paths[-1] if len(paths) == _MAX_PATHS else identity
            paths += [identity] if identity not in paths else []
        if identity not in self._objects:
            serial = len(self._objects)
            unique = self.loop_depth == 0
            target = MemoryObject(serial, kind, name, size, element, at, unique, declaration)
            self._objects[identity] = self.by_serial[serial] = target
        return self._objects[identity]

    def synthetic(self, key: object, make: Callable[[], Node]) -> Node:
        """A node that is not in the program, made once: its identity must last like the others'."""
        if key not in self._synthetic:
            self._synthetic[key] = make()
        return self._synthetic[key]  # type: ignore[return-value]

    def name_object(self, target: MemoryObject, name: str) -> None:
        """Name an allocation after the variable that holds it, the outermost one first."""
        depth = len(self.frames) + self.inside_expressions
        if target.serial not in self.names or depth < self.names[target.serial][0]:
            self.names[target.serial] = (depth, name)

    def record(self, event: EventNode) -> None:
        """Add an event to the record, where the walk records."""
        if self.out is not None:
            self.out.append(event)
            self.passing.note(event, self.frames, self.trying)

    def next_order(self) -> int:
        """A number that grows with program order."""
        self.order += 1
        return self.order

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
        saved, self.out = self.out, into
        try:
            yield
        finally:
            self.out = saved

    def cell_name(self, serial: int, offset: int) -> str:
        """What people call a cell: the variable, with the field where it is a struct."""
        target = self.by_serial[serial]
        type_ = target.element
        record = self.records.get(type_.name) if isinstance(type_, RecordType) else None
        field_ = next((f for f in record.fields if f.offset == offset), None) if record else None
        return f"{target.name}.{field_.name}" if field_ is not None else target.name

    def location(self, at: Origin | None) -> Location | None:
        """The line and column of an origin."""
        if at is None or at.span.file not in self.files:
            return None
        return self.files[at.span.file].location(at.span.start)

    def remark(self, code: str, message: str, at: Origin | None) -> Remark:
        """Say what could not be followed, once per place."""
        location = self.location(self.seen(at) if at is not None else None)
        remark = Remark("analysis", code, message, location)
        return self.remarks.setdefault((code, f"{location}{message}"), remark)

    def gap(self, code: str, message: str, at: Origin | None) -> None:
        """Say where events may be missing: nothing may be proved of the program."""
        self.gaps.append(self.remark(code, message, at))

    def seen(self, at: Origin) -> Origin:
        """A place as the program has it: of one in the C++ bindings, where it calls these."""
        return outside_bindings(self.path, self.sites, at)

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
            found += captured or self.globals.get(key) or self.lasting.get(key, ())
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
        source = self.files.get(at.span.file)
        return source.said(at.span) if source else ""
