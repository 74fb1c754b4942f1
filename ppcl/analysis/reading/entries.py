"""Where a host program begins besides `main`: functions before it, and what a library offers.

A library is a program without `main`. Its entries are the functions that others can call, that
launch kernels, and that none of its own functions calls; they run in any order, any number of
times, on data of their callers.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.model import BranchNode, BufferModel, EventNode
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.calls.call import Bound, run_function
from ppcl.analysis.walk.core.frame import Ended
from ppcl.analysis.walk.core.join import join_all
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, is_handle_record
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Handle,
    Number,
    Place,
    Pointer,
    StructValue,
    Unknown,
    Value,
)
from ppcl.analysis.walk.opencl.objects import OpenClObjects
from ppcl.diag import ExitCode, PpclError
from ppcl.ir.types import FloatType, IntType, PointerType, RecordType, ReferenceType, Type
from ppcl.ir.unit import Function, Parameter, TranslationUnit
from ppcl.source import SourceFile

# The key of what other files cannot name is a place in a file.
_PLACE = re.compile(r":\d+(:\d+)?\Z")
_LAST = 1 << 16


def check_mains(units: Sequence[TranslationUnit], files: Mapping[str, SourceFile]) -> None:
    """Raises PpclError (usage) where the sources are several programs."""
    mains = {function.name_at: function for unit in units for function in mains_of(unit)}
    places = [files[at.span.file].location(at.span.start) for at in mains]
    if len(places) > 1:
        first, second = sorted(places, key=str)[:2]
        message = f"the sources are several programs: 'main' is here and at {first}"
        raise PpclError(f"{message}; give the files of one", second, ExitCode.USAGE)


def mains_of(unit: TranslationUnit) -> Iterator[Function]:
    """The definitions in a unit with which a program starts."""
    for function in unit.functions if unit.language != "opencl" else ():
        is_main = function.owner is None and function.declaration.name == "main"
        if function.body is not None and is_main:
            yield function


def before_main(walk: Walk) -> list[Function]:
    """The functions with `__attribute__((constructor))`, in the order in which they run: those
    with a priority first."""
    return _with_attribute(walk, "constructor")


def after_main(walk: Walk) -> list[Function]:
    """The functions with `__attribute__((destructor))`, in the order in which they run."""
    return _with_attribute(walk, "destructor")[::-1]


def _with_attribute(walk: Walk, name: str) -> list[Function]:
    found = [
        ((attribute.arguments or (_LAST,))[0], function)
        for function in walk.program.functions.values()
        for attribute in function.attributes
        if attribute.name.strip("_") == name
    ]
    return [function for _, function in sorted(found, key=lambda item: item[0])]


def library_entries(walk: Walk) -> list[Function]:
    """The functions that a library's callers begin with."""
    called = walk.program.reach.called()
    return [
        function
        for function in walk.program.reach.launching()
        if function.declaration.key not in called and not _PLACE.search(function.declaration.key)
    ]


@dataclass(frozen=True)
class AnyEntry:
    """One call of one of a library's entries, with arguments that are not known."""

    entries: Sequence[Function]
    api: OpenClObjects

    def __call__(self, walk: Walk, state: State) -> None:
        """Walk each entry from the same state; any of them, or none, may be called."""
        ends: list[State] = [state.copy()]
        chosen: tuple[EventNode, ...] = ()
        for function in self.entries:
            events: list[EventNode] = []
            taken = state.copy()
            with walk.recording(events if walk.found.out is not None else None):
                try:
                    self._call(walk, function, taken)
                    ends.append(taken)
                except Ended:
                    pass
            chosen = (BranchNode((), tuple(events), chosen, function.name_at),)
        for event in chosen:
            walk.record(event)
        joined = join_all(walk, ends, self.entries[0].at)
        if joined is not None:
            state.cells, state.guards = joined.cells, joined.guards

    def _call(self, walk: Walk, function: Function, state: State) -> None:
        bound: Bound = [self._bound(walk, parameter) for parameter in function.parameters]
        this: Places = ()
        if function.owner is not None and function.role != "constructor":
            type_ = RecordType(function.owner, None)
            this = (_memory(walk, function.owner.rsplit("::", 1)[-1], type_, function.owner),)
        run_function(walk, id(function), function, this, bound, state)

    def _bound(self, walk: Walk, parameter: Parameter) -> tuple[Parameter, Places | None, Value]:
        type_ = parameter.type
        if isinstance(type_, ReferenceType):
            key = parameter.declaration.key
            place = _memory(walk, parameter.declaration.name, type_.referent, key)
            return parameter, (place,), Number(ZERO)
        return parameter, None, self._value(walk, parameter, type_)

    def _value(self, walk: Walk, parameter: Parameter, type_: Type) -> Value:
        name, key = parameter.declaration.name, parameter.declaration.key
        if isinstance(type_, IntType | FloatType):
            return walk.fresh("input", name, key)
        if isinstance(type_, RecordType):
            return StructValue(())
        pointee = type_.pointee if isinstance(type_, PointerType) else None
        if isinstance(pointee, RecordType) and is_handle_record(pointee):
            is_buffer = pointee.name.endswith("_cl_mem")
            return self._buffer(walk, parameter) if is_buffer else _of_caller(parameter)
        if pointee is None:
            return _of_caller(parameter)
        return Pointer(_memory(walk, name, pointee, key).object, ZERO)

    def _buffer(self, walk: Walk, parameter: Parameter) -> Value:
        """A buffer that a caller made: with which host memory is not known."""
        name, key = parameter.declaration.name, parameter.declaration.key
        target = walk.allocate("buffer", name, None, None, parameter.at, key, per_path=False)
        self.api.buffers[target.serial] = BufferModel(target, "", None, parameter.at)
        return Handle("mem", target)


def _of_caller(parameter: Parameter) -> Value:
    return Unknown(f"'{parameter.declaration.name}' comes from the caller", parameter.at)


def _memory(walk: Walk, name: str, type_: Type, key: str) -> Place:
    """Memory of a caller's; nothing is known of what it holds."""
    target = walk.allocate("heap", name, None, type_, None, "caller", key, per_path=False)
    return Place(target, ZERO)
