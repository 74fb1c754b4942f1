"""What a walk knows beside the state of memory, in parts by who uses them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from ppcl.analysis.model import EventNode, MemoryObject, ObjectKind
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, SymbolKind
from ppcl.analysis.walk.calls.reach import Reach
from ppcl.analysis.walk.core.frame import Closed, Ending, LoopMemo, Passing, Piece
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Characters, Number, Place, Value, Written
from ppcl.analysis.walk.cxx.classes import Classes
from ppcl.diag import Remark
from ppcl.ir.expression import Call, Expression
from ppcl.ir.node import Origin
from ppcl.ir.types import Type
from ppcl.ir.unit import Function, Record
from ppcl.source import Location, SourceFile

# A place that allocates in loops on more call paths than this has one object for the others.
_MAX_PATHS = 6

Node = TypeVar("Node")


@dataclass
class Program:
    """What is walked: functions by key, records, files by name. `missing` are variables that no
    source defines, `initialisers` what variables of the program begin with, `file_scopes` the
    names and types of each file's own."""

    functions: Mapping[str, Function]
    records: Mapping[str, Record]
    files: Mapping[str, SourceFile]
    cplusplus: bool = False
    initialisers: tuple[Expression, ...] = ()
    missing: frozenset[str] = frozenset()
    file_scopes: dict[str, dict[str, tuple[str, Type]]] = field(default_factory=dict)

    @cached_property
    def classes(self) -> Classes:
        """The program's classes."""
        return Classes(self.functions, self.records)

    @cached_property
    def reach(self) -> Reach:
        """What the program's functions may call and touch."""
        return Reach(self.functions, self.classes, self.initialisers)

    def location(self, at: Origin | None) -> Location | None:
        """The line and column of an origin."""
        if at is None or at.span.file not in self.files:
            return None
        return self.files[at.span.file].location(at.span.start)

    def source(self, at: Origin) -> str:
        """The user's text at an origin."""
        source = self.files.get(at.span.file)
        return source.said(at.span) if source else ""


@dataclass
class Identities:
    """Unknowns and objects, each the same one whenever the walk comes by on the same call path.
    `names` are what people call allocations, each with the depth of calls that it is from."""

    first_serial: int = 0
    by_serial: dict[int, MemoryObject] = field(default_factory=dict)
    names: dict[int, tuple[int, str]] = field(default_factory=dict)
    _synthetic: dict[object, object] = field(default_factory=dict)
    _unknowns: dict[tuple[object, ...], Number] = field(default_factory=dict)
    _objects: dict[tuple[object, ...], MemoryObject] = field(default_factory=dict)
    _allocated: dict[tuple[object, ...], list[tuple[object, ...]]] = field(default_factory=dict)

    def unknown(self, path: tuple[int, ...], kind: SymbolKind, name: str, *key: object) -> Number:
        """The unknown of a call path and a key."""
        identity = (path, kind, *key)
        if identity not in self._unknowns:
            serial = self.first_serial + len(self._unknowns)
            self._unknowns[identity] = Number(Polynomial.atom(Symbol(kind, name, serial)))
        return self._unknowns[identity]

    def allocated(
        self,
        path: tuple[int, ...],
        key: tuple[object, ...],
        in_loop: bool,
        make: Callable[[int], MemoryObject],
        kind: ObjectKind,
    ) -> MemoryObject:
        """The object of a call path and a key, else one that `make` makes with its number.

        What a place allocates in loops, on many paths, is one object: each already stands for many.
        """
        identity = (path, kind, *key)
        if kind == "heap" and in_loop and identity not in self._objects:
            paths = self._allocated.setdefault(key, [])
            identity = paths[-1] if len(paths) == _MAX_PATHS else identity
            paths += [identity] if identity not in paths else []
        if identity not in self._objects:
            serial = len(self._objects)
            self._objects[identity] = self.by_serial[serial] = make(serial)
        return self._objects[identity]

    def synthetic(self, key: object, make: Callable[[], Node]) -> Node:
        """A node that is not in the program, made once: its identity must last like the others'."""
        if key not in self._synthetic:
            self._synthetic[key] = make()
        return self._synthetic[key]  # type: ignore[return-value]


@dataclass
class Found:
    """What goes into the model: events into `out` (None: nothing is recorded), remarks once a
    place, and the `gaps` where events may be missing."""

    out: list[EventNode] | None = None
    order: int = 0
    remarks: dict[tuple[str, str], Remark] = field(default_factory=dict)
    gaps: list[Remark] = field(default_factory=list)
    passing: Passing = field(default_factory=Passing)


@dataclass
class MemoryNotes:
    """What is known of memory for the whole walk. Variables by key: `globals`, and `lasting` ones
    of functions. Objects by serial: `mixed` ones are accessed in other pieces than they hold (the
    `pieces` of each), `lent` ones may be reached by what is not followed, `owned` ones are a
    container's, `summaries` stand for several, `kernels` hold arguments. `texts` are what was
    written where, `loads` the symbols that were read in a loop. Lambdas by number; what ends with
    the program; what `main` was given, and whether its arguments were counted."""

    globals: dict[str, tuple[Place, ...]] = field(default_factory=dict)
    lasting: dict[str, tuple[Place, ...]] = field(default_factory=dict)
    mixed: set[int] = field(default_factory=set)
    pieces: dict[int, dict[int, Piece]] = field(default_factory=dict)
    owned: set[int] = field(default_factory=set)
    lent: set[int] = field(default_factory=set)
    summaries: set[int] = field(default_factory=set)
    kernels: set[int] = field(default_factory=set)
    texts: dict[tuple[int, int], Characters] = field(default_factory=dict)
    loads: set[Symbol] = field(default_factory=set)
    closures: dict[int, Closed] = field(default_factory=dict)
    until_exit: list[Ending] = field(default_factory=list)
    arguments: MemoryObject | None = None
    counted: bool = False


@dataclass
class NodeNotes:
    """What was found at nodes of the tree when they were walked last, by identity: the value, the
    places that it `designated`, how the element that a call `given` a reference to is written, the
    state where both sides of an operator ran, the name of a value that was chosen; the `calls` of
    functions and where they stand (`sites`), and what loops on a path do."""

    last: dict[int, Value] = field(default_factory=dict)
    designated: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    given: dict[int, Written] = field(default_factory=dict)
    both_sides: dict[int, State] = field(default_factory=dict)
    choice_names: dict[int, str] = field(default_factory=dict)
    calls: dict[int, Call] = field(default_factory=dict)
    sites: dict[int, Origin] = field(default_factory=dict)
    known_loops: dict[tuple[object, ...], LoopMemo] = field(default_factory=dict)
