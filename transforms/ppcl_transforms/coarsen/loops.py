"""Loops over the merged work-items, put into the user's text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ppcl.frontend import pragmas, tokens
from ppcl.ir import statement as st
from ppcl.rewrite.merging import is_zeros
from ppcl.source import Edit, SourceFile, Span
from ppcl_transforms.coarsen.own import Own, declarations, needed
from ppcl_transforms.coarsen.parts import Ahead, Each, Joint, NoParts, Once, Part, has_loops
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.style import Style
from ppcl_transforms.coarsen.words import Words

_UNROLL = b"#pragma unroll"
_UNSIZED = re.compile(rb"\[[^\w]*\]")


@dataclass(frozen=True)
class Loops:
    """Writes the parts of a kernel. `words` are those of a work-item in a loop, whose counter is
    its number; loops that are to be `unrolled` say so, but for those round other loops, which
    would be as long as they are many."""

    row: Row
    words: Words
    style: Style
    own: Own
    unrolled: bool = False

    @property
    def source(self) -> SourceFile:
        """The kernel's file."""
        return self.words.source

    def parts(self, parts: Sequence[Part]) -> Iterator[Edit]:
        """The edits that make a list of parts. Raises NoParts."""
        common: st.Declare | None = None
        for part in parts:
            match part:
                case Ahead(statement=common):
                    continue
                case Once(statement=statement):
                    yield from self.words.of(None).edits(statement)
                case Joint(statement=statement, bodies=bodies):
                    inside = [body for body, _ in bodies]
                    yield from self.words.of(None).edits(statement, without=inside)
                    for _, inner in bodies:
                        yield from self.parts(inner)
                case Each(statements=statements):
                    yield from self._each(statements, common)
                    common = None

    def whole(self, statements: Sequence[st.Statement], others: Iterable[Edit]) -> Iterator[Edit]:
        """All that a kernel does, in one loop, with other edits."""
        first, last = statements[0].at.span, statements[-1].at.span
        span = Span(first.file, first.start, last.end)
        edits = [edit for s in statements for edit in self.words.edits(s)]
        text = self.words.text(span, [*edits, *others])
        yield Edit(span, self.loop(text, (), *self.indent(first.start), self._declares(statements)))

    def _each(
        self, statements: Sequence[st.Statement], common: st.Declare | None
    ) -> Iterator[Edit]:
        """Statements in a loop over the work-items; what they declare for each stands in front,
        behind the variables that the first of them declares for all."""
        first = statements[0].at.span
        self._refuse_pragma(statements[0])
        whole = Span(first.file, first.start, self._with_comment(self._end(statements[-1])))
        indent, alone = self.indent(first.start)
        arrays = [self.common(common)] if common is not None else []
        arrays += [self.array(variable) for variable in declarations(self.own, statements)]
        left = [s for s in statements if not self._is_gone(s)]
        ending = self.style.ending
        ahead = b"".join(line + ending + indent for line in arrays)
        if not left:
            yield Edit(whole, ahead.rstrip()) if ahead else self._without(whole)
            return
        computed = [self.computed(v, self.words) for v in needed(left, self.own, self.row)]
        inner = [edit for s in statements[:1] for edit in self.statement(s, common is not None)]
        inner += [edit for s in statements[1:] for edit in self.statement(s)]
        body = self.words.text(Span(whole.file, whole.start, _behind(whole, inner)), inner)
        plain = replace(self, unrolled=self.unrolled and not any(map(has_loops, left)))
        braces = self._declares(left) or self._is_followed(whole.end)
        inside = plain.loop(body, computed, indent, alone, braces)
        begin = first.start if alone or ahead else self._behind_word(first.start)
        yield Edit(Span(whole.file, begin, whole.end), ahead + inside)

    def _is_followed(self, end: int) -> bool:
        """Whether another statement stands in the line behind a place: it is not to look as if it
        were the loop's."""
        rest = self.source.data[end:].partition(b"\n")[0].strip()
        return bool(rest) and not rest.startswith(b"}")

    def _behind_word(self, offset: int) -> int:
        """The end of what stands in front of a place on its line."""
        line = self.source.data[:offset].rpartition(b"\n")[2]
        return offset - len(line) + len(line.rstrip())

    def _end(self, statement: st.Statement) -> int:
        """The end of a statement, with the semicolon behind a macro that it is made by."""
        end = statement.at.span.end
        behind = next(tokens(self.source.data, end, len(self.source.data)), None)
        is_macro = statement.at.macro is not None
        return behind.end if is_macro and behind is not None and behind.text == b";" else end

    def _refuse_pragma(self, statement: st.Statement) -> None:
        """Refuse a pragma that is a statement's own and would be that of a loop round it."""
        start = statement.at.span.start
        pragma = max((p.start for p in pragmas(self.source.data) if p.start < start), default=None)
        if pragma is None:
            return
        line = self.source.data.find(b"\n", pragma)
        if not any(tokens(self.source.data, line, start)):
            raise NoParts("a pragma in front of what each work-item does", statement.at)

    def _with_comment(self, end: int) -> int:
        """The end of what stands on a statement's last line, if that is a comment."""
        line = self.source.data[end:].partition(b"\n")[0].rstrip()
        found = line.lstrip()
        is_whole = found.startswith(b"/*") and found.find(b"*/") == len(found) - 2
        return end + len(line) if found.startswith(b"//") or is_whole else end

    def loop(
        self,
        body: bytes,
        computed: Sequence[bytes],
        indent: bytes,
        alone: bool,
        braces: bool = False,
    ) -> bytes:
        """A loop over the work-items round a text whose lines are indented by `indent`; what
        declares something needs `braces` (C99, 6.8.5)."""
        style, deeper = self.style, indent + self.style.unit
        lines = body.strip().split(b"\n")
        text = b"\n".join([lines[0], *(_deeper(line, style.unit) for line in lines[1:])])
        front = b"" if alone else style.ending + deeper
        outer = indent if alone else deeper
        ahead = _UNROLL + style.ending + outer if self.unrolled else b""
        head = ahead + style.loop(self.words.merge.item, self.words.merge.factor)
        if not (computed or braces) and len(lines) == 1 and text.count(b";") == 1:
            return front + head + style.ending + outer + style.unit + text
        inner = outer + style.unit
        rows = b"".join(inner + line + style.ending for line in computed)
        opened = style.opened(head, outer)
        return front + opened + rows + inner + text + style.ending + outer + b"}"

    def common(self, statement: st.Declare) -> bytes:
        """The declaration of variables that are the same for all work-items."""
        words = self.words.of(None)
        texts = (words.text(v.at.span, words.edits(v)) for v in statement.variables)
        return self._specifiers(statement) + b", ".join(texts) + b";"

    def statement(self, statement: st.Statement, is_part: bool = False) -> Iterator[Edit]:
        """The edits of a statement in a loop over the work-items; `is_part`: of a declaration,
        whose other variables stand elsewhere."""
        if not isinstance(statement, st.Declare) or not (is_part or self._changes(statement)):
            yield from self.words.edits(statement)
            return
        kept = [v for v in statement.variables if not self._is_moved(v)]
        texts = [self._begun(statement, v) for v in kept if self._begins(v) or self._stays(v)]
        if not texts:
            yield self._without(statement.at.span)
            return
        indent, _ = self.indent(statement.at.span.start)
        yield Edit(statement.at.span, (self.style.ending + indent).join(texts))

    def _begun(self, statement: st.Declare, variable: st.Variable) -> bytes:
        """What begins a variable, in a loop over the work-items."""
        if self._stays(variable):
            inner = self.words.edits(variable)
            text = self.words.text(variable.at.span, inner)
            return self._specifiers(statement) + text + b";"
        assert variable.init is not None
        begin = self._ahead(variable)
        span = Span(variable.at.span.file, begin, variable.at.span.end)
        value = self.words.text(span, self.words.edits(variable.init, above=variable))
        counter = self.words.number
        return f"{variable.declaration.name}[{counter}] =".encode() + value + b";"

    def _ahead(self, variable: st.Variable) -> int:
        """The end of what stands in front of the value that a variable begins with."""
        assert variable.init is not None
        begin, end = variable.at.span.start, variable.init.at.span.start
        places = [each.end for each in tokens(self.source.data, begin, end) if each.text == b"="]
        return places[-1]

    def computed(
        self, variable: st.Variable, words: Words, names: Mapping[str, str] = MappingProxyType({})
    ) -> bytes:
        """The declaration of a variable that is computed, for a work-item; it, and what it is
        computed from, has another name where `names` says one, by key."""
        declared = self.own.declared_in[variable.declaration.key]
        uses = (use for use in self.row.uses(variable) if use.declaration.key in names)
        named = [Edit(use.at.span, names[use.declaration.key].encode()) for use in uses]
        text = words.text(variable.at.span, [*words.edits(variable), *named])
        name = names.get(variable.declaration.key)
        if name is not None:
            text = text.replace(variable.declaration.name.encode(), name.encode(), 1)
        return self._specifiers(declared) + text + b";"

    def array(self, variable: st.Variable) -> bytes:
        """The declaration of a variable that holds a value for each work-item, and the zeros that
        all of them begin with."""
        span, zeros = variable.at.span, b""
        if variable.init is not None and not self._begins(variable):
            zeros = b" = {" + self.source.text(variable.init.at.span) + b"}"
        end = self._ahead(variable) if variable.init is not None else span.end
        declarator = self.source.data[span.start : end].removesuffix(b"=").rstrip()
        if _UNSIZED.search(declarator):
            raise NoParts("an array without a length is kept for each", variable.at)
        name = variable.declaration.name.encode()
        factor = f"[{self.words.merge.factor}]".encode()
        plain = self._specifiers(self.own.declared_in[variable.declaration.key])
        words = [word for word in plain.split(b" ") if word != b"const"]
        return b" ".join(words) + declarator.replace(name, name + factor, 1) + zeros + b";"

    def _specifiers(self, statement: st.Declare) -> bytes:
        """What a declaration says in front of its first variable."""
        span = statement.at.span
        starts = (v.at.span.start for v in self.row.variables.values() if span.contains(v.at.span))
        said = self.source.data[span.start : min(starts)]
        if b"{" in said:
            raise NoParts("a type that is made where its variables are declared", statement.at)
        return said

    def _declares(self, statements: Sequence[st.Statement]) -> bool:
        """Whether a declaration is left of statements in a loop over the work-items."""
        declared = (s for s in statements if isinstance(s, st.Declare))
        return any(self._stays(variable) for each in declared for variable in each.variables)

    def _changes(self, statement: st.Declare) -> bool:
        return not all(self._stays(v) for v in statement.variables)

    def _stays(self, variable: st.Variable) -> bool:
        key = variable.declaration.key
        return key not in self.own.arrays and key not in self.own.computed

    def _begins(self, variable: st.Variable) -> bool:
        """Whether a variable begins with a value that each work-item sets."""
        return variable.init is not None and not is_zeros(variable.init)

    def _is_moved(self, variable: st.Variable) -> bool:
        return variable.declaration.key in self.own.computed

    def _is_gone(self, statement: st.Statement) -> bool:
        """Whether nothing of a statement is left in the loop."""
        if not isinstance(statement, st.Declare):
            return False
        return all(
            self._is_moved(v) or (v.declaration.key in self.own.arrays and not self._begins(v))
            for v in statement.variables
        )

    def _without(self, span: Span) -> Edit:
        """The edit that takes a text away, with what is blank behind it."""
        rest = self.source.data[span.end :]
        return Edit(Span(span.file, span.start, span.end + len(rest) - len(rest.lstrip())), b"")

    def indent(self, offset: int) -> tuple[bytes, bool]:
        """What stands in front of the first word of a place's line, and whether the place is that
        word."""
        line = self.source.data[:offset].rpartition(b"\n")[2]
        blank = line[: len(line) - len(line.lstrip())]
        return blank, blank == line


def _behind(span: Span, edits: Sequence[Edit]) -> int:
    """The end of a span, and of the edits that begin in it."""
    return max([span.end, *(edit.span.end for edit in edits)])


def _deeper(line: bytes, unit: bytes) -> bytes:
    return unit + line if line.strip() else line
