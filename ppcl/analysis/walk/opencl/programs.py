"""OpenCL calls that make programs, build them, and create kernels from them."""

from collections.abc import Iterator, Sequence

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import FileText, KnownText, Parts, UnknownText
from ppcl.analysis.model import KernelName
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.recency import made_by, recent_handle
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Handle, Place, Unknown, Value, choices_of, one_of
from ppcl.analysis.walk.libc.text_memory import text_of, texts_of
from ppcl.analysis.walk.opencl.objects import (
    BuildOptions,
    Handler,
    OpenClObjects,
    ProgramSource,
    is_null,
    label_of,
    new_handle,
    not_null,
    number_of,
)
from ppcl.analysis.walk.opencl.outputs import forget_outputs
from ppcl.ir.expression import Call, Cast, StringLiteral
from ppcl.ir.node import Origin

# More strings than people give to one program.
_MAX_STRINGS = 10_000


def create_program(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateProgramWithSource`."""
    handle = new_handle(walk, call, "program")
    texts = _texts(arguments[1], arguments[2], arguments[3], state)
    forget_outputs(walk, call, arguments[4:], state)
    return _made(api, walk, call, handle, texts)


def _made(api: OpenClObjects, walk: Walk, call: Call, handle: Value, texts: Parts | None) -> Value:
    if isinstance(handle, Handle):
        serial = handle.object.serial
        earlier = api.programs.get(serial)
        if earlier is not None and earlier.texts is not None and texts is not None:
            differs = "it differs between the ways that lead here"
            same = earlier.texts == texts
            texts = texts if same else text.unknown(differs, earlier.texts, texts)
        api.programs[serial] = ProgramSource(serial, texts, walk.seen(call.at))
    return handle


def _texts(count: Value, strings: Value, lengths: Value, state: State) -> Parts:
    """The strings of a program one after another, each as long as `lengths` says."""
    number = number_of(count)
    total = number.as_int if number is not None else None
    places = pointees(strings)
    if total is None or len(places) != 1 or not 0 < total <= _MAX_STRINGS:
        reason = strings.reason if isinstance(strings, Unknown) else ""
        return text.unknown(reason or "the strings of the program are not followed")
    found = [_string(places[0], lengths, index, state) for index in range(total)]
    return text.joined(*found)


def _string(strings: Place, lengths: Value, index: int, state: State) -> Parts:
    held = _cell(strings, index, state)
    parts = text_of(held, state) if held is not None else text.unknown("it is not followed")
    if is_null(lengths):
        return parts
    sizes = pointees(lengths)
    size = _cell(sizes[0], index, state) if len(sizes) == 1 else None
    given = number_of(size) if size is not None else None
    if given is None:
        return text.unknown("the length of the program's text is not known", parts)
    return parts if given == ZERO else _as_long(parts, given)


def _cell(place: Place, index: int, state: State) -> Value | None:
    offset = (place.offset + Polynomial.constant(8 * index)).as_int
    return state.load(place.object, offset) if offset is not None else None


def _as_long(parts: Parts, given: Polynomial) -> Parts:
    """A text of which the host says how long it is; zero is for one that ends by itself."""
    numbers = (given, text.if_any(given))
    if any((n - length).as_int in (0, 1) for n in numbers for length in _lengths(parts)):
        return parts  # with the zero that ends it, as some hosts count
    if given.as_int is not None and text.known(parts) is not None:
        return text.limited(parts, given.as_int)
    return text.unknown("the length of the program's text is not known", parts)


def _lengths(parts: Parts) -> list[Polynomial]:
    """How long a text is in the words of the host: as much as it reads of a file, or as long as
    that is. Where it reads less, the program is not followed for that (PPC127)."""
    whole = (
        text.whole_file(part.path) if isinstance(part, FileText) and not part.optional else part
        for part in parts
    )
    found = (text.length_of(parts), text.length_of(tuple(whole)))
    return [length for length in found if length is not None]


def _without_source(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """A program whose text the host does not have."""
    walk.remark("PPC125", f"'{call.callee}' makes a program without source text", call.at)
    forget_outputs(walk, call, arguments[-2:], state)
    return _made(api, walk, call, new_handle(walk, call, "program"), None)


def build_program(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clBuildProgram`: the options matter for what the kernels say."""
    return _built(api, walk, call, arguments, state, False)


def compile_program(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCompileProgram`: the same, and what its headers say is not read."""
    return _built(api, walk, call, arguments, state, not is_null(arguments[4]))


def _built(
    api: OpenClObjects,
    walk: Walk,
    call: Call,
    arguments: tuple[Value, ...],
    state: State,
    headers: bool,
) -> Value:
    options = arguments[3]
    written = () if is_null(options) else text_of(options, state)
    found = BuildOptions(written, walk.seen(call.at), headers)
    for serial in _programs(arguments[0]) or (None,):
        builds = api.builds.setdefault(serial, [])
        if found not in builds:
            builds.append(found)
    return Unknown("status", call.at)


def _programs(value: Value) -> tuple[int, ...]:
    """The serials of the programs that a value may be."""
    handles = (v for v in choices_of(value) if isinstance(v, Handle) and v.kind == "program")
    return tuple(handle.object.serial for handle in handles)


def link_program(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clLinkProgram`: what it gives has the kernels of the programs that it gets."""
    count = number_of(arguments[4])
    total = count.as_int if count is not None else None
    places = pointees(arguments[5])
    if total is None or len(places) != 1 or not 0 < total <= _MAX_STRINGS:
        return _made(api, walk, call, new_handle(walk, call, "program"), text.unknown("linked"))
    linked = [_cell(places[0], index, state) for index in range(total)]
    forget_outputs(walk, call, arguments[8:], state)
    return one_of([v if v is not None else Unknown("not followed", call.at) for v in linked])


def create_kernel(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateKernel`."""
    forget_outputs(walk, call, arguments[2:], state)
    names = [name for each in not_null(arguments[1]) for name in texts_of(each, state)]
    known = [name for name in names if text.known(name) is not None]
    if not known or len(known) < len(names):
        why = next((f": {part.reason}" for part in _unknown(names)), "")
        reason = f"the name of a kernel is not followed{why}"
        walk.remark("PPC101", reason, call.at)
        return Unknown(reason, walk.seen(call.at))
    programs = frozenset(_programs(arguments[0]))
    return one_of([_named_kernel(api, walk, call, name, programs, state) for name in known])


def _unknown(texts: Sequence[Parts]) -> Iterator[UnknownText]:
    return (part for parts in texts for part in parts if isinstance(part, UnknownText))


def _named_kernel(
    api: OpenClObjects, walk: Walk, call: Call, parts: Parts, programs: frozenset[int], state: State
) -> Value:
    name = (text.known(parts) or b"").decode("utf-8", "replace")
    for target in made_by(walk, call, "kernel", name):
        known = api.kernel_programs.get(target.serial, frozenset())
        api.kernel_programs[target.serial] = programs | known
        walk.memory.kernels.add(target.serial)
    found = KernelName(
        name,
        _own_literal(walk, call, parts),
        walk.seen(call.at),
        label_of(programs),
        _literal(parts),
    )
    if found not in api.kernel_names:
        api.kernel_names.append(found)
    return recent_handle(walk, call, "kernel", name, state)


def _own_literal(walk: Walk, call: Call, name: Parts) -> Origin | None:
    """Where a string stands that is written in the call itself, and so has no other use; in the
    call of the bindings, where these ask for the kernel."""
    node = call.arguments[1]
    while isinstance(node, Cast):
        node = node.operand
    if isinstance(node, StringLiteral):
        return node.at
    literal = _literal(name)
    outer = walk.seen(call.at)
    if literal is None or outer == call.at or literal.macro is not None:
        return None
    return literal if _is_argument(walk, outer, literal) else None


def _literal(name: Parts) -> Origin | None:
    part = name[0] if len(name) == 1 else None
    return part.literal if isinstance(part, KnownText) else None


def _is_argument(walk: Walk, call: Origin, literal: Origin) -> bool:
    """Whether a literal is one of a call's own arguments, by the text in front of it."""
    if call.macro is not None or not call.span.contains(literal.span):
        return False
    front = walk.program.files[call.span.file].data[call.span.start : literal.span.start]
    opened = sum((byte in b"([{") - (byte in b")]}") for byte in front)
    return opened == 1 and b'"' not in front


PROGRAMS: dict[str, Handler] = {
    "clCreateProgramWithSource": create_program,
    "clCreateProgramWithBinary": _without_source,
    "clCreateProgramWithIL": _without_source,
    "clCreateProgramWithILKHR": _without_source,
    "clCreateProgramWithBuiltInKernels": _without_source,
    "clBuildProgram": build_program,
    "clCompileProgram": compile_program,
    "clLinkProgram": link_program,
    "clCreateKernel": create_kernel,
}
PROGRAM_ARITY = {
    "clCreateProgramWithSource": 5,
    "clCreateProgramWithBinary": 7,
    "clCreateProgramWithIL": 4,
    "clCreateProgramWithILKHR": 4,
    "clCreateProgramWithBuiltInKernels": 5,
    "clBuildProgram": 6,
    "clCompileProgram": 9,
    "clLinkProgram": 9,
    "clCreateKernel": 3,
}
