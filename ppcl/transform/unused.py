"""Names that a plan leaves without a use: with -Wall -Werror the next build would end there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.facts import Facts
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Plan

_WORD = re.compile(rb"[A-Za-z_]\w*")


def with_uses(plan: Plan, facts: Facts) -> Plan:
    """The plan, with `(void)name;` for what its edits would leave without a use: parameters and
    variables of the host's functions, and functions."""
    paths = {edit.span.file for edit in plan.edits}
    units = [unit for unit in facts.hosts if paths & {*unit.files}]
    edits = [edit for unit in units for edit in _Uses(plan, facts, unit).edits()]
    return replace(plan, edits=(*plan.edits, *dict.fromkeys(edits))) if edits else plan


@dataclass(frozen=True)
class _Uses:
    plan: Plan
    facts: Facts
    unit: TranslationUnit

    def edits(self) -> Iterator[Edit]:
        uses = list(_uses(self.unit))
        kept = {name.key for name, span in uses if not self._goes(span)}
        gone = {name.key: (name, span) for name, span in uses if self._goes(span)}
        for key, (name, span) in gone.items():
            function = self._function_at(name, span)
            if key not in kept and function is not None:
                yield from self._used(name, function)

    def _goes(self, span: Span) -> bool:
        return any(edit.span.contains(span) for edit in self.plan.edits)

    def _function_at(self, name: Declaration, span: Span) -> Function | None:
        """The function that a use stands in, if the new text there does not name it again."""
        for function in self.unit.functions:
            if function.body is not None and function.at.span.contains(span):
                own = (e.text for e in self.plan.edits if function.at.span.contains(e.span))
                words = {word for text in own for word in _WORD.findall(text)}
                return function if name.name.encode() not in words else None
        return None

    def _used(self, name: Declaration, function: Function) -> Iterator[Edit]:
        block = self._scope(name, function)
        if block is not None and block.at.macro is None:
            source = self.facts.files[block.at.span.file]
            place = _behind_declarations(source, block, name.key)
            if place is not None:
                yield Edit(*_line(source, place, b"(void)%s;" % name.name.encode()))

    def _scope(self, name: Declaration, function: Function) -> st.Block | None:
        """The block at whose beginning a name can be used."""
        key, body = name.key, function.body
        if body is None or any(p.declaration.key == key for p in function.parameters):
            return body
        if any(v.declaration.key == key for v in self.unit.globals):
            return body
        alike = [f for f in self.unit.functions if f.declaration.name == name.name]
        if alike:
            plain = len(alike) == 1 and not (alike[0].template or alike[0].owner)
            return body if plain else None
        blocks = (node for node in descendants(body) if isinstance(node, st.Block))
        return next((block for block in blocks if _declares(block.body, key)), None)


def _uses(unit: TranslationUnit) -> Iterator[tuple[Declaration, Span]]:
    """What is named, and where; to be assigned to is no use."""
    nodes = [node for tree in unit.trees for node in descendants(tree)]
    written = {id(node.target) for node in nodes if isinstance(node, ex.Assign)}
    for node in nodes:
        if isinstance(node, ex.NameRef) and id(node) not in written:
            yield node.declaration, node.at.span
        elif isinstance(node, ex.Call) and node.target is not None:
            yield node.target, node.at.span


def _declares(statements: Sequence[st.Statement], key: str) -> bool:
    return any(
        variable.declaration.key == key
        for statement in statements
        if isinstance(statement, st.Declare)
        for variable in statement.variables
    )


def _behind_declarations(source: SourceFile, block: st.Block, key: str) -> int | None:
    """The offset behind those declarations of a block that follow a name's own, or begin it."""
    own = [n for n, s in enumerate(block.body) if _declares([s], key)]
    place = block.at.span.start + 1 if source.data[block.at.span.start :][:1] == b"{" else None
    for statement in block.body[own[0] if own else 0 :]:
        if not isinstance(statement, st.Declare) or statement.at.macro is not None:
            break
        end = source.data.find(b";", statement.at.span.end - 1)
        place = end + 1 if source.data[statement.at.span.end : end].strip() == b"" else None
    return place


def _line(source: SourceFile, place: int, text: bytes) -> tuple[Span, bytes]:
    """Where and how a statement of its own is put behind an offset."""
    data = source.data
    end = data.find(b"\n", place)
    rest = data[place:end].strip()
    if rest and not rest.startswith(b"//"):
        return Span(source.path, place, place), b" " + text
    ending = b"\r\n" if data[end - 1 : end] == b"\r" else b"\n"
    following = data[end + 1 :].split(b"\n", 1)[0]
    start = end - len(ending) + 1
    return Span(source.path, start, start), ending + following[: -len(following.lstrip())] + text
