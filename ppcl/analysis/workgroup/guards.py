"""Guards: conditions that hold for all work-items of a pack, or the pack is not run as one.

Most compare a work-item's id with a size. Such a difference grows evenly along a row of
work-items: where it has one sign for the first and for the last of them, it has it for all between.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.workgroup.uniformity import Uniformity
from ppcl.analysis.workgroup.work_items import NEIGHBOURS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import IntType, Type

# Those that tell on which side of a border a number lies, by whether they are to hold.
_SIDES = {True: ("<", "<=", ">", ">=", "=="), False: ("<", "<=", ">", ">=", "!=")}


@dataclass(frozen=True)
class Guard:
    """A condition that holds, or does not (`holds`); `at_ends`: whether the first and the last
    work-item of a pack tell for all."""

    condition: ex.Expression
    holds: bool
    at_ends: bool


def guards_of(
    conditions: Sequence[tuple[ex.Expression, bool]],
    leading: Sequence[st.Variable],
    known: Uniformity,
) -> list[Guard]:
    """The guards that some conditions, each with whether it is to hold, are made of, in the order
    in which a work-item asks; those of `leading` are computed before."""
    inits = {v.declaration.key: v.init for v in leading if v.init is not None}
    return [
        Guard(part, holds, _is_told_at_ends(part, holds, known, inits))
        for condition, wanted in conditions
        for part, holds in _parts(condition, wanted)
    ]


def _parts(condition: ex.Expression, holds: bool) -> Iterator[tuple[ex.Expression, bool]]:
    """What must hold, or not, one after another."""
    match condition:
        case ex.Unary(op="!", operand=operand):
            yield from _parts(operand, not holds)
        case ex.Binary(op="&&" | "||" as op, left=left, right=right) if holds == (op == "&&"):
            yield from _parts(left, holds)
            yield from _parts(right, holds)
        case _:
            yield condition, holds


def _is_told_at_ends(
    condition: ex.Expression, holds: bool, known: Uniformity, inits: Mapping[str, ex.Expression]
) -> bool:
    if _is_same(condition, known, inits):
        return True
    match condition:
        case ex.Binary(op=op, left=left, right=right) if op in _SIDES[holds]:
            sides = (left, right)
            is_exact = all(_is_signed(each.type) for each in sides)
            # Of unsigned numbers, ids alone do not wrap around.
            return all(_grows_evenly(each, known, inits) for each in sides) and (
                is_exact or any(_is_same(each, known, inits) for each in sides)
            )
        case _:
            return False


def _grows_evenly(
    node: ex.Expression, known: Uniformity, inits: Mapping[str, ex.Expression]
) -> bool:
    """Whether a number changes by the same amount from each work-item of a row to the next, without
    wrapping around: ids and signed numbers do not."""
    if _is_same(node, known, inits):
        return True
    match node:
        case ex.Call():
            return _is_id(node)
        case ex.NameRef(declaration=declaration, type=type_) if declaration.key in inits:
            init = inits[declaration.key]
            return _keeps(type_, init) and _grows_evenly(init, known, inits)
        case ex.Cast(type=type_, operand=operand):
            return _keeps(type_, operand) and _grows_evenly(operand, known, inits)
        case ex.Binary(op="+" | "-", left=left, right=right):
            grow = [_grows_evenly(each, known, inits) for each in (left, right)]
            return all(grow) and _is_signed(node.type)
        case ex.Binary(op="*", left=left, right=right):
            grow = [_grows_evenly(each, known, inits) for each in (left, right)]
            still = [_is_same(each, known, inits) for each in (left, right)]
            return all(grow) and any(still) and _is_signed(node.type)
        case _:
            return False


def _is_same(node: ex.Expression, known: Uniformity, inits: Mapping[str, ex.Expression]) -> bool:
    """Whether an expression that changes nothing has one value for all work-items of a row."""
    if known.is_uniform(node):
        return True
    match node:
        case ex.NameRef(declaration=declaration) if declaration.key in inits:
            return _is_same(inits[declaration.key], known, inits)
        case ex.Call(callee=callee, arguments=(dimension,)) if callee in NEIGHBOURS:
            return constant(dimension) not in (0, None)
        case ex.Cast(operand=operand) | ex.Unary(operand=operand):
            return _is_same(operand, known, inits)
        case ex.Binary(left=left, right=right):
            return _is_same(left, known, inits) and _is_same(right, known, inits)
        case _:
            return False


def _is_id(node: ex.Call) -> bool:
    return node.callee in NEIGHBOURS and [constant(each) for each in node.arguments] == [0]


def _keeps(type_: Type, given: ex.Expression) -> bool:
    """Whether a number keeps its value in a type. That ids fit into an `int` is trusted: their C
    form adds them so."""
    is_id = isinstance(given, ex.Call)
    if _is_signed(type_):
        return is_id or (_is_signed(given.type) and _bits(type_) >= _bits(given.type))
    return is_id and _bits(type_) == 64


def _is_signed(type_: Type) -> bool:
    """Whether a type's overflow is undefined; narrower ones are converted back."""
    return isinstance(type_, IntType) and type_.signed and type_.bits >= 32


def _bits(type_: Type) -> int:
    return type_.bits if isinstance(type_, IntType) else 0
