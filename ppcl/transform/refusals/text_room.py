"""The room of string constants that a plan changes: an array of a length that is written."""

import re
from itertools import zip_longest

from ppcl.analysis.facts import Facts
from ppcl.ir import expression as ex
from ppcl.ir.statement import Variable
from ppcl.ir.traverse import Node, children
from ppcl.ir.types import ArrayType, PointerType, RecordType
from ppcl.ir.unit import TranslationUnit
from ppcl.source import Span
from ppcl.transform.contract import Plan

# An array that is as long as what it begins with.
_NO_LENGTH = re.compile(rb"\[\s*\]")


def outgrown(plan: Plan, facts: Facts) -> tuple[Span, int] | None:
    """Where an array begins with a string constant that a plan makes longer, and its length."""
    for literal, parent, unit in facts.once(_literals):
        edits = [edit for edit in plan.edits if literal.at.span.contains(edit.span)]
        grown = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in edits)
        room = literal.type.length if isinstance(literal.type, ArrayType) else None
        if not edits or room is None or len(literal.value) + 1 + grown <= room:
            continue
        if room != len(literal.value) + 1 or _is_fixed(literal, parent, unit, facts):
            return parent.at.span, room
    return None


def _literals(facts: Facts) -> list[tuple[ex.StringLiteral, Node, TranslationUnit]]:
    """The string constants that something begins with, or that it gets, with that and its unit."""
    return [
        (child, node, unit)
        for unit in facts.units
        for node in unit.nodes
        if isinstance(node, Variable | ex.InitList | ex.Assign | ex.New)
        for child in children(node)
        if isinstance(child, ex.StringLiteral)
    ]


def _is_fixed(literal: ex.StringLiteral, parent: Node, unit: TranslationUnit, facts: Facts) -> bool:
    """Whether an array that a constant just fills has its length from elsewhere."""
    match parent:
        case Variable(type=ArrayType()):
            return not _NO_LENGTH.search(_between(parent, literal, facts))
        case Variable() | ex.Assign(type=PointerType()) | ex.InitList(type=PointerType()):
            return False
        case ex.InitList(type=ArrayType(element=element)):
            return not isinstance(element, PointerType)
        case ex.InitList(type=RecordType(name=name)):
            record = unit.records.get(name)
            fields = record.fields if record is not None else ()
            kinds = (f.type for e, f in zip_longest(parent.elements, fields) if e is literal and f)
            return not isinstance(next(kinds, None), PointerType)
        case _:
            return True


def _between(variable: Variable, literal: ex.StringLiteral, facts: Facts) -> bytes:
    """The text of a variable in front of what it begins with."""
    span = variable.at.span
    return facts.files[span.file].data[span.start : literal.at.span.start]
