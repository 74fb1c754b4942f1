"""Conditions that, along a row of work-items, hold from some work-item on, or up to some one.

Most guards compare an id with a size: where the last of a few neighbours is inside, all are.
"""

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.workgroup.along import Along
from ppcl.ir import expression as ex

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def holds_onwards(condition: ex.Expression, along: Along) -> bool:
    """Whether what holds for a work-item holds for the next one, too."""
    return _goes(condition, along, True)


def holds_backwards(condition: ex.Expression, along: Along) -> bool:
    """Whether what holds for a work-item holds for the one before it, too."""
    return _goes(condition, along, False)


def _goes(condition: ex.Expression, along: Along, onwards: bool) -> bool:
    if along.stride(condition).uniform:
        return True
    match condition:
        case ex.Cast(operand=operand, implicit=True):
            return _goes(operand, along, onwards)
        case ex.Unary(op="!", operand=operand):
            return _goes(operand, along, not onwards)
        case ex.Binary(op="&&" | "||", left=left, right=right):
            return _goes(left, along, onwards) and _goes(right, along, onwards)
        case ex.Binary(op=op, left=left, right=right) if op in _MIRRORED:
            grows = ">" in op
            return _compares(left, right, along, grows == onwards)
        case _:
            return False


def _compares(left: ex.Expression, right: ex.Expression, along: Along, grows: bool) -> bool:
    """Whether the left side grows along the row (or falls), while the right one stays."""
    moving, sign = (left, 1) if along.stride(right).uniform else (right, -1)
    if not along.stride(right if moving is left else left).uniform:
        return False
    found = along.stride(moving)
    step = found.step.as_int if isinstance(found.step, Polynomial) else None
    if step is None or not found.exact:
        return False
    return step * sign >= 0 if grows else step * sign <= 0
