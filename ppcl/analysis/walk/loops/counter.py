"""The counters of loops: which variable counts, where it starts, and how far it goes."""

from dataclasses import dataclass

from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import ONE, Polynomial, Symbol
from ppcl.analysis.walk.core.condition import guards_of
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import load, places_of, write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Value
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.types import IntType

Cell = tuple[int, int]


_INT_LIMIT = 1 << 31  # a counter from beyond it is not trusted to fit an `int`


@dataclass(frozen=True)
class LoopForm:
    """A loop of any kind in one form; with a `label`, jumps to that begin the next turn."""

    at: Origin
    condition: ex.Expression | None
    step: ex.Expression | None
    body: st.Statement
    tested_first: bool
    label: str | None = None


@dataclass(frozen=True)
class Counter:
    """The variable that a loop counts with: where it is, its start, and its step (0: unknown).
    `exact` is False where it may begin with another number: beyond zero, as an unsigned one."""

    place: Place
    start: Polynomial
    step: int
    declaration: str
    exact: bool


def merge_symbol(
    walk: Walk, loop: LoopForm, serial: int, offset: int, when: str = "inside"
) -> Number:
    """What a cell that the loop changes holds: inside, or after it."""
    name = walk.cell_name(serial, offset)
    return walk.fresh("merge", name, id(loop.body), serial, offset, when)


def counter_of(walk: Walk, loop: LoopForm, entry: State, state: State) -> Counter | None:
    """The counter of `for (i = start; i < bound; i += step)`, changed by the step alone."""
    if loop.step is None or not isinstance(loop.condition, ex.Binary):
        return None
    target, step = _step_of(walk, loop.step, state)
    if target is None or not isinstance(target.type, IntType):
        return None
    with walk.recording(None):
        places = places_of(walk, target, state)
        start = load(walk, target, places, target.type, entry)
    if len(places) != 1 or not isinstance(start, Number) or not isinstance(target, ex.NameRef):
        return None
    exact = start.precision == "exact" and not _wraps(start.value, loop.condition)
    return Counter(places[0], start.value, step, target.declaration.name, exact)


def _wraps(start: Polynomial, condition: ex.Binary) -> bool:
    """Whether a start that may be negative is compared as an unsigned number."""
    type_ = condition.left.type
    unsigned = isinstance(type_, IntType) and not type_.signed
    return unsigned and any(number < 0 for _, number in start.terms)


def _step_of(walk: Walk, node: ex.Expression, state: State) -> tuple[ex.Expression | None, int]:
    """The stepped variable and its step: a number, or 0 for a positive one that is not known."""
    match node:
        case ex.Unary(op="++x" | "x++", operand=operand):
            return operand, 1
        case ex.Unary(op="--x" | "x--", operand=operand):
            return operand, -1
        case ex.Assign(op="+=" | "-=" as op, target=target, value=value):
            return _known_step(walk, target, value, state, 1 if op == "+=" else -1)
        case ex.Assign(op="=", target=target, value=ex.Binary(op="+", left=left, right=right)):
            same = isinstance(left, ex.NameRef) and _names_same(left, target)
            return _known_step(walk, target, right, state, 1) if same else (None, 0)
        case _:
            return None, 0


def _names_same(left: ex.NameRef, right: ex.Expression) -> bool:
    return isinstance(right, ex.NameRef) and left.declaration == right.declaration


def _known_step(
    walk: Walk, target: ex.Expression, value: ex.Expression, state: State, sign: int
) -> tuple[ex.Expression | None, int]:
    with walk.recording(None):
        amount = walk.evaluate(value, state.copy())
    if not isinstance(amount, Number):
        return None, 0
    number = amount.value.as_int
    if number is not None:
        return (target, sign * number) if number > 0 else (None, 0)
    sizes = ("global_size", "local_size", "num_groups")
    positive = all(isinstance(a, Symbol) and a.kind in sizes for a in amount.value.atoms)
    return (target, 0) if positive and sign > 0 else (None, 0)


def iterator_of(
    walk: Walk, loop: LoopForm, counter: Counter, state: State, changed: dict[Cell, Value]
) -> LoopIterator | None:
    """Bounds of the counter; writes its symbol into `state`."""
    start = counter.start.as_int
    fits = start is None or -_INT_LIMIT <= start < _INT_LIMIT
    symbol = walk.symbol(
        "iterator" if fits else "load",
        counter.declaration,
        id(loop.body),
        counter.place.object.serial,
    )
    value = Number(Polynomial.atom(symbol))
    write_cells(state, counter.place, value)
    limit, exact = _limit(walk, loop, symbol, state, changed, counter.step >= 0)
    bounds: tuple[Polynomial | None, Polynomial | None] = (counter.start, limit)
    if counter.step < 0:
        bounds = (limit, counter.start + ONE)
    return LoopIterator(
        symbol,
        *bounds,
        counter.step,
        exact and counter.exact and (counter.step > 0 or counter.step == -1) and limit is not None,
    )


def _limit(
    walk: Walk,
    loop: LoopForm,
    symbol: Symbol,
    state: State,
    changed: dict[Cell, Value],
    upwards: bool,
) -> tuple[Polynomial | None, bool]:
    """The bound that the condition sets where the counter goes: exclusive above for one that goes
    upwards, else inclusive below; None where there is none or it changes in the loop."""
    assert loop.condition is not None
    walk.memory.loads.clear()
    with walk.recording(None):
        walk.evaluate_whole(loop.condition, state.copy())
    counter = Polynomial.atom(symbol)
    guards = guards_of(walk, loop.condition, True)
    inner = {merge_symbol(walk, loop, s, o).value for s, o in changed}
    for guard in guards:
        if guard.relation != ">=":
            continue
        limit = guard.value + counter + ONE if upwards else counter - guard.value
        moving = limit.symbols & walk.memory.loads or any(m.symbols & limit.symbols for m in inner)
        if symbol not in limit.symbols and not moving:
            return limit, len(guards) == 1
    return None, False
