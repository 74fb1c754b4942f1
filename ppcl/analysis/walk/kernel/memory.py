"""What OpenCL C's builtin functions do to memory.

Source: OpenCL C 1.2, 6.12.2 (math), 6.12.7 (vload and vstore), 6.12.10 (async copies), 6.12.11
(atomics), 6.12.14 (images); OpenCL C 2.0, 6.13.11 (C11 atomics).
"""

import re

from ppcl.analysis.model import EscapeEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.access import record_accesses
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, pointees, store
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Unknown, Value, weaker
from ppcl.ir.expression import Call, Cast, Expression, Unary
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, Type, VectorType, size_of

_Arguments = tuple[Value, ...]

_VECTOR = re.compile(r"^v(load|store)(a?)(_half)?(\d*)(_r[a-z]+)?$")
_ATOMIC = re.compile(r"^(atom|atomic)_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor)$")
_C11_ATOMIC = re.compile(
    r"^atomic_(?:(?P<load>load)|(?P<store>store|init|flag_clear)|(?P<compare>compare_exchange_\w+?)"
    r"|exchange|fetch_\w+?|flag_test_and_set)(?:_explicit)?$"
)
_ASYNC_COPIES = frozenset({"async_work_group_copy", "async_work_group_strided_copy"})
# The last argument takes a second result.
_TWO_RESULTS = frozenset({"fract", "frexp", "lgamma_r", "modf", "remquo", "sincos"})
# Functions that do not look at, or do not change, what they get pointers and images for.
_UNTOUCHED = re.compile(r"^(wait_group_events|get_image_\w+)$")
_IMAGES = re.compile(r"^(read|write)_image")


def effect_on_memory(
    walk: Walk, call: Call, name: str, arguments: _Arguments, state: State
) -> Value | None:
    """The effect and value of a builtin that takes pointers or images, None for others."""
    if name in _ASYNC_COPIES:
        whole(walk, call, arguments[1], state, reads=True)
        whole(walk, call, arguments[0], state, writes=True)
    elif name == "printf":
        for argument in arguments:
            whole(walk, call, argument, state, reads=True)
    elif image := _IMAGES.match(name):
        reads = image.group(1) == "read"
        whole(walk, call, arguments[0], state, reads=reads, writes=not reads)
    elif vector := _VECTOR.match(name):
        _vector_access(walk, call, vector, arguments, state)
    elif name in _TWO_RESULTS:
        _second_result(walk, call, arguments, state)
    elif _ATOMIC.match(name):
        return _atomic(walk, call, arguments, state, loads=True, stores=True)
    elif atomic := _C11_ATOMIC.match(name):
        return _c11_atomic(walk, call, atomic, arguments, state)
    elif name == "prefetch":
        _prefetch(walk, call, arguments, state)
    elif not _UNTOUCHED.match(name):
        return None
    return result(walk, call, name)


def result(walk: Walk, call: Call, name: str) -> Value:
    """The value of a builtin of which nothing is known."""
    if isinstance(call.type, IntType | FloatType):
        return walk.fresh("input", name, id(call))
    return Unknown(f"the result of '{name}'", call.at)


def whole(
    walk: Walk,
    call: Call,
    value: Value,
    state: State,
    reads: bool = False,
    writes: bool = False,
) -> None:
    """Let a builtin read or write an unknown part of what a pointer or an image stands for."""
    reason = f"passed to '{call.callee}'"
    for place in pointees(value):
        order = walk.next_order()
        walk.record(EscapeEvent(order, place.object, reason, call.at, reads, writes))
        if writes:
            state.forget(place.object, reason)


def _pointee(node: Expression) -> Type | None:
    """What an argument points to; an array stands for a pointer."""
    match node.type:
        case PointerType(pointee=pointee):
            return pointee
        case ArrayType(element=element):
            return element
        case _:
            return None


