"""The model of the host program, by the symbolic walk from its entries on."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from ppcl.analysis.model import (
    AccessEvent,
    EscapeEvent,
    Event,
    EventNode,
    HostModel,
    TransferEvent,
    events_of,
)
from ppcl.analysis.names.named_numbers import named_numbers
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.reading.definitions import Doubt, definitions
from ppcl.analysis.reading.entries import (
    AnyEntry,
    after_main,
    before_main,
    check_mains,
    library_entries,
)
from ppcl.analysis.reading.rename import renamed
from ppcl.analysis.reading.stated import NOTHING_STATED, Stated
from ppcl.analysis.walk.calls.call import declare, run_function
from ppcl.analysis.walk.calls.called_back import tell_of_overriders
from ppcl.analysis.walk.calls.main_arguments import check_stated, given_to_main
from ppcl.analysis.walk.core.expression import EVALUATORS
from ppcl.analysis.walk.core.frame import Ended, Frame
from ppcl.analysis.walk.core.join import join_all
from ppcl.analysis.walk.core.machine import Action, Evaluator, Walk
from ppcl.analysis.walk.core.notes import Program
from ppcl.analysis.walk.core.scope import make_global
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.statement import EXECUTORS, declare_variable
from ppcl.analysis.walk.core.value import Number
from ppcl.analysis.walk.cxx.classes import ALLOCATING
from ppcl.analysis.walk.cxx.lifetime import end_object
from ppcl.analysis.walk.host_model import HostLibraries
from ppcl.analysis.walk.loops.loop import any_number_of_times
from ppcl.analysis.walk.opencl.afterwards import seen_afterwards
from ppcl.analysis.walk.opencl.objects import BuildOptions, OpenClObjects, ProgramSource
from ppcl.diag import ExitCode, PpclError
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.statement import Statement, Variable
from ppcl.ir.traverse import descendants
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


def walk_host(
    units: Sequence[TranslationUnit],
    files: Mapping[str, SourceFile],
    unknown: Mapping[str, Polynomial],
    stated: Stated = NOTHING_STATED,
) -> HostWalk:
    """Walk a host program of one or several translation units; PpclError where nothing begins.

    `unknown` are named numbers that are taken to have any value, each with its symbol; `stated` is
    what the program is run with.
    """
    check_mains(units, files)
    defined = definitions(units)
    functions = defined.functions
    records: dict[str, Record] = {}
    for unit in units:
        own = unit.records.items()
        records.update({name: r for name, r in own if r.size is not None or name not in records})
    libraries = HostLibraries()
    evaluators = _not_knowing(unknown, units, files)
    walk = Walk(Program(functions, records, files), libraries, evaluators, EXECUTORS)
    walk.program.cplusplus = any(unit.language == "c++" for unit in units)
    walk.program.initialisers = tuple(v.init for v in defined.variables if v.init is not None)
    walk.program.missing = defined.missing
    _tell(walk, units, defined.doubts)
    tree = _walk_program(walk, defined.variables, libraries.opencl.objects, stated)
    objects, written = libraries.opencl.objects, frozenset(libraries.files.written)
    model = _model_of(walk, libraries, functions, tree)
    return HostWalk(model, tuple(objects.programs.values()), objects.builds, written)


def _model_of(
    walk: Walk,
    libraries: HostLibraries,
    functions: Mapping[str, Function],
    tree: Sequence[EventNode],
) -> HostModel:
    """What a walk found, with the names that people call things by."""
    objects, sight = libraries.opencl.objects, libraries.sight
    afterwards = seen_afterwards(walk, sight, tuple(objects.programs.values()), tree)
    names = {serial: name for serial, (_, name) in walk.identities.names.items()}
    model = HostModel(
        tuple(tree),
        tuple(objects.buffers.values()),
        tuple(objects.kernel_names),
        tuple(walk.found.remarks.values()),
        functions,
        not walk.found.gaps,
        gaps=tuple(walk.found.gaps),
        queues=tuple(objects.queues.values()),
        skippable=frozenset(walk.found.passing.skippable),
        observations=tuple(dict.fromkeys((*sight.found, *afterwards))),
        lost=tuple(dict.fromkeys(objects.lost)),
        requests=tuple(dict.fromkeys(objects.requests)),
    )
    return renamed(model, names)


def _not_knowing(
    unknown: Mapping[str, Polynomial],
    units: Sequence[TranslationUnit],
    files: Mapping[str, SourceFile],
) -> Mapping[type, Evaluator]:
    """How expressions are evaluated where some named numbers may be any."""
    if not unknown:
        return EVALUATORS
    uses = (use for use in named_numbers(units, files) if use.name in unknown)
    values = {id(use.node): Number(unknown[use.name]) for use in uses}

    def instead(evaluator: Evaluator) -> Evaluator:
        return lambda walk, node, state: values.get(id(node)) or evaluator(walk, node, state)

    return {kind: instead(evaluator) for kind, evaluator in EVALUATORS.items()}


def _tell(walk: Walk, units: Sequence[TranslationUnit], doubts: Sequence[Doubt]) -> None:
    """Say what may run code, or give names a meaning, in ways that are not known."""
    for unit in units:
        for found in unit.unfamiliar:
            walk.gap("PPC113", f"{found.message} is not known", Origin(found.at))
    for function in walk.program.functions.values():
        if function.owner is None and function.declaration.name.startswith(ALLOCATING):
            walk.not_followed(f"the program's own '{function.declaration.name}'", function.name_at)
    for doubt in doubts:
        walk.gap("PPC114", doubt.reason, doubt.at)


def _walk_program(
    walk: Walk, variables: Sequence[Variable], api: OpenClObjects, stated: Stated
) -> list[EventNode]:
    state = State()
    tree: list[EventNode] = []
    main = next((f for f in walk.program.functions.values() if f.declaration.name == "main"), None)
    entries = library_entries(walk) if main is None else []
    if main is None and not entries:
        raise PpclError(
            "no function 'main' in the sources, and none that launches a kernel for others: give "
            "all host files of the program",
            exit_code=ExitCode.SOURCE,
        )
    check_stated(main, stated)
    with walk.recording(tree):
        walk.frames.append(Frame(None))
        _declare_globals(walk, variables, state)
        tell_of_overriders(walk)
        for function in before_main(walk):
            _run(walk, function, state)
        if main is not None:
            _walk_main(walk, main, api, state, stated)
        else:
            _walk_library(walk, entries, api, state)
    return tree


def _declare_globals(walk: Walk, variables: Sequence[Variable], state: State) -> None:
    for variable in variables:
        declare_variable(walk, variable, state)
        key = variable.declaration.key
        _, type_ = walk.frame.types[key]
        make_global(walk, variable.declaration, walk.frame.places[key], type_)


def _run(walk: Walk, function: Function, state: State) -> None:
    """Run a function that the language calls; it may end the program."""
    with suppress(Ended):
        run_function(walk, id(function), function, (), [], state)


def _walk_library(
    walk: Walk, entries: Sequence[Function], api: OpenClObjects, state: State
) -> None:
    for function in entries:
        name = function.declaration.name
        message = f"'{name}' is called from outside: what its callers do is not known"
        walk.gap("PPC111", message, function.name_at)
    at = entries[0].at
    body = cast(Statement, Action(at, AnyEntry(entries, api)))
    any_number_of_times(walk, at, body, state)


def _walk_main(
    walk: Walk, main: Function, api: OpenClObjects, state: State, stated: Stated
) -> None:
    walk.frames[0] = Frame(main)
    for parameter in main.parameters:
        declare(walk, parameter, None, given_to_main(walk, main, parameter, state, stated), state)
    assert main.body is not None
    _finish(walk, main, api, walk.execute(main.body, state))


def _finish(walk: Walk, main: Function, api: OpenClObjects, end: State | None) -> None:
    """What runs when `main` has returned: destructors of what lasts, the last one first, and
    functions that are marked to run then. `exit` runs them too, in any state before."""
    ends = [state for state, _ in walk.frame.returned] + ([end] if end is not None else [])
    state = join_all(walk, ends, main.at)
    if state is None:
        return
    events: list[EventNode] = []
    with walk.recording(events):
        for ending in reversed(walk.memory.until_exit):
            if not end_object(walk, ending, state):
                break
        for function in after_main(walk):
            _run(walk, function, state)
    before = tuple(walk.found.out or ())
    for event in events:
        walk.record(event)
    functions = walk.program.functions.values()
    own = (f for f in functions if f.declaration.name not in walk.model.reserved)
    exits = any(map(_exits, own))
    if exits and _matters(events_of(tuple(events)), events_of(before), api):
        walk.not_followed("what runs at the program's end, after a call of 'exit'", main.name_at)


def _matters(late: Iterable[Event], before: Iterable[Event], api: OpenClObjects) -> bool:
    """Whether it matters when these events take place: they do more than touch memory, or they
    touch what buffers are tied to."""
    tied = {model.host.serial for model in api.buffers.values() if model.host is not None}
    for event in before:
        if isinstance(event, TransferEvent):
            tied |= {host.serial for host in event.hosts}
            if not event.hosts and event.kind in ("read", "write", "map"):
                return True
    return any(
        not isinstance(event, AccessEvent | EscapeEvent) or event.object.serial in tied
        for event in late
    )


def _exits(function: Function) -> bool:
    nodes = descendants(function.body) if function.body is not None else ()
    names = (node.callee or "" for node in nodes if isinstance(node, ex.Call))
    return any(name.removeprefix("std::") == "exit" for name in names)
