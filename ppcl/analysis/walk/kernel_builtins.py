"""OpenCL C's builtin functions, as far as addresses and control flow depend on them."""

import re
from dataclasses import dataclass

from ppcl.analysis.model import BarrierEvent
from ppcl.analysis.polynomial import ONE, ZERO, Polynomial, SymbolKind, make_term
from ppcl.analysis.walk.access import record_access
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.place import Places, pointees, store
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import Number, Place, Unknown, Value
from ppcl.ir.expression import Call
from ppcl.ir.types import FloatType, IntType, PointerType, Type, VectorType, size_of

_LETTERS: dict[str, tuple[SymbolKind, str]] = {
    "get_local_id": ("local_id", "l"),
    "get_group_id": ("group_id", "g"),
    "get_local_size": ("local_size", "L"),
    "get_global_size": ("global_size", "G"),
    "get_num_groups": ("num_groups", "NG"),
    "get_global_offset": ("global_offset", "off"),
}
_BARRIERS = frozenset({"barrier", "work_group_barrier"})
_FENCES = frozenset({"mem_fence", "read_mem_fence", "write_mem_fence", "prefetch"})
_VECTOR_ACCESS = re.compile(r"^v(load|store)(a?)(_half)?(\d*)(_r[a-z]+)?$")
_ATOMIC = re.compile(r"^(atom|atomic)_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor)$")
_INTEGER = frozenset({"min", "max"})


def id_symbol(walk: Walk, kind: SymbolKind, name: str) -> Polynomial:
    """A work-item function's symbol: one for the whole kernel, on every call path."""
    saved, walk.path = walk.path, ()
    try:
        return Polynomial.atom(walk.symbol(kind, name, name))
    finally:
        walk.path = saved


@dataclass
class KernelBuiltins:
    """The CallModel of kernels."""

    reserved: frozenset[str] = frozenset()

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of a builtin; a function that is neither builtin nor known gives None."""
        name = call.callee or ""
        if name == "get_global_id" or name in _LETTERS:
            return _work_item(walk, call, name, arguments)
        if name == "get_work_dim":
            return Number(id_symbol(walk, "num_groups", "work_dim"))
        if name in _BARRIERS:
            walk.record(BarrierEvent(walk.next_order(), call.at))
            return Number(ZERO)
        if name in _FENCES:
            return Number(ZERO)
        if name in _INTEGER and isinstance(call.type, IntType):
            return _extreme(walk, call, name, arguments)
        vector = _VECTOR_ACCESS.match(name)
        if vector:
            return _vector_access(walk, call, vector, arguments, state)
        if _ATOMIC.match(name):
            return _atomic(walk, call, arguments, state)
        return _pure(walk, call, name, arguments, state)

    def place(self, walk: Walk, call: Call, state: State) -> Places | None:
        """No builtin returns an lvalue."""
        return None


def _work_item(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value:
    number = arguments[0].value.as_int if arguments and isinstance(arguments[0], Number) else None
    if number is None:
        return walk.fresh("input", name, id(call))
    if number not in (0, 1, 2):
        return Number(ONE if name in ("get_local_size", "get_global_size") else ZERO)
    if name == "get_global_id":
        group = id_symbol(walk, "group_offset", f"go{number}")
        return Number(group + id_symbol(walk, "local_id", f"l{number}"))
    kind, letter = _LETTERS[name]
    return Number(id_symbol(walk, kind, f"{letter}{number}"))


def _extreme(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value:
    values = [a.value for a in arguments if isinstance(a, Number) and a.precision == "exact"]
    if len(values) < 2 or max(v.depth for v in values) > 4:
        return walk.fresh("input", name, id(call))
    return Number(make_term(name, tuple(sorted(values, key=str))))


def _vector_access(
    walk: Walk, call: Call, match: "re.Match[str]", arguments: tuple[Value, ...], state: State
) -> Value:
    """`vloadn(i, p)` reads n elements at `p + i * n`; vload3 strides by 3 (OpenCL 1.2, 6.12.7)."""
    stores = match.group(1) == "store"
    position, pointer = (arguments[1], arguments[2]) if stores else (arguments[0], arguments[1])
    node = call.arguments[2 if stores else 1]
    element = node.type.pointee if isinstance(node.type, PointerType) else call.type
    lanes = int(match.group(4) or 1)
    size = (size_of(element) or 1) * (4 if match.group(2) and lanes == 3 else lanes)
    type_: Type = (
        VectorType(element, lanes) if isinstance(element, IntType | FloatType) else element
    )
    for place in pointees(pointer):
        offset, precision = place.offset, place.precision
        if isinstance(position, Number):
            offset = offset + position.value * Polynomial.constant(size)
        else:
            precision = "unknown"
        where = Place(place.object, offset, precision)
        record_access(walk, "store" if stores else "load", call, where, type_, state)
    return Unknown("a vector", call.at)


def _atomic(walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> Value:
    places = pointees(arguments[0])
    node = call.arguments[0]
    type_ = node.type.pointee if isinstance(node.type, PointerType) else call.type
    result = walk.fresh("load", call.callee or "atomic", id(call))
    for place in places:
        record_access(walk, "load", call, place, type_, state)
    store(walk, call, places, type_, result, state)
    return result


def _pure(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...], state: State) -> Value:
    """Any other builtin: values in, a value out; what it gets pointers to is let go of."""
    for argument, node in zip(arguments, call.arguments, strict=False):
        if isinstance(node.type, PointerType):
            walk.escape(argument, state, f"passed to '{name}'", call.at)
    if isinstance(call.type, IntType | FloatType):
        return walk.fresh("input", name, id(call))
    return Unknown(f"the result of '{name}'", call.at)
