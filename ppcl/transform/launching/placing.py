"""Where a declaration is put that is evaluated right before a call."""

from dataclasses import dataclass

from ppcl.analysis.names.disturbance import Disturbance, read_by
from ppcl.analysis.names.steady import Steadiness
from ppcl.frontend import directives_in, tokens
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import ReferenceType
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.launching.host_tree import HostTree

_COMPARING = frozenset(["==", "!=", "<", ">", "<=", ">=", "|", "+", "-"])


@dataclass(frozen=True)
class Unplaced:
    """Why no declaration can be put in front of a call."""

    reason: str


@dataclass(frozen=True)
class Slot:
    """A statement that does nothing before a call in it, which runs once. `of` is the branch or
    loop that has it for a body, without a block."""

    statement: Node
    of: Node | None


def slot_of(tree: HostTree, call: ex.Call) -> Slot | Unplaced:
    """The statement that a declaration may stand in front of."""
    below: Node = call
    for around in tree.upwards(call):
        if around.at.macro is None and isinstance(below, st.Statement):
            if isinstance(around, st.Block):
                return _in_block(tree, below, around)
            if _is_body(below, around):
                return Slot(below, around)
        if not _runs_first(below, around):
            return Unplaced("what is around it may run before it, or several times")
        below = around
    return Unplaced("it stands in no function")


def _is_body(below: Node, around: Node) -> bool:
    match around:
        case st.If(then=then, otherwise=otherwise):
            return below is then or below is otherwise
        case st.For(body=body) | st.While(body=body) | st.RangeFor(body=body):
            return below is body
    return False


def _in_block(tree: HostTree, statement: Node, block: st.Block) -> Slot | Unplaced:
    functions = tree.functions_at(block.at.span)
    if any(unit.language == "c++" for unit, _ in functions) and _is_jumped_into(tree, block):
        return Unplaced("C++ has no jumps past a declaration, and there may be some")
    return Slot(statement, None)


def _is_jumped_into(tree: HostTree, block: st.Block) -> bool:
    """Whether labels may stand behind a statement of a block, in its scope."""
    kinds = {type(node) for node in descendants(block)}
    in_switch = any(isinstance(node, st.Switch) for node in tree.upwards(block))
    return st.Label in kinds or (in_switch and st.Case in kinds)


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


def in_front(tree: HostTree, slot: Slot, lines: list[bytes]) -> tuple[Edit, ...] | None:
    """The edits that put lines in front of a statement, indented as that, in a block if there is
    none; None where a comment, or a directive, is in the way."""
    source, offset = tree.source(slot.statement), slot.statement.at.span.start
    before = _line_before(source, offset)
    if slot.of is not None:
        return _in_braces(source, slot.statement.at.span, slot.of.at.span, lines)
    is_first = not before.strip()
    between = source.line_ending + before if is_first else b" "
    return (Edit(Span(source.path, offset, offset), b"".join(line + between for line in lines)),)


def _in_braces(
    source: SourceFile, body: Span, around: Span, lines: list[bytes]
) -> tuple[Edit, ...] | None:
    """The edits that make a block of lines and a statement that is the body of another one."""
    if any(directives_in(source.data, around.start, body.start)):
        return None
    header = [*tokens(source.data, around.start, body.start)][-1].end
    closing = next(tokens(source.data, body.end, len(source.data)), None)
    end = body.end
    if not source.data[:end].endswith((b";", b"}")) and closing is not None:
        end = closing.end
    if source.data[header : body.start].strip() or source.data[end - 1 : end] not in (b";", b"}"):
        return None
    line = _line_before(source, around.start)
    outer = line[: len(line) - len(line.lstrip())]
    own = _line_before(source, body.start)
    inner = own if not own.strip() else outer + (b"\t" if outer.startswith(b"\t") else b"    ")
    ending = source.line_ending
    opened = b" {" + b"".join(ending + inner + each for each in (*lines, b""))
    return (
        Edit(Span(source.path, header, body.start), opened),
        Edit(Span(source.path, end, end), ending + outer + b"}"),
    )


def _line_before(source: SourceFile, offset: int) -> bytes:
    return source.data[source.data.rfind(b"\n", 0, offset) + 1 : offset]
