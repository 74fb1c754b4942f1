"""Guards: a condition that holds for the first work-items of a row, and no longer from some one on.

Where the last of the merged work-items is inside, all are, and go through the kernel together.
Those at the rim go through it one by one, as they did.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.monotone import holds_backwards, holds_onwards
from ppcl.frontend import conditionals, directives_in, pragmas
from ppcl.ir import statement as st
from ppcl.ir.traverse import variables
from ppcl.source import Edit, Span
from ppcl.transform.checks.rim import is_way_out
from ppcl_transforms.coarsen.loops import Loops
from ppcl_transforms.coarsen.own import needed
from ppcl_transforms.coarsen.parts import NoParts, refuse_local
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.words import ended


@dataclass(frozen=True)
class Guard:
    """A guard at the top of a kernel: its place among the kernel's statements; `leaves`: who is
    outside leaves there."""

    number: int
    statement: st.If
    leaves: bool


def guard_of(row: Row) -> Guard | None:
    """The kernel's guard along the dimension, None where it has none."""
    body = row.body.body
    for number, statement in enumerate(body):
        if not isinstance(statement, st.If) or statement.otherwise is not None:
            continue
        leaves = is_way_out(statement)
        if not leaves and number != len(body) - 1:
            continue
        tells = holds_onwards if leaves else holds_backwards
        condition = statement.condition
        if tells(condition, row.along) and not row.along.stride(condition).uniform:
            return Guard(number, statement, leaves)
    return None


@dataclass(frozen=True)
class Rim:
    """Writes the two bodies of a kernel with a guard; `last` are the names, by key, of what the
    guard's variables are for the last work-item."""

    guard: Guard
    loops: Loops
    last: dict[str, str]

    def edits(self, inside: Sequence[Edit]) -> Iterator[Edit]:
        """The edits of the whole body; `inside` are those of what is done together."""
        guard, loops = self.guard, self.loops
        span = guard.statement.at.span
        ending = loops.style.ending
        indent, _ = loops.indent(span.start)
        ahead = b"".join(line + ending + indent for line in self._last())
        condition = self._condition()
        body = loops.row.body.body
        if guard.leaves:
            rest = Span(span.file, span.start, body[-1].at.span.end)
            deeper = indent + loops.style.unit
            head = loops.style.opened(b"if (" + condition + b")", indent)
            left = deeper + b"return;" + ending + indent + b"}"
            text = head + deeper + self._one_by_one(rest, body[guard.number :], deeper) + ending
            yield Edit(span, ahead + text + left)
            yield from inside
            return
        yield Edit(guard.statement.condition.at.span, condition)
        if ahead:
            yield Edit(Span(span.file, span.start, span.start), ahead)
        yield from inside
        yield Edit(Span(span.file, span.end, span.end), self._otherwise(indent))

    def _otherwise(self, indent: bytes) -> bytes:
        """The branch of those at the rim."""
        guard, loops = self.guard, self.loops
        style, ending = loops.style, loops.style.ending
        text = self._one_by_one(guard.statement.at.span, [guard.statement], indent + style.unit)
        opened = style.opened(b"else", indent)
        is_block = isinstance(guard.statement.then, st.Block)
        between = b" " if is_block and not style.own_line else ending + indent
        return between + opened + indent + style.unit + text + ending + indent + b"}"

    def _one_by_one(self, span: Span, statements: Sequence[st.Statement], indent: bytes) -> bytes:
        """The old text, in a loop over the work-items at this depth."""
        refuse_local(statements)
        loops = replace(self.loops, unrolled=False)
        ahead = {v.declaration.key for each in self._before for v in variables(each)}
        words = replace(loops.words, arrays=loops.own.arrays & ahead)
        plain = [edit for s in statements for edit in words.edits(s)]
        text = loops.words.text(span, [*plain, *ended(statements)])
        if pragmas(text):
            raise NoParts("a pragma that would stand in both bodies", self.guard.statement.at)
        if not _may_stand_twice(text):
            raise NoParts("a directive that may not stand twice", self.guard.statement.at)
        outer = indent.removesuffix(loops.style.unit)
        lines = text.split(b"\n")
        text = b"\n".join([lines[0], *(_moved(line, outer, indent) for line in lines[1:])])
        own = needed(statements, loops.own, loops.row)
        names = [v for v in own if v.declaration.key in ahead]
        computed = [loops.computed(v, loops.words) for v in names]
        return loops.loop(text, [*self._anew(statements), *computed], indent, True)

    def _anew(self, statements: Sequence[st.Statement]) -> Iterator[bytes]:
        """The declarations of variables that are the same for all where all are inside, and that
        each work-item at the rim sets for itself: in the loop one for each, with what it has in
        front of the guard."""
        row = self.loops.row
        wanted = {key for s in statements for key, _ in row.sets(s)} - self.loops.own.arrays
        wanted -= {key for s in self._before for key, _ in row.sets(s)}
        for declared in self._before:
            own = [v for v in variables(declared) if v.declaration.key in wanted]
            if isinstance(declared, st.Declare) and all(row.begins_anew(v) for v in own) and own:
                yield self.loops.common(replace(declared, variables=tuple(own)))

    @property
    def _before(self) -> Sequence[st.Statement]:
        """The statements in front of the guard."""
        return self.loops.row.body.body[: self.guard.number]

    def _condition(self) -> bytes:
        """The guard's condition, for the last work-item."""
        loops, condition = self.loops, self.guard.statement.condition
        words = loops.words.of(loops.words.merge.factor - 1)
        names = [
            Edit(use.at.span, self.last[use.declaration.key].encode())
            for use in loops.row.uses(condition)
            if use.declaration.key in self.last
        ]
        return words.text(condition.at.span, [*words.edits(condition), *names])

    def _last(self) -> Iterator[bytes]:
        """The declarations of the guard's variables for the last work-item."""
        loops = self.loops
        words = loops.words.of(loops.words.merge.factor - 1)
        condition = st.Evaluate(self.guard.statement.at, self.guard.statement.condition)
        for variable in needed([condition], loops.own, loops.row):
            yield loops.computed(variable, words, self.last)


def _may_stand_twice(text: bytes) -> bool:
    """Whether the directives of a text may be there twice: all of them belong to whole groups."""
    grouped = sum(len(group.directives) for group in conditionals(text))
    return grouped == len(list(directives_in(text, 0, len(text))))


def _moved(line: bytes, outer: bytes, indent: bytes) -> bytes:
    """A line that was indented by `outer`, at a new depth."""
    return indent + line.removeprefix(outer) if line.strip() else line
