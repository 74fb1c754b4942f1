"""`std::string`: a text by value, held by the cell where the string object begins."""

from collections.abc import Callable

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import KnownText, Parts, UnknownText
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    BorrowedText,
    Characters,
    Number,
    Place,
    Text,
    Unknown,
    Value,
)
from ppcl.analysis.walk.libc.number_text import number_in_text
from ppcl.analysis.walk.libc.text_format import constant_of, streamed
from ppcl.analysis.walk.libc.text_memory import is_string, string_value, text_at, text_of
from ppcl.analysis.walk.std.cxx_text import (
    argument_text,
    assign,
    iterated_text,
    receiver_places,
    words_of,
)
from ppcl.ir.expression import Call
from ppcl.ir.types import FloatType, IntType, PointerType

Arguments = tuple[Value, ...]
_NOWHERE = (1 << 64) - 1
_COMPARED = {"std::operator==": True, "std::operator!=": False}
_NUMBERS = ("std::stoi", "std::stol", "std::stoul", "std::stof", "std::stod")


# A `std::filesystem::path` begins with its text, as a string.
_PATH = "new std::filesystem::path"


class CxxStrings:
    """The model of `std::string` and of the functions that make strings."""

    def call(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a member, constructor or operator, None for other functions."""
        value = self._answer(walk, call, arguments, state)
        for given in arguments if value is not None else ():
            reason, writes = f"read by '{call.callee}'", call.method == "copy"
            walk.escape(given, state, reason, call.at, writes=writes, uses=False)
        return value

    def _answer(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
        name = call.callee or ""
        if call.receiver is not None:
            if not is_string(call.receiver.type):
                return None
            return _member(walk, call, arguments, state)
        if name.startswith("new ") and is_string(call.type):
            return string_value(_constructed(walk, call, arguments, state))
        if name.startswith(_PATH) and len(arguments) == 1:
            return string_value(text_of(arguments[0], state))
        if name == "std::to_string" and len(arguments) == 1:
            return string_value(_to_string(walk, call, arguments[0]))
        if not any(is_string(node.type) for node in call.arguments):
            return None
        return _free(walk, call, name, arguments, state)

    def place(self, walk: Walk, call: Call, state: State) -> Places | None:
        """The character that `s[i]` designates; only the first one is told apart."""
        if call.receiver is None or not is_string(call.receiver.type):
            return None
        name = call.method
        if name not in ("operator[]", "at", "front", "back"):
            return None
        index = walk.evaluate(call.arguments[0], state) if call.arguments else None
        first = name == "front" or (isinstance(index, Number) and index.value == ZERO)
        places = receiver_places(walk, call.receiver, state)
        return places if first else tuple(Place(p.object, p.offset, "unknown") for p in places)


def _constructed(walk: Walk, call: Call, arguments: Arguments, state: State) -> Parts:
    """The text of a new string."""
    if not arguments:
        return ()
    iterated = iterated_text(walk, call, arguments, state)
    if iterated is not None:
        return iterated
    if isinstance(call.arguments[0].type, IntType):
        return _repeated(arguments)
    parts = argument_text(call, arguments, 0, state)
    if len(arguments) == 1 or not isinstance(arguments[1], Number):
        return parts
    if is_string(call.arguments[0].type):
        return _piece(parts, arguments[1:])
    return _piece(parts, (Number(ZERO), arguments[1]))


def _repeated(arguments: Arguments) -> Parts:
    """`string(n, c)`."""
    count, code = (constant_of(value) for value in (*arguments, arguments[0])[:2])
    if isinstance(count, int) and isinstance(code, int) and 0 <= count < 1 << 16:
        return text.joined((KnownText(bytes([code & 255]) * count),))
    filled = arguments[0].value if isinstance(arguments[0], Number) else None
    return (UnknownText("it is filled with one character", length=filled),)


def _piece(parts: Parts, bounds: Arguments) -> Parts:
    """`substr(start, count)`."""
    start = constant_of(bounds[0])
    rest = text.from_byte(parts, start) if isinstance(start, int) and start >= 0 else None
    if rest is None:
        return text.unknown("a piece of a text", parts)
    count = bounds[1] if len(bounds) > 1 else None
    if not isinstance(count, Number):
        return rest
    length = text.length_of(rest)
    beyond = (count.value - length).as_int if length is not None else None
    if beyond is not None and beyond >= 0:
        return rest
    some = text.first_bytes(rest, count.value.as_int or 0)
    known = count.value.as_int is not None and some is not None
    return some if known and some is not None else text.unknown("a piece of a text", parts)


def _to_string(walk: Walk, call: Call, value: Value) -> Parts:
    constant = constant_of(value)
    if isinstance(call.arguments[0].type, FloatType) and constant is not None:
        return (KnownText(b"%f" % constant),)
    return streamed(value, IntType("int", 32, True), words_of(walk, call, 0))


def _member(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    assert call.receiver is not None
    places = receiver_places(walk, call.receiver, state)
    held = text_at(places[0], state) if len(places) == 1 else text.unknown("it is not followed")
    name = call.method
    if name in ("c_str", "data"):
        return _pointer(call, places, held)
    if name in _READING:
        return _READING[name](walk, call, held, arguments, state)
    if name in ("operator[]", "at", "front", "back"):
        return walk.fresh("load", "character", id(call))
    changed = _changed(walk, call, name, held, arguments, state)
    if name not in ("reserve", "shrink_to_fit"):
        assign(walk, places, changed, state)
    return address(places, call.at)


def _pointer(call: Call, places: Places, held: Parts) -> Value:
    writable = isinstance(call.type, PointerType) and not call.type.const
    if writable and (call.callee or "").endswith("data"):
        return address(places, call.at)
    if len(held) == 1 and isinstance(held[0], KnownText):
        return Text(held[0].value, held[0].literal)
    return BorrowedText(Characters(held), places[0] if len(places) == 1 else None)


def _changed(
    walk: Walk, call: Call, name: str, held: Parts, arguments: Arguments, state: State
) -> Parts:
    """The text after a member function that changes it."""
    if name in ("operator=", "assign") and arguments:
        return _constructed(walk, call, arguments, state)
    if name in ("operator+=", "append", "push_back") and arguments:
        if len(arguments) == 1:
            return text.joined(held, argument_text(call, arguments, 0, state))
        return text.joined(held, _constructed(walk, call, arguments, state))
    if name == "resize" and arguments and isinstance(arguments[0], Number):
        files = text.files_of(held)
        return (UnknownText("it is resized", files, length=arguments[0].value),)
    if name == "clear":
        return ()
    if name in ("reserve", "shrink_to_fit"):
        return held
    return text.unknown(f"it is changed by '{name}'", held)


def _size(walk: Walk, call: Call, held: Parts, arguments: Arguments, state: State) -> Value:
    length = text.length_of(held)
    return Number(length) if length is not None else walk.fresh("load", "size", id(call))


def _empty(walk: Walk, call: Call, held: Parts, arguments: Arguments, state: State) -> Value:
    known = text.known(held)
    if known is None:
        return walk.fresh("load", "empty", id(call))
    return Number(Polynomial.constant(int(not known)))


def _substr(walk: Walk, call: Call, held: Parts, arguments: Arguments, state: State) -> Value:
    return string_value(_piece(held, arguments) if arguments else held)


def _find(walk: Walk, call: Call, held: Parts, arguments: Arguments, state: State) -> Value:
    """`find`, `rfind` and their like, from the end that they begin at."""
    whole, wanted = text.known(held), text.known(argument_text(call, arguments, 0, state))
    if whole is None or wanted is None or len(arguments) != 1:
        return walk.fresh("load", "position", id(call))
    name = call.method
    if name in ("find", "rfind"):
        found = whole.find(wanted) if name == "find" else whole.rfind(wanted)
    else:
        hits = [i for i, code in enumerate(whole) if code in wanted]
        found = hits[0 if name == "find_first_of" else -1] if hits else -1
    return Number(Polynomial.constant(found if found >= 0 else _NOWHERE))


def _compare(walk: Walk, call: Call, held: Parts, arguments: Arguments, state: State) -> Value:
    other = text.known(argument_text(call, arguments, 0, state))
    same = other is not None and other == text.known(held) and len(arguments) == 1
    return Number(ZERO) if same else walk.fresh("load", "compare", id(call))


_Reading = Callable[[Walk, Call, Parts, Arguments, State], Value]
_READING: dict[str, _Reading] = {
    "size": _size,
    "length": _size,
    "capacity": lambda walk, call, held, arguments, state: walk.fresh("load", "size", id(call)),
    "empty": _empty,
    "substr": _substr,
    "compare": _compare,
    **dict.fromkeys(("find", "rfind", "find_first_of", "find_last_of"), _find),
}


def _free(walk: Walk, call: Call, name: str, arguments: Arguments, state: State) -> Value | None:
    """Operators and functions on strings."""
    if name == "std::operator+" and len(arguments) == 2:
        both = (argument_text(call, arguments, index, state) for index in range(2))
        return string_value(text.joined(*both))
    if name in _COMPARED and len(arguments) == 2:
        left, right = (text.known(argument_text(call, arguments, i, state)) for i in range(2))
        if left is None or right is None:
            return walk.fresh("load", "equal", id(call))
        return Number(Polynomial.constant(int((left == right) == _COMPARED[name])))
    if name in ("std::move", "std::forward") and len(arguments) == 1:
        parts = text_of(arguments[0], state)
        return string_value(parts)
    if name in _NUMBERS:
        known = number_in_text(name.removeprefix("std::"), arguments, state)
        return known or walk.fresh("input", name, id(call))
    if name.startswith("std::operator") and name.removeprefix("std::operator") in ("<", ">", "<="):
        return walk.fresh("load", "less", id(call))
    return None if name.startswith("std::") else _handed_over(call)


def _handed_over(call: Call) -> Value | None:
    """A function that is not of the library gets strings: its effects are those of any other."""
    return None if call.callee else Unknown("not followed", call.at)
