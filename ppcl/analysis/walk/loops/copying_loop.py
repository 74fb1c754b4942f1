"""Loops that read a whole file character by character into memory.

`while ((c = getc(file)) != EOF) text[n++] = c;` from the file's begin, with n zero, leaves the
file's text in memory and its length in n. The memory may grow in each round by `realloc`.
"""

from dataclasses import dataclass

from ppcl.analysis.kernels import text
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import places_of, write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Pointer, Value, one_of
from ppcl.analysis.walk.libc.file import fill, path_of, position_of, read_whole, stream_at
from ppcl.analysis.walk.loops.counter import LoopForm
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType

_READING = ("getc", "fgetc")
_END = -1
_INT_BITS = 32


@dataclass(frozen=True)
class _Copy:
    """`(character = call) != end`, `growing` (a realloc) and `memory[counter++] = character`."""

    call: ex.Call
    end: ex.Expression
    character: ex.NameRef
    memory: ex.NameRef
    counter: ex.NameRef
    growing: ex.Assign | None


def copied_file(walk: Walk, loop: LoopForm, state: State) -> State | None:
    """The state after a loop that copies a file from its begin; None for all other loops."""
    copy = walk.synthetic(("copies a file", id(loop.body)), lambda: _copy(loop))
    if copy is None:
        return None
    after = state.copy()
    with walk.recording(None):
        stream = stream_at(walk.evaluate(copy.call.arguments[0], after))
        counter, character = (_number(walk, n, after) for n in (copy.counter, copy.character))
        held = walk.evaluate(copy.memory, after)
        begins = stream is not None and position_of(stream, after) == ZERO
        ends = _is_end(walk, copy, after)
    if stream is None or counter is None or character is None or not begins or not ends:
        return None
    counted = after.load(counter.object, 0) == Number(ZERO)
    followed = copy.growing is not None or isinstance(held, Pointer)
    if not counted or not followed or path_of(stream, after) is None:
        return None
    _run(walk, copy, stream, counter, held, after)
    write_cells(after, character, Number(Polynomial.constant(_END)))
    return after


def _run(walk: Walk, copy: _Copy, stream: Place, counter: Place, held: Value, state: State) -> None:
    """All rounds at once. Where the file is empty, memory that grows is what it was."""
    parts = read_whole(walk, stream, None, id(copy.call), state)
    length = text.length_of(parts) or ZERO
    into = held
    if copy.growing is not None:
        write_cells(state, counter, Number(length - ONE))
        into = walk.evaluate(copy.growing, state)
        (place,) = places_of(walk, copy.memory, state)
        write_cells(state, place, one_of([held, into]))
    fill(walk, copy.call, copy.memory, into, parts, state)
    write_cells(state, counter, Number(length))


def _number(walk: Walk, name: ex.NameRef, state: State) -> Place | None:
    """Where an integer variable is."""
    places = places_of(walk, name, state)
    known = len(places) == 1 and places[0].offset == ZERO and places[0].certain
    return places[0] if known and isinstance(name.type, IntType) else None


def _is_end(walk: Walk, copy: _Copy, state: State) -> bool:
    """Whether the loop ends at EOF only: a `char` would take a character for it."""
    end, type_ = walk.evaluate(copy.end, state), copy.character.type
    wide = isinstance(type_, IntType) and type_.bits >= _INT_BITS and type_.signed
    return wide and end == Number(Polynomial.constant(_END))


def _copy(loop: LoopForm) -> _Copy | None:
    """The parts of such a loop, by its text alone."""
    body = loop.body.body if isinstance(loop.body, st.Block) else (loop.body,)
    parts = [_bare(part.expression) for part in body if isinstance(part, st.Evaluate)]
    if len(parts) < len(body) or not loop.tested_first:
        return None
    parts += [_bare(loop.step)] if loop.step is not None else []
    growing = parts.pop(0) if len(parts) > 1 and _is_growth(parts[0]) else None
    head, stored = _head(loop.condition), _stored(parts)
    if head is None or stored is None:
        return None
    call, end, character = head
    memory, counter, value = stored
    keys = {name.declaration.key for name in (memory, counter, character)}
    if value != character.declaration.key or len(keys) < 3:
        return None
    if not isinstance(growing, ex.Assign):
        return _Copy(call, end, character, memory, counter, None)
    own = _name(growing.target) == memory.declaration.key
    return _Copy(call, end, character, memory, counter, growing) if own else None


def _head(node: ex.Expression | None) -> tuple[ex.Call, ex.Expression, ex.NameRef] | None:
    """`(character = getc(file)) != end`."""
    match _bare(node) if node is not None else None:
        case ex.Binary(op="!=", left=left, right=end):
            match _bare(left):
                case ex.Assign(op="=", target=ex.NameRef() as character, value=value):
                    call = _bare(value)
                    if isinstance(call, ex.Call) and call.callee in _READING:
                        named = isinstance(_bare(call.arguments[0]), ex.NameRef)
                        return (call, end, character) if named else None
    return None


def _stored(parts: list[ex.Expression]) -> tuple[ex.NameRef, ex.NameRef, str] | None:
    """`memory[counter++] = value`, or `memory[counter] = value` and then `counter++`."""
    match parts:
        case [ex.Assign(op="=", target=ex.Index(base=base, index=index), value=value), *rest]:
            counted, memory = _bare(index), _bare(base)
            steps = rest if rest else [counted]
            counter = _counted(steps[0]) if len(steps) == 1 else None
            same = not rest or (counter is not None and _name(counted) == _name(counter))
            if counter is not None and same and isinstance(memory, ex.NameRef):
                after = rest or (isinstance(counted, ex.Unary) and counted.op == "x++")
                return (memory, counter, _name(value)) if after else None
    return None


def _counted(node: ex.Expression) -> ex.NameRef | None:
    """The variable that an expression increments."""
    steps = isinstance(node, ex.Unary) and node.op in ("x++", "++x")
    operand = _bare(node.operand) if isinstance(node, ex.Unary) and steps else None
    return operand if isinstance(operand, ex.NameRef) else None


def _is_growth(node: ex.Expression) -> bool:
    """`memory = realloc(memory, size)`."""
    value = _bare(node.value) if isinstance(node, ex.Assign) and node.op == "=" else None
    if not isinstance(node, ex.Assign) or not isinstance(value, ex.Call):
        return False
    called = value.callee in ("realloc", "std::realloc") and len(value.arguments) == 2
    if not called or _name(value.arguments[0]) != _name(node.target):
        return False
    plain = (ex.NameRef, ex.IntLiteral, ex.Binary, ex.Cast, ex.SizeOf)
    return all(isinstance(part, plain) for part in descendants(value.arguments[1]))


def _name(node: ex.Expression) -> str:
    bare = _bare(node)
    return bare.declaration.key if isinstance(bare, ex.NameRef) else ""


def _bare(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast):
        node = node.operand
    return node
