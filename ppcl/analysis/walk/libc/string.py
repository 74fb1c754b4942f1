"""The C library's strings: `strcpy`, `sprintf` and their like, on texts that the walk follows."""

from collections.abc import Callable
from dataclasses import dataclass

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import KnownText, Parts
from ppcl.analysis.numbers.least import with_least
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import NOT_SET, Number, Pointer, Value
from ppcl.analysis.walk.libc.text_format import constant_of, formatted
from ppcl.analysis.walk.libc.text_memory import note_write, of_characters, text_of, write_text
from ppcl.analysis.walk.libc.varargs import take_printed
from ppcl.analysis.walk.libc.written_formats import write_through
from ppcl.analysis.walk.std.containers import put_at
from ppcl.ir.expression import Call

Arguments = tuple[Value, ...]
_Handler = Callable[[Walk, Call, Arguments, State], Value | None]


@dataclass
class Strings:
    """The model of <string.h> and of what prints into memory."""

    def call(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a string function, None for others."""
        name = (call.callee or "").removeprefix("std::").removeprefix("__builtin_")
        handler = _HANDLERS.get(name)
        if handler is None or len(arguments) < _ARITY[name]:
            return None
        return handler(walk, call, arguments, state)


def _read(walk: Walk, call: Call, values: Arguments, state: State) -> None:
    for value in values:
        reason = f"read as a whole by '{call.callee}'"
        walk.escape(value, state, reason, call.at, writes=False)


def _wrote(
    walk: Walk, call: Call, destination: Value, parts: Parts, state: State, others: Arguments
) -> Value:
    """Record the effect of a function that writes a text; its value is the destination."""
    _read(walk, call, others, state)
    note_write(walk, destination, f"written by '{call.callee}'", call.at)
    write_text(walk, destination, parts, state)
    return destination


def _length(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    _read(walk, call, arguments, state)
    length = text.length_of(text_of(arguments[0], state))
    if length is None:
        return walk.fresh("input", "strlen", id(call))
    return Number(length)


def _copy(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    parts = text_of(arguments[1], state)
    return _wrote(walk, call, arguments[0], parts, state, arguments[1:])


def _copy_some(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    """`strncpy`, and `memcpy` of a text: all of it, or so many bytes."""
    parts = text_of(arguments[1], state)
    cut = _cut(parts, arguments[2])
    return _wrote(walk, call, arguments[0], cut, state, arguments[1:2])


def _cut(parts: Parts, count: Value) -> Parts:
    length = text.length_of(parts)
    if isinstance(count, Number):
        beyond = (count.value - length).as_int if length is not None else None
        if beyond is not None and beyond >= 0:
            return parts
        if count.value.as_int is not None:
            return text.limited(parts, count.value.as_int)
    return text.unknown("cut after a number of characters that is not known", parts)


def _append(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    front, back = (text_of(value, state) for value in arguments[:2])
    if len(arguments) > 2:
        back = _cut(back, arguments[2])
    return _wrote(walk, call, arguments[0], text.joined(front, back), state, arguments[1:2])


def _print(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    return _printed(walk, call, arguments, 1, state)


def _print_some(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    return _printed(walk, call, arguments, 2, state)


def _printed(walk: Walk, call: Call, arguments: Arguments, first: int, state: State) -> Value:
    words = [" ".join(walk.source(node.at).split()) for node in call.arguments[first + 1 :]]
    write_through(walk, call, arguments, state)
    return _put(walk, call, arguments, first, arguments[first + 1 :], words, state)


def _print_list(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    return _printed_list(walk, call, arguments, 1, state)


def _print_list_some(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    return _printed_list(walk, call, arguments, 2, state)


def _printed_list(
    walk: Walk, call: Call, arguments: Arguments, first: int, state: State
) -> Value | None:
    """`vsprintf` and `vsnprintf`, where it is known what they print."""
    values = take_printed(arguments[first + 1], text_of(arguments[first], state), state)
    if values is None:
        return None
    words = [f"value {index + 1} of the format" for index in range(len(values))]
    return _put(walk, call, arguments, first, values, words, state)


def _print_new(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    made = _memory_at(walk, call, arguments[0], state)
    return _printed(walk, call, (made, *arguments[1:]), 1, state)


def _print_list_new(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    made = _memory_at(walk, call, arguments[0], state)
    return _printed_list(walk, call, (made, *arguments[1:]), 1, state)


def _memory_at(walk: Walk, call: Call, to: Value, state: State) -> Value:
    """Memory for what `asprintf` prints, the address of which it puts where `to` points."""
    target = walk.allocate("heap", "asprintf", None, None, call.at, id(call))
    state.forget(target, NOT_SET)
    for place in pointees(to):
        put_at(place, 0, Pointer(target, ZERO), state)
    return Pointer(target, ZERO)


def _put(
    walk: Walk,
    call: Call,
    arguments: Arguments,
    first: int,
    values: Arguments,
    words: list[str],
    state: State,
) -> Value:
    """The effect of printing values into memory; its value is the length of what was to be
    printed, however much has room (C11 7.21.6.5)."""
    form = arguments[first]
    parts = formatted(text_of(form, state), values, lambda i: text_of(values[i], state), words)
    length = text.length_of(parts)
    if first == 2:
        parts = _with_room(parts, arguments[1])
    if first == 2 and constant_of(arguments[1]) == 0:
        _read(walk, call, (form, *values), state)
    else:
        _wrote(walk, call, arguments[0], parts, state, (form, *values))
    return Number(length) if length is not None else walk.fresh("input", "printed", id(call))


def _with_room(parts: Parts, size: Value) -> Parts:
    """What of a text has room in so many bytes, the last of which ends it."""
    return _cut(parts, Number(size.value - ONE)) if isinstance(size, Number) else _cut(parts, size)


def _duplicate(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    _read(walk, call, arguments[:1], state)
    parts = text_of(arguments[0], state)
    if len(arguments) > 1:
        parts = _cut(parts, arguments[1])
    target = walk.allocate("heap", "strdup", None, None, call.at, id(call))
    state.forget(target, NOT_SET)
    made = Pointer(target, ZERO)
    write_text(walk, made, parts, state)
    return made


def _compare(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    """`strcmp`, and `strncmp` of so many characters."""
    _read(walk, call, arguments[:2], state)
    left, right = (text.known(text_of(value, state)) for value in arguments[:2])
    count = constant_of(arguments[2]) if len(arguments) > 2 else None
    if left is None or right is None or not isinstance(count, int | None):
        return walk.fresh("input", "strcmp", id(call))
    left, right = left[:count], right[:count]
    if left == right:
        return Number(ZERO)
    above = with_least(walk.fresh("input", "strcmp", id(call)).value, 1)
    return Number(above if left > right else -above)


def _find(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    """`strchr`, `strrchr` and `strstr` in a text that is known: a pointer into it."""
    whole, wanted = text.known(text_of(arguments[0], state)), _wanted(call, arguments[1], state)
    places = pointees(arguments[0])
    if whole is None or wanted is None or len(places) != 1 or not places[0].certain:
        return None
    _read(walk, call, arguments, state)
    last = (call.callee or "").endswith("strrchr")
    index = (whole + b"\0").rfind(wanted) if last else (whole + b"\0").find(wanted)
    offset = places[0].offset + Polynomial.constant(index)
    return Number(ZERO) if index < 0 else Pointer(places[0].object, offset, places[0].precision)


def _wanted(call: Call, value: Value, state: State) -> bytes | None:
    if (call.callee or "").endswith("strstr"):
        return text.known(text_of(value, state))
    code = constant_of(value)
    return bytes([code & 255]) if isinstance(code, int) else None


def _move(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    """`memcpy` between arrays of characters."""
    if not all(of_characters(node) for node in call.arguments[:2]):
        return None
    return _copy_some(walk, call, arguments, state)


def _clear(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    """`memset(text, 0, n)` of an array of characters."""
    zero = isinstance(arguments[1], Number) and arguments[1].value == ZERO
    if not zero or not of_characters(call.arguments[0]):
        return None
    return _wrote(walk, call, arguments[0], (KnownText(b""),), state, ())


_HANDLERS: dict[str, _Handler] = {
    "strlen": _length,
    "strcpy": _copy,
    "stpcpy": _copy,
    "strncpy": _copy_some,
    "strcat": _append,
    "strncat": _append,
    "sprintf": _print,
    "snprintf": _print_some,
    "asprintf": _print_new,
    "vsprintf": _print_list,
    "vsnprintf": _print_list_some,
    "vasprintf": _print_list_new,
    "strdup": _duplicate,
    "strndup": _duplicate,
    "strcmp": _compare,
    "strncmp": _compare,
    **dict.fromkeys(("strchr", "strrchr", "strstr"), _find),
    "memcpy": _move,
    "memmove": _move,
    "memset": _clear,
}
_ARITY = {
    "strlen": 1,
    "strcpy": 2,
    "stpcpy": 2,
    "strncpy": 3,
    "strcat": 2,
    "strncat": 3,
    "sprintf": 2,
    "snprintf": 3,
    "asprintf": 2,
    "vsprintf": 3,
    "vsnprintf": 4,
    "vasprintf": 3,
    "strdup": 1,
    "strndup": 2,
    "strcmp": 2,
    "strncmp": 3,
    **dict.fromkeys(("strchr", "strrchr", "strstr"), 2),
    "memcpy": 3,
    "memmove": 3,
    "memset": 3,
}
