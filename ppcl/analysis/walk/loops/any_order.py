"""Loops over what has no order that is known: which do the same in each."""

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import RecordType, ReferenceType

_SETTING = "clSetKernelArg"


def sets_by_key(node: st.RangeFor) -> bool:
    """Whether a loop over pairs only sets arguments, the one that the pair's key says: each pair
    has another key."""
    type_ = node.variable.type
    pair = type_.referent if isinstance(type_, ReferenceType) else type_
    if not isinstance(pair, RecordType) or not pair.name.startswith("std::pair<"):
        return False
    body = node.body.body if isinstance(node.body, st.Block) else (node.body,)
    return bool(body) and all(_sets(node, statement) for statement in body)


def _sets(node: st.RangeFor, statement: st.Statement) -> bool:
    found = statement.expression if isinstance(statement, st.Evaluate) else None
    if isinstance(found, ex.Assign) and found.op in ("=", "|=") and _is_other(node, found.target):
        found = found.value
    if not isinstance(found, ex.Call) or found.callee != _SETTING or len(found.arguments) != 4:
        return False
    kernel, index, size, value = found.arguments
    return (
        _is_other(node, kernel)
        and _is_part(node, _plain(index), 0, "first")
        and isinstance(_plain(size), ex.SizeOf | ex.IntLiteral)
        and _points_to_value(node, _plain(value))
    )


def _plain(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast):
        node = node.operand
    return node


def _points_to_value(node: st.RangeFor, value: ex.Expression) -> bool:
    return (
        isinstance(value, ex.Unary)
        and value.op == "&"
        and _is_part(node, value.operand, 1, "second")
    )


def _is_part(node: st.RangeFor, part: ex.Expression, number: int, name: str) -> bool:
    """Whether an expression is a pair's key or value: a structured binding, or a member."""
    if isinstance(part, ex.NameRef) and len(node.parts) == 2:
        return part.declaration == node.parts[number].declaration
    whole = part.base if isinstance(part, ex.Member) and part.name == name else None
    return isinstance(whole, ex.NameRef) and whole.declaration == node.variable.declaration


def _is_other(node: st.RangeFor, name: ex.Expression) -> bool:
    """Whether an expression is a variable that is none of the loop's."""
    own = [v.declaration for v in (node.variable, *node.parts)]
    return isinstance(name, ex.NameRef) and name.declaration not in own
