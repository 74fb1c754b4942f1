"""All libraries that a host program calls, asked one after another."""

from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.walk.calls.callback import Callbacks
from ppcl.analysis.walk.calls.own_checks import CHECKS, check_arguments
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Value
from ppcl.analysis.walk.cxx.value_functions import run_value_functions
from ppcl.analysis.walk.libc.file import Files
from ppcl.analysis.walk.libc.file_sight import seen_of_files, streams_of
from ppcl.analysis.walk.libc.library import Libc
from ppcl.analysis.walk.libc.string import Strings
from ppcl.analysis.walk.libc.varargs import VariableArguments
from ppcl.analysis.walk.opencl.api import OpenCl
from ppcl.analysis.walk.opencl.sight import Sight
from ppcl.analysis.walk.opencl.transfers import RUNTIME
from ppcl.analysis.walk.std.algorithm import Algorithms
from ppcl.analysis.walk.std.iterator import Iterators
from ppcl.analysis.walk.std.map import Maps
from ppcl.analysis.walk.std.pointer import SmartPointers
from ppcl.analysis.walk.std.stream import CxxStreams
from ppcl.analysis.walk.std.string import CxxStrings
from ppcl.analysis.walk.std.utility import Utilities
from ppcl.analysis.walk.std.vector import Vector
from ppcl.ir.expression import Call

Container = Utilities | Iterators | Vector | Maps | SmartPointers | Algorithms | VariableArguments
Library = Container | OpenCl | Callbacks | Strings | Files | CxxStrings | CxxStreams | Libc


@dataclass
class HostLibraries:
    """The CallModel of host programs; `sight` only looks on."""

    sight: Sight = field(default_factory=Sight)
    opencl: OpenCl = field(default_factory=OpenCl)
    strings: Strings = field(default_factory=Strings)
    files: Files = field(default_factory=Files)
    callbacks: Callbacks = field(default_factory=Callbacks)
    libc: Libc = field(default_factory=Libc)
    cxx_strings: CxxStrings = field(default_factory=CxxStrings)
    containers: tuple[Container, ...] = (
        Utilities(),
        Iterators(),
        Vector(),
        Maps(),
        SmartPointers(),
        Algorithms(),
        VariableArguments(),
    )
    reserved: frozenset[str] = RUNTIME | CHECKS
    launches: bool = True

    @cached_property
    def libraries(self) -> tuple[Library, ...]:
        """All of them, in the order in which they are asked."""
        cxx = (self.cxx_strings, CxxStreams(self.files), *self.containers)
        return (self.opencl, self.callbacks, self.strings, self.files, *cxx, self.libc)

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The first library's answer."""
        if call.callee in CHECKS:
            return check_arguments(walk, call, arguments, state)
        run_value_functions(walk, call, state)
        self.sight.look(walk, call, arguments, state)
        streams = streams_of(walk, call, arguments, state)
        value = self._answer(walk, call, arguments, state)
        self.sight.remember(arguments, state)
        seen = seen_of_files(walk, call, arguments, streams, state)
        self.sight.found.update(dict.fromkeys(seen))
        return value

    def _answer(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        for library in self.libraries:
            value = library.call(walk, call, arguments, state)
            if value is not None:
                return value
        return None

    def place(self, walk: Walk, call: Call, state: State) -> Places | None:
        """The lvalue that a library's function returns."""
        if call.target is None or call.target.key not in walk.program.functions:
            run_value_functions(walk, call, state)
        for library in (self.cxx_strings, *self.containers):
            found = library.place(walk, call, state)
            if found is not None:
                return found
        return None
