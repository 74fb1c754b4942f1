"""Declarations that a plan leaves without a use, and that nobody would keep: `int at = i + j * n;`
goes with the last index that named it."""

import re
from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ArrayType, IntType, PointerType
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import Edit, SourceFile, Span, words
from ppcl.transform.contract import Plan

_SIGNS = frozenset(("+", "-", "~"))
# Words, the name, and what it begins with: no attribute, no other declarator, no comment.
_DECLARED = re.compile(rb"[A-Za-z_][\w \t*]*=[^;{}#\\\"'/]*;?", re.ASCII)
_ENDS = (b";", b"{", b"}")


def idle_declarations(plan: Plan, facts: Facts) -> tuple[Edit, ...]:
    """The removals of declarations that only the text named that a plan replaces."""
    paths = {edit.span.file for edit in plan.edits}
    units = [unit for unit in facts.units if paths & {*unit.files}]
    found = (edit for unit in units for edit in _in_unit(plan, facts, unit))
    return tuple(sorted(dict.fromkeys(found)))


def _in_unit(plan: Plan, facts: Facts, unit: TranslationUnit) -> Iterator[Edit]:
    for function in unit.functions:
        own = [e for e in plan.edits if function.at.span.contains(e.span)]
        if function.body is None or function.at.macro is not None or not own:
            continue
        source = facts.files[function.at.span.file]
        gone = {word for edit in own for word in words(source.text(edit.span))}
        for block in descendants(function.body):
            for statement in block.body if isinstance(block, st.Block) else ():
                if isinstance(statement, st.Declare) and _named(statement) in gone:
                    span = _removable(statement, source, unit)
                    if span is not None and _is_idle(statement, function, source, own, span):
                        yield Edit(span, b"")


def _named(statement: st.Declare) -> str | None:
    names = [variable.declaration.name for variable in statement.variables]
    return names[0] if len(names) == 1 else None


def _removable(statement: st.Declare, source: SourceFile, unit: TranslationUnit) -> Span | None:
    """The text of a declaration that does nothing but begin a number, or a pointer; None for any
    other."""
    (variable,) = statement.variables
    known = isinstance(variable.type, IntType | PointerType) and variable.storage == "auto"
    seen = {*unit.volatile, *unit.registers}
    if not known or variable.cleanup or variable.init is None:
        return None
    nodes, seen = list(descendants(variable.init)), {*unit.volatile, *unit.registers}
    if not _is_plain(variable.init) or any(each.at.span in seen for each in (variable, *nodes)):
        return None
    data, start, end = source.data, statement.at.span.start, statement.at.span.end
    end = data.find(b";", max(start, end - 1)) + 1
    begins = data[:start].rstrip().endswith(_ENDS)
    is_told_of = data[end:].lstrip(b" \t").startswith(b"/")
    if statement.at.macro or not begins or is_told_of or not _DECLARED.fullmatch(data, start, end):
        return None
    return _whole_lines(source, start, end)


def _is_plain(node: ex.Expression) -> bool:
    """Whether nothing sees that a value is computed, or is not: no load, no call."""
    match node:
        case ex.IntLiteral():
            return True
        case ex.NameRef(type=type_):
            return isinstance(type_, IntType | PointerType | ArrayType)
        case ex.Unary(op="&", operand=ex.Index(base=base, index=index)):
            return isinstance(base.type, PointerType | ArrayType) and all(
                map(_is_plain, (base, index))
            )
        case ex.Unary(op=op, operand=operand):
            return op in _SIGNS and _is_plain(operand)
        case ex.Binary(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case ex.Cast(operand=operand):
            return _is_plain(operand)
    return False


def _whole_lines(source: SourceFile, start: int, end: int) -> Span:
    """A statement's text, or the lines that it has for itself."""
    data = source.data
    first, last = data.rfind(b"\n", 0, start) + 1, data.find(b"\n", end) + 1
    is_alone = last > 0 and not data[first:start].strip() and not data[end:last].strip()
    if is_alone:
        return Span(source.path, first, last)
    blanks = len(data[end:]) - len(data[end:].lstrip(b" \t"))
    return Span(source.path, start, end + blanks)


def _is_idle(
    statement: st.Declare, function: Function, source: SourceFile, own: list[Edit], span: Span
) -> bool:
    """Whether a name's word stands in the new text of a function where it is declared, only."""
    name = _named(statement)
    edits = sorted(own)
    if any(edit.span.start < span.end and span.start < edit.span.end for edit in edits):
        return False
    place, kept = function.at.span.start, list[bytes]()
    for edit in edits:
        kept += [source.data[place : edit.span.start], edit.text]
        place = edit.span.end
    kept.append(source.data[place : function.at.span.end])
    return words(b" ".join(kept)).count(name or "") == 1
