"""The new text of a kernel whose work-items are merged."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.uniformity import changed_or_addressed
from ppcl.emit import free_name
from ppcl.frontend import COMMENT, without_comments
from ppcl.ir import statement as st
from ppcl.ir.types import FloatType, IntType, VectorType
from ppcl.rewrite.merging import Merge, Numbering
from ppcl.source import Edit, SourceFile, words
from ppcl_transforms.coarsen.loops import Loops
from ppcl_transforms.coarsen.own import NOTHING, Own, needed, own_of
from ppcl_transforms.coarsen.parts import (
    Each,
    Joint,
    NoParts,
    Part,
    all_parts,
    parts_of,
    refuse_local,
    refuse_unfollowed,
)
from ppcl_transforms.coarsen.rim import Guard, Rim, guard_of
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.style import style_of
from ppcl_transforms.coarsen.words import Words, ended

ITEM = "item"
_PLAIN = (IntType, FloatType, VectorType)
_CONTINUED = re.compile(rb"\\[ \t]*\r?\n")
_NAMING = re.compile(rb"#\s*(?!pragma\b)\w")
_DIRECTIVE = re.compile(rb"^[ \t]*#.*\\[ \t]*\r?$", re.MULTILINE)


@dataclass(frozen=True)
class Form:
    """How a kernel's work-items can be merged: the parts that they do; with a guard those in front
    of it, and those inside."""

    row: Row
    parts: tuple[Part, ...]
    guard: Guard | None = None

    @property
    def together(self) -> bool:
        """Whether something is done by all work-items together."""
        return any(not isinstance(part, Each) for part in all_parts(self.parts))


def form_of(row: Row) -> Form:
    """The form of a kernel. Raises NoParts."""
    refuse_unfollowed(row.body)
    guard = guard_of(row)
    body = row.body.body
    if guard is None:
        return Form(row, _or_one_by_one(row))
    within, ahead, inner = split_at(guard, row)
    if any(isinstance(part, Joint) for part in ahead):
        return Form(row, _or_one_by_one(row))
    if any(isinstance(part, Joint) for part in all_parts(inner)):
        return Form(within, (*ahead, *inner), guard)
    if row.holds_barrier(row.body):
        raise NoParts("a barrier that not all of a row are seen to come to", guard.statement.at)
    return Form(row, (Each(body),))


def split_at(guard: Guard, row: Row) -> tuple[Row, tuple[Part, ...], tuple[Part, ...]]:
    """What is known of a row inside of a guard, and the parts in front of it, and inside."""
    body = row.body.body
    inside = body[guard.number + 1 :] if guard.leaves else _inner(guard.statement)
    within = row if guard.leaves else _within(row, guard, inside)
    return within, parts_of(body[: guard.number], within), parts_of(inside, within)


def _within(row: Row, guard: Guard, inside: tuple[st.Statement, ...]) -> Row:
    """A row of which all work-items are inside of a guard. Variables that nothing sets elsewhere
    have no value outside."""
    at = guard.statement.at
    others = (s for s in row.body.body if s is not guard.statement)
    around = st.Block(at, (*others, st.Evaluate(at, guard.statement.condition)))
    set_ = changed_or_addressed(around)
    plain = {k for k, v in row.variables.items() if v.init is None and isinstance(v.type, _PLAIN)}
    return replace(row, inner=st.Block(at, inside), unset=frozenset(plain - set_))


def _or_one_by_one(row: Row) -> tuple[Part, ...]:
    """The parts of a whole kernel; where some leave it early and nothing waits for them, each
    does all of it by itself."""
    try:
        return parts_of(row.body.body, row)
    except NoParts:
        if row.holds_barrier(row.body):
            raise
        return (Each(row.body.body),)


def _inner(guard: st.If) -> tuple[st.Statement, ...]:
    return guard.then.body if isinstance(guard.then, st.Block) else (guard.then,)


@dataclass(frozen=True)
class Text:
    """The edits of a kernel's body, and the counter's name."""

    edits: tuple[Edit, ...]
    item: str
    rim: bool


def text_of(
    form: Form, source: SourceFile, factor: int, numbering: Numbering, unrolled: bool = False
) -> Text:
    """The text with `factor` work-items merged, by loops that are `unrolled`. Raises NoParts."""
    row = form.row
    _refuse_continued(source, row.body, unrolled)
    taken = said(row, source)
    item = free_name(ITEM, taken)
    merge = Merge(row.dimension, factor, item, numbering)
    own = _own(form)
    words_ = Words(merge, source, item, own.arrays)
    loops = Loops(row, words_, style_of(row.function, source), own, unrolled)
    if form.guard is None:
        edits = tuple(_one_by_one(form, loops) if not form.together else loops.parts(form.parts))
        return Text(edits, item, False)
    rim = Rim(form.guard, loops, last_names(form.guard, own, row, {*taken, item}))
    return Text(tuple(rim.edits(tuple(loops.parts(form.parts)))), item, True)


def said(row: Row, source: SourceFile) -> set[str]:
    """The words of a kernel's file, but for what only other functions say."""
    data = bytearray(source.data)
    for function in row.unit.functions:
        span = function.body.at.span if function.body is not None else None
        is_other = span is not None and span.file == source.path and span != row.body.at.span
        if span is not None and is_other and not _NAMING.search(source.text(span)):
            data[span.start : span.end] = b" " * (span.end - span.start)
    return {*words(without_comments(bytes(data)))}


def _refuse_continued(source: SourceFile, body: st.Block, unrolled: bool) -> None:
    """Refuse a comment or directive that goes on behind a backslash: it may not be parted. In other
    text that is a blank, where no pragma would need a line of its own."""
    text = source.text(body.at.span)
    if unrolled and _CONTINUED.search(text):
        raise NoParts("a pragma would stand in a line that goes on behind a backslash", body.at)
    code = COMMENT.sub(b"", text)
    in_comments = len(_CONTINUED.findall(code)) < len(_CONTINUED.findall(text))
    if in_comments or _DIRECTIVE.search(code):
        raise NoParts("a comment or directive that goes on behind a backslash", body.at)


def kept_of(form: Form) -> frozenset[str]:
    """The variables, by key, that hold a value for each of the merged work-items; none where they
    cannot be merged."""
    try:
        return _own(form).arrays
    except NoParts:
        return frozenset()


def _own(form: Form) -> Own:
    return own_of(form.parts, form.row) if form.together else NOTHING


def _one_by_one(form: Form, loops: Loops) -> Iterator[Edit]:
    """The whole body in one loop; who leaves it goes on with the next work-item."""
    (part,) = form.parts
    assert isinstance(part, Each)
    refuse_local(part.statements)
    yield from loops.whole(part.statements, ended(part.statements))


def last_names(guard: Guard, own: Own, row: Row, taken: set[str]) -> dict[str, str]:
    """Names for the guard's variables, of the last work-item."""
    found: dict[str, str] = {}
    condition = st.Evaluate(guard.statement.at, guard.statement.condition)
    for variable in needed([condition], own, row):
        name = free_name(f"last_{variable.declaration.name}", taken | set(found.values()))
        found[variable.declaration.key] = name
    return found
