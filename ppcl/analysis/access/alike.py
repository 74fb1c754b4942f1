"""Loops that do the same to each element of a rectangle, in an order that does not matter.

`for (i = 0; i < rows * columns; i++) t[i] = 0.0f;` leaves the same behind in every layout, and so
does `t[i] = 2 * t[i]`: such an index may stay as it is. Lists say what such a loop may hold.
"""

from collections.abc import Iterator, Sequence

from ppcl.analysis.access.delinearise import element_offset, split
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, Event, LaunchEvent, TransferEvent, events_of
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FloatType, IntType
from ppcl.ir.unit import Function
from ppcl.source import Span

# Functions of the library that return, and touch no memory of the program's but by their result.
_CALLED = frozenset({"rand", "random", "drand48", "lrand48", "std::rand"})
_CALLED |= {"std::vector::operator[]", "std::array::operator[]"}
Sides = tuple[Polynomial, Polynomial]
_HIDING = ex.Lambda | ex.StatementExpression | ex.Throw | ex.OpaqueExpression | ex.New | ex.Delete


def is_alike(facts: Facts, access: AccessEvent, sides: Sides, width: int) -> bool:
    """Whether a host access stands in such a loop, or two, over all elements of `width` bytes;
    `sides` are the pitch and the extent."""
    depth = _depth(access, *sides) if access.width == width else 0
    through = access.element is not access.node or access.node.at.macro is not None
    if depth == 0 or access.precision != "exact" or through:
        return False
    nests = [
        nest[-depth]
        for unit in facts.hosts
        for function in unit.functions
        if len(nest := _loops_around(function, access.node.at.span)) >= depth
    ]
    return bool(nests) and all(_serves(facts, access, nest, depth, sides) for nest in nests)


def covers_all(access: AccessEvent, sides: Sides) -> bool:
    """Whether the innermost loops of an access run over all elements, each once, as far as their
    bodies are done in each round; `sides` are the pitch and the extent."""
    return _depth(access, *sides) > 0


def _depth(access: AccessEvent, pitch: Polynomial, extent: Polynomial) -> int:
    """How many of the innermost loops run over all elements, each once; 0 where none do."""
    element = element_offset(access)
    if element is None or not access.loops:
        return 0
    last = access.loops[-1]
    if element == _counter(last):
        return int(_runs_over(last, pitch * extent))
    found = split(element, pitch, access.guards, access.loops)
    if found is None or len(access.loops) < 2:
        return 0
    both = access.loops[-2:]
    for slow, fast in (both, both[::-1]):
        sides = found.slow == _counter(slow) and found.fast == _counter(fast)
        if sides and _runs_over(slow, extent) and _runs_over(fast, pitch):
            return 2
    return 0


def _counter(loop: LoopIterator) -> Polynomial:
    return Polynomial.atom(loop.symbol)


def _runs_over(loop: LoopIterator, count: Polynomial) -> bool:
    return loop.exact and loop.step == 1 and loop.lower == ZERO and loop.upper == count


def _loops_around(function: Function, place: Span) -> list[st.For]:
    """The loops around a place, outermost first; empty where another kind of loop is the innermost
    one."""
    body = function.body
    if body is None or not body.at.span.contains(place):
        return []
    loops: list[st.For] = []
    for loop in (each for each in function.loops if each.at.span.contains(place)):
        loops = [*loops, loop] if isinstance(loop, st.For) else []
    return loops


def _serves(
    facts: Facts,
    access: AccessEvent,
    loop: st.For,
    depth: int,
    sides: Sides,
) -> bool:
    """Whether all that a nest does with the array of an access is alike."""
    if loop.at.macro is not None:
        return False
    body = _statements(loop)
    if depth == 2:
        if len(body) != 1 or not isinstance(body[0], st.For):
            return False
        body = _statements(body[0])
    if not _is_plain(body):
        return False
    uses = list(_uses(facts, access, loop.at.span))
    same = all(_is_like(access, use, depth, sides) for use in uses)
    return same and _sets_alike(uses, body)


def _is_like(access: AccessEvent, use: Event, depth: int, sides: Sides) -> bool:
    """Whether what else the loop does with the array is the same: to this element, or, where the
    function is called again, to all elements as well."""
    if not isinstance(use, AccessEvent) or use.width != access.width or use.type != access.type:
        return False
    if _depth(use, *sides) != depth:
        return False
    return use.loops != access.loops or use.offset == access.offset


def _statements(loop: st.For) -> Sequence[st.Statement]:
    return loop.body.body if isinstance(loop.body, st.Block) else (loop.body,)


def _is_plain(body: Sequence[st.Statement]) -> bool:
    """Whether expressions follow one another, without a way out."""
    if not all(isinstance(each, st.Evaluate) for each in body):
        return False
    nodes = [node for each in body for node in descendants(each)]
    calls = [node for node in nodes if isinstance(node, ex.Call | ex.Construct)]
    named = all(isinstance(call, ex.Call) and call.callee in _CALLED for call in calls)
    return named and not any(isinstance(node, _HIDING) for node in nodes)


def _sets_alike(uses: Sequence[Event], body: Sequence[st.Statement]) -> bool:
    """Whether each element is set, and read only to be set."""
    elements = {use.node.at.span for use in uses if isinstance(use, AccessEvent)}
    stores = {u.node.at.span for u in uses if isinstance(u, AccessEvent) and u.kind == "store"}
    settings = [
        each.expression
        for each in body
        if isinstance(each, st.Evaluate)
        and isinstance(each.expression, ex.Assign)
        and each.expression.target.at.span in stores
        and each.expression.target.at.macro is None
    ]
    values = all(_is_value(each.value) for each in settings)
    held = {n.at.span for s in settings for n in (s.target, *descendants(s.value))}
    return values and len(settings) == len(stores) and elements <= held


def _uses(facts: Facts, access: AccessEvent, place: Span) -> Iterator[Event]:
    """All that a loop does with an array; other commands are no part of such a loop."""
    for event in events_of(facts.host.tree):
        at = event.node.at if isinstance(event, AccessEvent) else event.at
        if not place.contains(at.span):
            continue
        of_it = getattr(event, "object", None) == access.object
        if of_it or isinstance(event, TransferEvent | LaunchEvent):
            yield event


def _is_value(node: ex.Expression) -> bool:
    """Whether an expression is made of numbers alone: a name may stand for another memory in each
    call of the function, or change from round to round."""
    match node:
        case ex.Unary(op="-" | "+" | "!" | "~", operand=operand):
            return _is_value(operand)
        case ex.Cast(operand=operand):
            return isinstance(node.type, IntType | FloatType) and _is_value(operand)
        case ex.Binary(op=op, left=left, right=right):
            return op != "," and _is_value(left) and _is_value(right)
        case _:
            return isinstance(node, ex.IntLiteral | ex.FloatLiteral)
