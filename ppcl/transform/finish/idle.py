"""Declarations that a plan leaves without a use, and that nobody would keep: `int at = i + j * n;`
goes with the last index that named it.

All of the declaration's text is known, and so is each use of its name: the tree's are asked, the
words of the function, and the macros that are used there, which may hold the name or make it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import definitions, uses_in
from ppcl.frontend import directives_in
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ArrayType, IntType, PointerType
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import Edit, Span, words
from ppcl.transform.contract import Plan

_SIGNS = frozenset(("+", "-", "~"))
# Words, the name, and what it begins with: no attribute, no other declarator, no comment.
_DECLARED = re.compile(rb"[A-Za-z_][\w \t*]*=[^,;{}#\\\"'/?]*;", re.ASCII)
_ENDS = (b";", b"{", b"}")
# What gives names to types: one would be left without a use.
_NAMING = frozenset(("typedef", "using"))
_JOINED = (b"\\\n", b"\\\r", b"??/")


def idle_declarations(plan: Plan, facts: Facts) -> tuple[Edit, ...]:
    """The removals of declarations that only the text named that a plan replaces: those on which
    all agree that have the text, the instances of a template and the units of a header."""
    bodies = [
        _Body(plan, facts, unit, function)
        for unit in facts.units
        for function in unit.functions
        if function.body is not None and any(map(function.at.span.contains, _places(plan)))
    ]
    found = {id(body): set(body.removable()) for body in bodies}
    agreed = {
        span
        for span in set[Span]().union(*found.values())
        if all(span in found[id(b)] for b in bodies if b.function.at.span.contains(span))
    }
    return tuple(Edit(span, b"") for span in sorted(agreed))


def _places(plan: Plan) -> Iterator[Span]:
    return (edit.span for edit in plan.edits)


@dataclass(frozen=True)
class _Body:
    """A function whose text a plan changes, as a unit has it."""

    plan: Plan
    facts: Facts
    unit: TranslationUnit
    function: Function

    def removable(self) -> Iterator[Span]:
        """The declarations that may go, with the lines that they have for themselves."""
        at = self.function.at
        if at.macro is not None or not self.facts.once(_is_clear, at.span):
            return
        for statement in (each for block in self.function.of(st.Block) for each in block.body):
            if isinstance(statement, st.Declare) and len(statement.variables) == 1:
                span = self._text(statement, statement.variables[0])
                if span is not None and self._is_idle(statement.variables[0], span):
                    yield self._lines(span)

    @property
    def _data(self) -> bytes:
        return self.facts.files[self.function.at.span.file].data

    def _text(self, statement: st.Declare, variable: st.Variable) -> Span | None:
        """The text of a declaration that does nothing but begin a number, or a pointer; None for
        any other."""
        known = isinstance(variable.type, IntType | PointerType) and variable.storage == "auto"
        if not known or variable.cleanup or variable.init is None or statement.at.macro is not None:
            return None
        seen = {*self.unit.volatile, *self.unit.registers}
        nodes = (variable, *descendants(variable.init))
        if not _is_plain(variable.init) or any(each.at.span in seen for each in nodes):
            return None
        start = min(statement.at.span.start, variable.at.span.start)
        span = Span(variable.at.span.file, start, self._data.find(b";", start) + 1)
        ends = variable.at.span.end
        between = self._data[ends : span.end].strip() if ends < span.end else None
        begins = self._data[:start].rstrip().endswith(_ENDS)
        told_of = self._data[span.end :].lstrip(b" \t").startswith(b"/")
        is_known = _DECLARED.fullmatch(self._data, span.start, span.end) is not None
        is_all = between == b";" and is_known and not uses_in(self.facts, span)
        return (
            span if begins and is_all and not (told_of or self._is_followed_deeper(span)) else None
        )

    def _is_followed_deeper(self, span: Span) -> bool:
        """Whether the next line is indented as if it were the body of what stands in front."""
        begin = self._data.rfind(b"\n", 0, span.start) + 1
        line = self._data[span.end :].lstrip(b"\r\n \t")
        following = self._data.rfind(b"\n", 0, len(self._data) - len(line)) + 1
        return _indentation(self._data, following) > _indentation(self._data, begin)

    def _is_idle(self, variable: st.Variable, span: Span) -> bool:
        """Whether nothing names a variable but its declaration, and the text that is replaced."""
        name, places = variable.declaration.name, [span, *_places(self.plan)]
        if any(
            p.start < span.end and span.start < p.end for p in places[1:] if p.file == span.file
        ):
            return False
        uses = [node.at.span for node in self.function.uses.get(variable.declaration, ())]
        if not uses or not all(any(p.contains(use) for p in places) for use in uses):
            return False
        return self._new_words().count(name) == 1 and not self._may_be_made(name)

    def _new_words(self) -> list[str]:
        """The words of the function as it will be."""
        place, kept = self.function.at.span.start, list[bytes]()
        for edit in sorted(e for e in self.plan.edits if self.function.at.span.contains(e.span)):
            kept += [self._data[place : edit.span.start], edit.text]
            place = edit.span.end
        return words(b" ".join([*kept, self._data[place : self.function.at.span.end]]))

    def _may_be_made(self, name: str) -> bool:
        """Whether a macro that is used in the function holds a name, or may join it."""
        uses = uses_in(self.facts, self.function.at.span)
        made = definitions(self.facts, {use.name for use in uses})
        bodies = [macro.body for macro in made]
        bodies += [body for unit in self.facts.units for _, body in unit.given]
        if any(b"##" in body or name in words(body) for body in bodies):
            return True
        own = {macro.name for macro in made}
        others = (use for use in uses if use.name not in own)
        return any(b"(" in self.facts.files[use.at.file].text(use.at) for use in others)

    def _lines(self, span: Span) -> Span:
        """A statement's text with the blanks behind it, or the lines that it has for itself."""
        data = self._data
        first, last = data.rfind(b"\n", 0, span.start) + 1, data.find(b"\n", span.end) + 1
        around = data[first : span.start] + data[span.end : last]
        if last > 0 and not around.strip():
            return Span(span.file, first, last)
        blanks = len(data[span.end :]) - len(data[span.end :].lstrip(b" \t"))
        return Span(span.file, span.start, span.end + blanks)


def _is_clear(facts: Facts, span: Span) -> bool:
    """Whether a function's words are what they look like."""
    data = facts.files[span.file].data
    text = data[span.start : span.end]
    included = any(d.name == "include" for d in directives_in(data, span.start, span.end))
    return not (included or _NAMING & {*words(text)} or any(joined in text for joined in _JOINED))


def _indentation(data: bytes, line: int) -> int:
    text = data[line : data.find(b"\n", line)].expandtabs(8)
    return len(text) - len(text.lstrip())


def _is_plain(node: ex.Expression) -> bool:
    """Whether nothing sees that a value is computed, or is not: no load, no call."""
    match node:
        case ex.IntLiteral():
            return True
        case ex.NameRef(type=type_):
            return isinstance(type_, IntType | PointerType | ArrayType)
        case ex.Unary(op="&", operand=ex.Index(base=base, index=index)):
            is_array = isinstance(base.type, PointerType | ArrayType)
            return is_array and _is_plain(base) and _is_plain(index)
        case ex.Unary(op=op, operand=operand):
            return op in _SIGNS and _is_plain(operand)
        case ex.Binary(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case ex.Cast(operand=operand):
            return _is_plain(operand)
    return False
