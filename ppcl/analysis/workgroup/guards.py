"""Guards: conditions that hold for all work-items of a pack, or the pack is not run as one.

Most compare a work-item's id with a size. Such a difference grows evenly along a row of
work-items: where it has one sign for the first and for the last of them, it has it for all between.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.workgroup.along import Along, is_signed
from ppcl.analysis.workgroup.uniformity import Uniformity
from ppcl.ir import expression as ex
from ppcl.ir import statement as st

# Those that tell on which side of a border a number lies, by whether they are to hold.
_SIDES = {True: ("<", "<=", ">", ">=", "=="), False: ("<", "<=", ">", ">=", "!=")}


@dataclass(frozen=True)
class PackGuard:
    """A condition that holds, or does not (`holds`); `at_ends`: whether the first and the last
    work-item of a pack tell for all."""

    condition: ex.Expression
    holds: bool
    at_ends: bool


def guards_of(
    conditions: Sequence[tuple[ex.Expression, bool]],
    leading: Sequence[st.Variable],
    known: Uniformity,
) -> list[PackGuard]:
    """The guards that some conditions, each with whether it is to hold, are made of, in the order
    in which a work-item asks; those of `leading` are computed before."""
    along = Along(known, {v.declaration.key: v.init for v in leading if v.init is not None})
    return [
        PackGuard(part, holds, _is_told_at_ends(part, holds, along))
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


def _is_told_at_ends(condition: ex.Expression, holds: bool, along: Along) -> bool:
    if along.stride(condition).uniform:
        return True
    match condition:
        case ex.Binary(op=op, left=left, right=right) if op in _SIDES[holds]:
            strides = [along.stride(side) for side in (left, right)]
            is_even = all(each.step is not None and each.exact for each in strides)
            # The difference of unsigned numbers may wrap around, though ids themselves do not.
            is_exact = is_signed(left.type) and is_signed(right.type)
            return is_even and (is_exact or any(each.uniform for each in strides))
        case _:
            return False
