"""The new text of a kernel whose work-items are lanes of vectors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.emit import free_name
from ppcl.frontend import tokens
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.rewrite.merging import Merge
from ppcl.source import Edit, SourceFile, Span
from ppcl_transforms.coarsen.loops import Loops
from ppcl_transforms.coarsen.own import Own, own_of
from ppcl_transforms.coarsen.parts import (
    Each,
    Joint,
    NoParts,
    Once,
    Part,
    parts_of,
    refuse_unfollowed,
)
from ppcl_transforms.coarsen.rim import Rim, guard_of
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.style import style_of
from ppcl_transforms.coarsen.text import ITEM, Form, Text, last_names, said, split_at
from ppcl_transforms.coarsen.words import Words, edited
from ppcl_transforms.vectorize.values import ELEMENTS, Values


def vector_text(form: Form, source: SourceFile, width: int) -> Text:
    """The text with `width` neighbours along x as lanes. Raises NoParts."""
    row = form.row
    taken = said(row, source)
    item = free_name(ITEM, taken)
    words = Words(Merge(row.dimension, width, item), source, item)
    own = own_of(form.parts, row)
    loops = Loops(row, words, style_of(row.function, source), own)
    vectors = _Vectors(row, words, Values.of(form.parts, row, words))
    edits = tuple(vectors.parts(form.parts))
    if form.guard is None:
        return Text(edits, item, False)
    _refuse_ahead(form, own)
    rim = Rim(form.guard, loops, last_names(form.guard, own, row, {*taken, item}))
    return Text(tuple(rim.edits(edits)), item, True)


def vector_form(row: Row) -> Form:
    """The parts of a kernel, those in front of a guard first. Raises NoParts."""
    refuse_unfollowed(row.body)
    guard = guard_of(row)
    if guard is None:
        return Form(row, parts_of(row.body.body, row))
    within, ahead, inner = split_at(guard, row)
    return Form(within, (*ahead, *inner), guard)


def _refuse_ahead(form: Form, own: Own) -> None:
    """Refuse a value in front of the guard that each work-item has: the rim needs it, too."""
    assert form.guard is not None
    ahead = form.row.body.body[: form.guard.number]
    for declared in (s for s in ahead if isinstance(s, st.Declare)):
        for variable in declared.variables:
            if variable.declaration.key in own.arrays:
                raise NoParts("a value in front of the guard that each has", variable.at)


@dataclass(frozen=True)
class _Vectors:
    row: Row
    words: Words
    values: Values

    def parts(self, parts: Sequence[Part]) -> Iterator[Edit]:
        """The edits that make a list of parts."""
        for part in parts:
            match part:
                case Once(statement=statement):
                    yield from self.words.of(None).edits(statement)
                case Joint(statement=statement, bodies=bodies):
                    inside = [body for body, _ in bodies]
                    yield from self.words.of(None).edits(statement, without=inside)
                    for _, inner in bodies:
                        yield from self.parts(inner)
                case Each(statements=statements):
                    for each in statements:
                        yield from self._statement(each)
                case _:
                    raise NoParts("what all have is declared with what each has", part.statement.at)

    def _statement(self, statement: st.Statement) -> Iterator[Edit]:
        match statement:
            case st.Declare():
                yield from self._declared(statement)
            case st.Evaluate(expression=ex.Assign() as write):
                yield from self._written(write)
            case st.Empty():
                pass
            case _:
                raise NoParts("what only some of the lanes may do", statement.at)

    def _declared(self, statement: st.Declare) -> Iterator[Edit]:
        values, variables = self.values, statement.variables
        vectors = [v for v in variables if v.declaration.key in values.vectors]
        if not vectors:
            for variable in variables:
                yield from values.first(variable) if variable.init is not None else ()
            return
        if len(vectors) < len(variables) or statement.at.macro is not None:
            raise NoParts("what lanes have is declared with what they have not", statement.at)
        yield self._typed(statement)
        for variable in variables:
            if variable.init is not None:
                yield from values.operand(variable.init, variable.type)

    def _typed(self, statement: st.Declare) -> Edit:
        """The type in a declaration, as a vector's."""
        span = statement.at.span
        begin = min(v.at.span.start for v in statement.variables)
        found = [t for t in tokens(self.words.source.data, span.start, begin) if t.text != b"const"]
        name = b" ".join(token.text for token in found)
        if name not in ELEMENTS:
            raise NoParts("a type that has no vectors by its name", statement.at)
        text = ELEMENTS[name] + b"%d" % self.words.merge.factor
        return Edit(Span(span.file, found[0].start, found[-1].end), text)

    def _written(self, write: ex.Assign) -> Iterator[Edit]:
        target = write.target
        if write.at.macro is not None:
            raise NoParts(f"a value that the macro '{write.at.macro}' sets", write.at)
        if isinstance(target, ex.NameRef) and target.declaration.key in self.values.vectors:
            yield from self.values.operand(write.value, target.type)
            return
        yield self._stored(write)

    def _stored(self, write: ex.Assign) -> Edit:
        """A store of neighbours, as one."""
        source, values = self.words.source, self.values
        place = values.neighbours(write.target)
        between = Span(place.file, write.target.at.span.end, write.value.at.span.start)
        if source.text(between).strip(b" \t\r\n(") != write.op.encode():
            raise NoParts("a comment in a store", write.at)
        address = b"&" + edited(source, place, values.first(write.target))
        value = values.vector_of(write.value, write.target.type)
        width = self.words.merge.factor
        if write.op != "=":
            old = b"vload%d(0, %s)" % (width, address)
            value = old + b" " + write.op[:-1].encode() + b" (" + value + b")"
        return Edit(write.at.span, b"vstore%d(%s, 0, %s)" % (width, value, address))
