"""Where a declaration is put that is evaluated right before a call."""

from dataclasses import dataclass

from ppcl.analysis.names.disturbance import Disturbance, read_by
from ppcl.analysis.names.steady import Steadiness
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node
from ppcl.ir.types import ReferenceType
from ppcl.ir.unit import Function
from ppcl.source import Edit, Span
from ppcl.transform.launching.host_tree import HostTree

_COMPARING = frozenset(["==", "!=", "<", ">", "<=", ">=", "|", "+", "-"])


@dataclass(frozen=True)
class Unplaced:
    """Why no declaration can be put in front of a call."""

    reason: str


def statement_of(tree: HostTree, call: ex.Call) -> st.Statement | Unplaced:
    """The statement in a block that does nothing before a call that is in it, which runs once."""
    below: Node = call
    for around in tree.upwards(call):
        if isinstance(around, st.Block) and around.at.macro is None:
            return _in_block(tree, below, call)
        if not _runs_first(below, around):
            return Unplaced("what is around it may run before it, or several times")
        below = around
    return Unplaced("it stands in no function")


def _in_block(tree: HostTree, statement: Node, call: ex.Call) -> st.Statement | Unplaced:
    if not isinstance(statement, st.Statement):
        return Unplaced("it stands in no statement")
    functions = tree.functions_at(call.at.span)
    if any(unit.language == "c++" and _is_jumped_into(f) for unit, f in functions):
        return Unplaced("C++ has no jumps past a declaration, and the function may have some")
    return statement


def _is_jumped_into(function: Function) -> bool:
    return any(isinstance(node, st.Label | st.Switch) for node in function.nodes)


def _runs_first(below: Node, around: Node) -> bool:
    """Whether what is below is all that a node evaluates before it, once."""
    match around:
        case st.Evaluate() | st.Return() | st.Variable() | ex.Cast() | ex.Unary() | ex.Call():
            return True
        case st.Declare(variables=variables):
            return variables[0] is below
        case ex.Assign(value=value) | st.If(condition=value) | ex.Conditional(condition=value):
            return value is below
        case ex.Binary(op=op, left=left):
            return op in _COMPARING or left is below
        case st.DoWhile(condition=ex.IntLiteral(value=0)):
            return True
        case st.Block(body=body):
            return body[0] is below
    return False


def stays_the_same(tree: HostTree, call: ex.Call, node: ex.Expression) -> bool:
    """Whether an argument of a call has the value that it has in front of the statement, and may be
    said several times."""
    steady = Steadiness(tree.facts.hosts)
    said = node.operand if isinstance(node, ex.Unary) and node.op == "&" else node
    functions = [function for _, function in tree.functions_at(call.at.span)]
    body = functions[0].body if len(functions) == 1 else None
    if body is None or steady.obstacle(said) is not None:
        return False
    references = [p for p in functions[0].parameters if isinstance(p.type, ReferenceType)]
    keys = frozenset(each.declaration.key for each in references)
    return Disturbance(steady, body, keys).of(node, read_by(said)) is None


def in_front(tree: HostTree, statement: st.Statement, lines: list[bytes]) -> Edit:
    """The edit that puts lines in front of a statement, indented as that."""
    source, offset = tree.source(statement), statement.at.span.start
    begin = source.data.rfind(b"\n", 0, offset) + 1
    before = source.data[begin:offset]
    indentation = before if not before.strip() else b""
    between = source.line_ending + indentation if indentation == before else b" "
    return Edit(Span(source.path, offset, offset), b"".join(line + between for line in lines))
