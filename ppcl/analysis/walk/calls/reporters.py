"""Functions that only tell: they print what they get, and numbers, give it back, and may end the
program.

When they run makes no difference to what the walk tracks, so a callback that reports errors, or a
deleter that closes a file, costs nothing.
"""

from ppcl.analysis.walk.libc.text_format import FORMATS, only_reads
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import FloatType, FunctionType, IntType, PointerType, RecordType, Type
from ppcl.ir.unit import Function

_PRINTING = frozenset({"puts", "fputs", "putchar", "fputc", "putc", "fflush", "perror"})
_TELLING = _PRINTING | {"exit", "_exit", "abort", "fclose", "pclose", "free"}
_STREAMS = frozenset({"operator<<", "endl", "flush"})
# Of the C++ library's; what is printed to a string stream is a text of the program's.
_OUTSIDE = ("std::basic_ostream<", "std::basic_ofstream<")
_PLAIN = (
    *(ex.IntLiteral, ex.FloatLiteral, ex.StringLiteral, ex.Cast, ex.Binary, ex.Conditional),
    *(ex.SizeOf, st.Block, st.If, st.Switch, st.Case, st.Return, st.Break, st.Continue),
    *(st.Empty, st.Evaluate, st.Declare, st.While, st.DoWhile, st.For),
)


def only_tells(function: Function) -> bool:
    """Whether all that a function does is on the list: nothing is read through pointers but texts
    that it gets, and nothing is changed but variables of its own."""
    if function.body is None:
        return False
    nodes = list(descendants(function.body))
    variables = (node for node in nodes if isinstance(node, st.Variable))
    own = {v.declaration.key for v in variables if v.storage == "auto"}
    own |= {p.declaration.key for p in function.parameters}
    return all(_tells(node, own) for node in nodes)


def _tells(node: Node, own: set[str]) -> bool:
    match node:
        case st.Variable(type=type_):
            return node.storage == "auto" and _is_told(type_)
        case ex.NameRef(type=type_, declaration=declaration):
            return node.kind == "function" or _is_told(type_) or declaration.key in own
        case ex.Assign(target=target):
            return isinstance(target, ex.NameRef) and target.declaration.key in own
        case ex.Unary(op=op, operand=operand):
            changes = op in ex.STEPS
            return op in "+-!~" or (
                changes and isinstance(operand, ex.NameRef) and operand.declaration.key in own
            )
        case ex.Call():
            return _is_telling(node)
        case _:
            return isinstance(node, _PLAIN)


def _is_told(type_: Type) -> bool:
    """Numbers, and objects that stand for something outside: a file, a stream, a handle."""
    pointee = type_.pointee if isinstance(type_, PointerType) else type_
    if isinstance(pointee, RecordType) and pointee.name.startswith("std::"):
        return pointee.name.startswith(_OUTSIDE)
    return isinstance(type_, IntType | FloatType) or isinstance(pointee, RecordType | FunctionType)


def _is_telling(call: ex.Call) -> bool:
    name = (call.callee or "").removeprefix("std::")
    if name in FORMATS:
        form = next((a for a in call.arguments if isinstance(a, ex.StringLiteral)), None)
        return form is not None and only_reads(form.value)
    if name in _TELLING or name.startswith("clRelease"):
        return True
    return (call.callee or "").startswith("std::") and call.method in _STREAMS
