"""The model of the host program, by the symbolic walk from `main` on."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.model import EventNode, HostModel
from ppcl.analysis.polynomial import ZERO
from ppcl.analysis.rename import renamed
from ppcl.analysis.walk.call import declare
from ppcl.analysis.walk.expression import EVALUATORS
from ppcl.analysis.walk.frame import Frame
from ppcl.analysis.walk.host_model import HostLibraries
from ppcl.analysis.walk.join import join_all
from ppcl.analysis.walk.lifetime import end_object
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.opencl_objects import BuildOptions, ProgramSource
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.statement import EXECUTORS, declare_variable
from ppcl.analysis.walk.value import Pointer, Value
from ppcl.diag import ExitCode, PpclError
from ppcl.ir.types import IntType
from ppcl.ir.unit import Function, Record, TranslationUnit
from ppcl.source import SourceFile


@dataclass(frozen=True)
class HostWalk:
    """The model, and the programs with their builds. Launches and kernel names have a label that
    lists the serials of programs; `written` are the paths of files that the host writes."""

    model: HostModel
    programs: tuple[ProgramSource, ...]
    builds: Mapping[int | None, Sequence[BuildOptions]]
    written: frozenset[str]


def walk_host(units: Sequence[TranslationUnit], files: Mapping[str, SourceFile]) -> HostWalk:
    """Walk a host program of one or several translation units; PpclError where it has no main."""
    functions = {f.declaration.key: f for unit in units for f in unit.functions if f.body}
    main = next((f for f in functions.values() if f.declaration.name == "main"), None)
    if main is None:
        raise PpclError(
            "no function 'main' in the sources: give all host files of the program",
            exit_code=ExitCode.SOURCE,
        )
    records: dict[str, Record] = {}
    for unit in units:
        records.update(unit.records)
    libraries = HostLibraries()
    walk = Walk(functions, records, files, libraries, EVALUATORS, EXECUTORS)
    walk.cplusplus = any(unit.language == "c++" for unit in units)
    walk.initialisers = tuple(v.init for unit in units for v in unit.globals if v.init is not None)
    if any(_BEFORE_MAIN.search(source.data) for source in files.values()):
        walk.remark(
            "PPC101", "functions that run before or after main are not followed", main.name_at
        )
        walk.complete = False
    tree = _walk_main(walk, main, units)
    names = {serial: name for serial, (_, name) in walk.names.items()}
    model = HostModel(
        tuple(tree),
        tuple(libraries.opencl.objects.buffers.values()),
        tuple(libraries.opencl.objects.kernel_names),
        tuple(walk.remarks.values()),
        functions,
        walk.complete,
        queues=tuple(libraries.opencl.objects.queues.values()),
    )
    objects = libraries.opencl.objects
    written = frozenset(libraries.files.written)
    programs = tuple(objects.programs.values())
    return HostWalk(renamed(model, names), programs, objects.builds, written)


_BEFORE_MAIN = re.compile(rb"\(\s*(__)?(con|de)structor(__)?\b")


def _walk_main(walk: Walk, main: Function, units: Sequence[TranslationUnit]) -> list[EventNode]:
    state = State()
    tree: list[EventNode] = []
    with walk.recording(tree):
        walk.frames.append(Frame(None))
        for unit in units:
            for variable in unit.globals:
                if variable.storage != "extern" or variable.init is not None:
                    declare_variable(walk, variable, state)
                    walk.globals.update(walk.frames[0].places)
                    walk.global_types.update(walk.frames[0].types)
        walk.frames[0] = Frame(main)
        for parameter in main.parameters:
            value: Value = walk.fresh(
                "input", parameter.declaration.name, parameter.declaration.key
            )
            if not isinstance(parameter.type, IntType):
                target = walk.allocate(
                    "variable",
                    parameter.declaration.name,
                    None,
                    None,
                    parameter.at,
                    "argv",
                    parameter.declaration.key,
                )
                value = Pointer(target, ZERO)
            declare(walk, parameter, None, value, state)
        assert main.body is not None
        end = walk.execute(main.body, state)
        _finish(walk, main, end)
    return tree


def _finish(walk: Walk, main: Function, end: State | None) -> None:
    """What lasts until the program's end is destroyed, the last one first."""
    ends = [state for state, _ in walk.frame.returned] + ([end] if end is not None else [])
    state = join_all(walk, ends, main.at)
    for place, type_ in reversed(walk.until_exit) if state is not None else ():
        if state is None or not end_object(walk, place, type_, state):
            return
