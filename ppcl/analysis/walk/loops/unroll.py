"""Small loops over tables of OpenCL objects: their iterations are walked one by one.

A loop that creates kernels or buffers, or sets arguments, by a counter fills a table: one walk for
all iterations would know only that each element is one of those made. Taking iterations off the
front of a loop is always right; whether it is done depends on what the body does, and on how often.
"""

from collections.abc import Iterator

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.calls.main_arguments import is_over_arguments
from ppcl.analysis.walk.core.condition import known_truth
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.loops.counter import LoopForm, counter_of, iterator_of
from ppcl.analysis.walk.loops.rounds import Names, names_in, rounds_differ
from ppcl.analysis.walk.std.containers import iterated
from ppcl.analysis.walk.std.map_entries import steps_between
from ppcl.analysis.walk.std.sequence import distance, step_of
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ArrayType, IntType, RecordType, Type
from ppcl.ir.unit import Function

# Loops, and nests of them, with more iterations than this are walked once for all.
MAX_ITERATIONS = 64
# The same for those that launch.
MAX_ROUNDS = 8
# The same for those that set one size after another of an NDRange.
MAX_DIMENSIONS = 3

_LAUNCHING = "clEnqueue"
_MAKING = ("clCreate", "clSetKernelArg", "clBuildProgram", "clCompileProgram")


def table_iterations(walk: Walk, loop: LoopForm, state: State) -> int:
    """How many iterations of a loop to walk one by one: all of those of a loop that is known to end
    soon, and that makes or sets OpenCL objects but launches nothing, or sets other arguments for
    each launch, or the sizes of one; else none. Where it is not known but the loop is known to
    begin, or where it goes through the program's arguments: as many as are known to come."""
    if loop.condition is None:
        return 0
    if is_over_arguments(walk, loop, state) and not _launches(walk, loop.body):
        return MAX_ITERATIONS // walk.unrolled
    most = _most(walk, loop.body, names_in([loop.step]))
    if not most:
        return 0
    trips = _trips(walk, loop, state)
    if trips is None and most == MAX_ITERATIONS and _begins(walk, loop, state):
        return MAX_ITERATIONS // walk.unrolled
    return trips if trips is not None and trips * walk.unrolled <= most else 0


def _most(walk: Walk, body: st.Statement, by: Names) -> int:
    """How many iterations of a loop are few; `by` are its counters."""
    if _fills_table(walk, body):
        return MAX_ITERATIONS
    if by and _launches(walk, body) and rounds_differ(walk, body, by):
        return MAX_ROUNDS
    return MAX_DIMENSIONS if walk.model.launches and _sets_sizes(walk, body) else 0


def range_iterations(
    walk: Walk, body: st.Statement, count: Polynomial | None, by: Names = frozenset()
) -> int | None:
    """The same for a loop over `count` elements, which are `by`: None where it is not walked one by
    one."""
    number = count.as_int if count is not None else None
    if number is None or number * walk.unrolled > MAX_ITERATIONS:
        return None
    return number if number * walk.unrolled <= _most(walk, body, by) else None


def _fills_table(walk: Walk, body: st.Statement) -> bool:
    def decide() -> bool:
        makes = any(name.startswith(_MAKING) for name in _api_calls(walk, body))
        return makes and not _launches(walk, body)

    return walk.synthetic(("fills a table", id(body)), decide)


def _sets_sizes(walk: Walk, body: st.Statement) -> bool:
    """Whether a body sets elements of arrays that have one for each dimension of an NDRange, and
    calls nothing."""

    def decide() -> bool:
        nodes = list(descendants(body))
        calls = _calls(walk, body) or any(isinstance(n, ex.New | ex.Delete) for n in nodes)
        return not calls and any(isinstance(n, ex.Assign) and _is_size(n.target) for n in nodes)

    return walk.synthetic(("sets sizes", id(body)), decide)


def _is_size(target: ex.Expression) -> bool:
    base = target.base if isinstance(target, ex.Index) else None
    while isinstance(base, ex.Cast):
        base = base.operand
    match base.type if base is not None else None:
        case ArrayType(element=IntType(), length=int(length)):
            return 1 < length <= MAX_DIMENSIONS
        case _:
            return False


