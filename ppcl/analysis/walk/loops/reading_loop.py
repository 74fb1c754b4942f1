"""Loops that read a file piece by piece and append each piece to a text.

Each stream knows what was read of it so far, as a text. Where in one round of a loop a text grows
by exactly what its stream was read on, both are "all that was read so far" in any round. Where the
loop ends because there is no more to read, that is the whole file.
"""

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import Parts, Stream, UnknownText
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import ZEROED, Characters, Number, Unknown, Value
from ppcl.analysis.walk.libc.file import CONSUMED, path_of, stream_place
from ppcl.ir import expression as ex

Cells = dict[int, Value]
_LINES = ("fgets", "std::fgets", "std::getline")
_ENDS = ("eof", "good", "operator bool")


def grown_text(
    held: Value | None, new: Value | None, before: State, end: State, entry: Cells
) -> Characters | None:
    """What a cell holds at the begin of any round, where it grows with a stream; else None.

    `held` and `new` are what it holds at the begin and the end of one round; `entry` are the cells
    of its object.
    """
    parts = _text(held, entry)
    if parts is None or not isinstance(new, Characters):
        return None
    gained = text.growth(parts, new.parts) or ()
    streams = {part.stream for part in gained if isinstance(part, UnknownText)}
    stream = streams.pop() if len(streams) == 1 else None
    if stream is None:
        return None
    old, now = _consumed(stream, before), _consumed(stream, end)
    read = text.growth(old, now) if old is not None and now is not None else None
    if read is None or text.spelled(read) != text.spelled(gained):
        return None
    so_far = text.read_so_far(stream, gained)
    if old == (so_far,):
        return Characters(parts, new.room) if parts[-1:] == (so_far,) else None
    return Characters((*parts, so_far), new.room) if old == () else None


def _text(held: Value | None, cells: Cells) -> Parts | None:
    """The text of a cell; zeros are an empty one."""
    if isinstance(held, Characters):
        return held.parts
    summary = cells.get(ANYWHERE)
    zeroed = held is None and isinstance(summary, Unknown) and summary.reason == ZEROED
    return () if zeroed or (isinstance(held, Number) and held.value == ZERO) else None


def _consumed(stream: Stream, state: State) -> Parts | None:
    held = state.cells.get(stream[0], {}).get(stream[1] + CONSUMED)
    return held.parts if isinstance(held, Characters) else None


def read_to_end(walk: Walk, condition: ex.Expression, before: State, after: State) -> None:
    """Where a loop ends because `condition`, evaluated between two states, found no more to read:
    what was read so far is the whole file."""
    for stream in _ended(walk, condition, before, after):
        path = path_of(stream_place(walk, stream), before)
        if path is None:
            continue
        for serial, cells in list(after.cells.items()):
            changed = {o: _completed(c, stream, path) for o, c in cells.items()}
            if changed != cells:
                after.cells[serial] = changed


def _completed(value: Value, stream: Stream, path: str) -> Value:
    if not isinstance(value, Characters):
        return value
    parts = tuple(
        text.whole_file(path)
        if isinstance(part, UnknownText) and part.stream == stream and not part.piece
        else part
        for part in value.parts
    )
    return Characters(parts, value.room) if parts != value.parts else value


def _ended(walk: Walk, condition: ex.Expression, before: State, after: State) -> list[Stream]:
    """The streams of which a condition that failed says that they are at their end."""
    node = _tested(condition)
    if isinstance(node, ex.Call) and node.callee in _LINES:
        return [stream for stream in _streams(before) if _was_read(stream, before, after)]
    ends = isinstance(node, ex.Unary) and node.op == "!"
    call = node.operand if isinstance(node, ex.Unary) and ends else node
    if not isinstance(call, ex.Call) or not isinstance(call.receiver, ex.NameRef):
        return []
    method = call.method
    if method not in _ENDS or ends != (method == "eof"):
        return []
    places = walk.frame.places.get(call.receiver.declaration.key, ())
    return [(p.object.serial, p.start or 0) for p in places] if len(places) == 1 else []


def _tested(node: ex.Expression) -> ex.Expression:
    """The call in `(fgets(...)) != NULL` and `getline(...)` as a condition."""
    while True:
        match node:
            case ex.Cast(operand=operand):
                node = operand
            case ex.Call(callee=str(callee), receiver=ex.Call() as inner) if callee.endswith(
                "operator bool"
            ):
                node = inner
            case ex.Binary(op="!=", left=left, right=right) if _is_zero(right):
                node = left
            case _:
                return node


def _is_zero(node: ex.Expression) -> bool:
    while isinstance(node, ex.Cast):
        node = node.operand
    return isinstance(node, ex.IntLiteral) and node.value == 0


def _streams(state: State) -> list[Stream]:
    """All streams of which pieces were read."""
    found = {
        part.stream
        for cells in state.cells.values()
        for cell in cells.values()
        if isinstance(cell, Characters)
        for part in cell.parts
        if isinstance(part, UnknownText) and part.stream is not None
    }
    return sorted(found)


def _was_read(stream: Stream, before: State, after: State) -> bool:
    return _consumed(stream, before) != _consumed(stream, after)
