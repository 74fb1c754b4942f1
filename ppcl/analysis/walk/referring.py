"""What a function that is not known may get by reference."""

from ppcl.ir import expression as ex
from ppcl.ir.types import RecordType

# Operators and members of the C++ library that do not change their (other) operands.
_READING = frozenset({"push_back", "emplace_back", "insert", "append", "to_string", "compare"})
_CHANGING = frozenset({"operator>>", "operator=", "operator++", "operator--"})


def referred_to(node: ex.Call) -> list[ex.Expression]:
    """The lvalues among a call's arguments that the function may get by reference and change.

    Numbers and pointers are passed as the declaration says. A copy of an object may share what it
    points to, so an object counts always.
    """
    if _only_reads(node):
        return []
    return [
        argument
        for position, argument in enumerate(node.arguments)
        if _is_lvalue(argument)
        and (
            node.references is None
            or position in node.references
            or isinstance(argument.type, RecordType)
        )
    ]


def _only_reads(node: ex.Call) -> bool:
    """Whether a call that is not known leaves what it may get by reference as it is."""
    name = node.method
    changing = name in _CHANGING or (
        name.endswith("=") and name[8:] not in ("==", "!=", "<=", ">=")
    )
    return name in _READING or (name.startswith("operator") and not changing)


def _is_lvalue(node: ex.Expression) -> bool:
    dereferenced = isinstance(node, ex.Unary) and node.op == "*"
    return dereferenced or isinstance(node, ex.NameRef | ex.Member | ex.Index)