def _launches(walk: Walk, body: st.Statement) -> bool:
    return any(name.startswith(_LAUNCHING) for name in _api_calls(walk, body))


def _api_calls(walk: Walk, body: st.Statement) -> Iterator[str]:
    """The names of the OpenCL functions that a statement calls, through the program's own too."""
    pending: list[st.Statement] = [body]
    seen: set[str] = set()
    while pending:
        for node in _calls(walk, pending.pop()):
            functions = walk.program.functions
            function = functions.get(node.target.key) if node.target is not None else None
            if function is None and isinstance(node, ex.Call) and node.receiver is not None:
                pending += _lambda_of(walk, node.receiver.type, seen)
            if function is not None and function.declaration.key not in seen:
                seen.add(function.declaration.key)
                pending += _bodies(function)
            elif isinstance(node, ex.Call) and (node.callee or "").startswith("cl"):
                yield node.callee or ""


def _lambda_of(walk: Walk, type_: Type, seen: set[str]) -> list[st.Statement]:
    """The body of the lambda that an object is, if it is one, and was not seen yet."""
    name = type_.name if isinstance(type_, RecordType) else ""
    found = walk.synthetic("lambdas", lambda: dict(_lambdas(walk))).get(name)
    if found is None or name in seen:
        return []
    seen.add(name)
    return [found]


def _lambdas(walk: Walk) -> Iterator[tuple[str, st.Block]]:
    """The bodies of the program's lambdas, by their classes."""
    bodies = (f.body for f in walk.program.functions.values() if f.body)
    parts = (*bodies, *walk.program.initialisers)
    for node in (n for part in parts for n in descendants(part)):
        if isinstance(node, ex.Lambda) and isinstance(node.type, RecordType):
            yield node.type.name, node.body


def _calls(walk: Walk, body: st.Statement) -> tuple[ex.Call | ex.Construct, ...]:
    """The calls in a statement, found once: many loops call the same functions."""

    def find() -> tuple[ex.Call | ex.Construct, ...]:
        return tuple(n for n in descendants(body) if isinstance(n, ex.Call | ex.Construct))

    return walk.synthetic(("calls", id(body)), find)


def _bodies(function: Function) -> list[st.Statement]:
    return [function.body] if function.body is not None else []


def _trips(walk: Walk, loop: LoopForm, state: State) -> int | None:
    """How often a loop runs, from its counter's bounds at its head."""
    if isinstance(loop.condition, ex.Call):
        return _apart(walk, loop.condition, state)
    with walk.recording(None):
        counter = counter_of(walk, loop, state, state)
        iterator = iterator_of(walk, loop, counter, state.copy(), {}) if counter else None
    if iterator is None or iterator.lower is None or iterator.upper is None or not iterator.step:
        return None
    span = (iterator.upper - iterator.lower).as_int
    return None if span is None else max(0, -(-span // abs(iterator.step)))


def _apart(walk: Walk, condition: ex.Call, state: State) -> int | None:
    """How far apart two iterators are that a condition compares."""
    if condition.method != "operator!=" or len(condition.arguments) != 2:
        return None
    with walk.recording(None):
        there = state.copy()
        first, last = walk.evaluate_all(condition.arguments, there)
    step = step_of(condition.arguments[0].type)
    found = distance(first, last, step) if step else None
    steps = steps_between(walk, iterated(first), iterated(last), there)
    number = found.as_int if found is not None else steps
    return number if number is not None and number >= 0 else None


def _begins(walk: Walk, loop: LoopForm, state: State) -> bool:
    """Whether a loop without a counter that is known runs at least once, by a test of variables."""
    condition = loop.condition
    if condition is None or not loop.tested_first:
        return False
    with walk.recording(None):
        walk.evaluate_whole(condition, state.copy())
    tested = any(isinstance(node, ex.NameRef) for node in descendants(condition))
    return tested and known_truth(walk, condition) is True