def _vector_access(
    walk: Walk, call: Call, match: "re.Match[str]", arguments: _Arguments, state: State
) -> None:
    """`vloadn(i, p)` reads n elements at `p + i * n`; only vloada_half3 has strides of 4."""
    stores = match.group(1) == "store"
    position, pointer = arguments[stores], arguments[1 + stores]
    element = _pointee(call.arguments[1 + stores])
    if not isinstance(element, IntType | FloatType):
        whole(walk, call, pointer, state, reads=not stores, writes=stores)
        return
    lanes = int(match.group(4) or 1)
    size = size_of(element) or 1
    stride = size * (4 if match.group(2) and lanes == 3 else lanes)
    pieces: list[tuple[int, Type]] = [(0, VectorType(element, lanes) if lanes > 1 else element)]
    if lanes == 3:  # the type has the size of four lanes, which are not all touched here
        pieces = [(lane * size, element) for lane in range(lanes)]
    for place in pointees(pointer):
        base = _moved(place, position, stride)
        for offset, type_ in pieces:
            where = Place(base.object, base.offset + Polynomial.constant(offset), base.precision)
            _access(walk, call, where, type_, state, stores)


def _prefetch(walk: Walk, call: Call, arguments: _Arguments, state: State) -> None:
    """One element counts as read; more are those that lie there now."""
    count, type_ = arguments[1], _pointee(call.arguments[0])
    if type_ is not None and isinstance(count, Number) and count.value == Polynomial.constant(1):
        element = walk.synthetic(
            ("prefetched", id(call)), lambda: _element(call.arguments[0], type_)
        )
        record_accesses(walk, "load", element, pointees(arguments[0]), type_, state)
    else:
        whole(walk, call, arguments[0], state, reads=True)


def _element(address: Expression, type_: Type) -> Expression:
    """What an address is that of, as the text names it."""
    while isinstance(address, Cast):
        address = address.operand
    if isinstance(address, Unary) and address.op == "&":
        return address.operand
    return Unary(address.at, type_, "*", address)


def _moved(place: Place, position: Value, stride: int) -> Place:
    if not isinstance(position, Number):
        return Place(place.object, place.offset, "unknown")
    distance = position.value * Polynomial.constant(stride)
    precision = weaker(place.precision, position.precision)
    return Place(place.object, place.offset + distance, precision)


def _access(walk: Walk, call: Call, place: Place, type_: Type, state: State, stores: bool) -> None:
    if stores:
        store(walk, call, (place,), type_, Unknown("stored by a builtin", call.at), state)
    else:
        record_accesses(walk, "load", call, (place,), type_, state)


def _second_result(walk: Walk, call: Call, arguments: _Arguments, state: State) -> None:
    type_ = _pointee(call.arguments[-1])
    if type_ is not None:
        value = walk.fresh("input", call.callee or "result", id(call), "second")
        held = value if isinstance(type_, IntType | FloatType) else Unknown("a vector", call.at)
        store(walk, call, pointees(arguments[-1]), type_, held, state)


def _atomic(
    walk: Walk, call: Call, arguments: _Arguments, state: State, loads: bool, stores: bool
) -> Value:
    places = pointees(arguments[0])
    type_ = _pointee(call.arguments[0]) or call.type
    value = walk.fresh("load", call.callee or "atomic", id(call))
    for place in places if loads else ():
        record_accesses(walk, "load", call, (place,), type_, state)
    if stores:
        _store_all(walk, call, places, type_, state)
    return value


def _store_all(walk: Walk, call: Call, places: Places, type_: Type, state: State) -> None:
    stored = walk.fresh("input", call.callee or "atomic", id(call), "stored")
    store(walk, call, places, type_, stored, state)


def _c11_atomic(
    walk: Walk, call: Call, match: "re.Match[str]", arguments: _Arguments, state: State
) -> Value:
    only_loads, only_stores = match.group("load") is not None, match.group("store") is not None
    if match.group("compare"):
        expected = _pointee(call.arguments[1]) or call.type
        for place in pointees(arguments[1]):
            record_accesses(walk, "load", call, (place,), expected, state)
        _store_all(walk, call, pointees(arguments[1]), expected, state)
    return _atomic(walk, call, arguments, state, not only_stores, not only_loads)
