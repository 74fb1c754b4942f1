"""What there is for the lanes of a row (`ppcl.rewrite.lanes`) beside operators: functions of
`ppcl_lanes.h`."""

from collections.abc import Callable

from ppcl.backend.builtins.spelling import spelling
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.ir import expression as ex
from ppcl.ir.types import ROW_LANES, ArrayType, FloatType, IntType, PointerType, Type, VectorType
from ppcl.rewrite.lanes.operations import (
    BELOW,
    CHANGE,
    CHANGE_WHERE,
    CONVERT,
    GATHER,
    GATHER_WHERE,
    KEEP,
    KEEP_WHERE,
    LOAD,
    LOAD_WHERE,
    NUMBERS,
    OWN,
    OWN_WHERE,
    PART,
    PART_WHERE,
    PUT,
    SCATTER,
    SCATTER_WHERE,
    SELECT,
    SOME,
    SPLAT,
    STORE,
    STORE_WHERE,
    STRIDED,
    UP_TO,
)

_PUTS = (CHANGE, CHANGE_WHERE, *(name for names in PUT.values() for name in names))
_NUMBERED = (SCATTER, SCATTER_WHERE, KEEP, KEEP_WHERE, *_PUTS)
_STORES = (STORE, STORE_WHERE, *_NUMBERED)
_ANYWHERE = (GATHER, GATHER_WHERE, PART, PART_WHERE, OWN, OWN_WHERE, *_NUMBERED)
_OTHERS = (BELOW, UP_TO, SPLAT, SOME, CONVERT, LOAD, LOAD_WHERE, NUMBERS, SELECT, STRIDED)
_OF_MEMORY = frozenset(
    (LOAD, LOAD_WHERE, STORE, STORE_WHERE, STRIDED, GATHER, GATHER_WHERE, SCATTER, SCATTER_WHERE)
)
FUNCTIONS = frozenset((*_OTHERS, *_STORES, *_ANYWHERE))


def _memory(type_: Type) -> Type:
    """Vectors of what is in memory: it may be in fewer bits there than in lanes."""
    match type_:
        case PointerType(pointee=IntType() | FloatType() as element):
            return VectorType(element, ROW_LANES)
        case ArrayType(element=IntType() | FloatType() as element):
            return VectorType(element, ROW_LANES)
        case _:
            raise ValueError(f"memory of {type_}")


def lowered(call: ex.Call, lower: Callable[[ex.Expression], Tree]) -> Tree:
    """The C form of a call; `lower` gives an expression's."""
    name = (call.callee or "").removeprefix("lanes_")
    where = "where" if name.endswith("_where") else ""
    name = name.removesuffix("_where")
    of_argument = call.callee in (*_STORES, SOME, BELOW, UP_TO)
    type_ = call.arguments[-1].type if of_argument else call.type
    if call.callee in _OF_MEMORY:
        type_ = _memory(call.arguments[bool(where)].type)
    given = [call.arguments[0].type] if call.callee == CONVERT else []
    if call.callee in _ANYWHERE:
        given = [call.arguments[1 + bool(where)].type]
    spelled = [spelling(each) or "" for each in (type_, *given)]
    words = ["ppcl", name, *spelled, *([where] if where else [])]
    return ctree.call("_".join(words), *map(lower, call.arguments))
