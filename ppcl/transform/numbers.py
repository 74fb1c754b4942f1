"""A plan that stands on a number must hold whatever the host's names for it are worth.

A macro, an enumerator or a constant of the host may have another value in the next build, and a
kernel does not hear of it (DESIGN.md, principle 5). So a plan that numbers are part of is made once
more with the names' values not known: the same edits hold for all values. Where they are others,
the host gets a check that a build with another value fails.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ppcl.analysis.facts import Facts
from ppcl.analysis.named_numbers import NamedNumber, named_numbers, related
from ppcl.diag import PpclError, Remark
from ppcl.ir.unit import Function
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Plan, Refused, Transform

# What the preprocessor can compute without further names.
_PLAIN = re.compile(rb"[\s0-9a-fA-FxXuUlL()+\-*<>]*\Z")
# Reads the program as it is with these named numbers not known.
ReadWithout = Callable[[frozenset[str]], Facts]


def for_all_numbers(
    plan: Plan, transform: Transform[Any, Any], facts: Facts, read: ReadWithout
) -> Plan | Remark:
    """The plan, with checks in the host where it holds for one value of a name only; a remark
    where no check can be written."""
    fixed = _fixed(plan, transform, facts, read)
    if not fixed:
        return plan
    place = _place(plan, facts)
    checks = [_check(place, facts, number) for number in fixed] if place is not None else [None]
    if place is None or None in checks:
        return _refused(plan, facts, fixed)
    source, function = place
    ending = b"\r\n" if b"\r\n" in source.data else b"\n"
    lines = [line for check in checks if check is not None for line in check]
    text = b"".join(line + ending for line in lines)
    if text in source.data:
        return plan
    start = source.data.rfind(b"\n", 0, function.at.span.start) + 1
    return replace(plan, edits=(*plan.edits, Edit(Span(source.path, start, start), text)))


def _fixed(
    plan: Plan, transform: Transform[Any, Any], facts: Facts, read: ReadWithout
) -> list[NamedNumber]:
    """The named numbers for some values of which the plan is another one, or none."""
    known = {n.name: n for n in named_numbers(facts.units, facts.files)}
    doubtful = [number for number in known.values() if _may_be_in(plan, number)]
    if not doubtful or _is_made(plan, transform, read, doubtful):
        return []
    return [number for number in doubtful if not _is_made(plan, transform, read, [number])]


def _may_be_in(plan: Plan, number: NamedNumber) -> bool:
    """Whether a named number may be a part of what a plan stands on: a factor 1 leaves no trace."""
    return related(plan.numbers, number.value) or (
        number.value == 1 and number.kind != "enumerator"
    )


def _is_made(
    plan: Plan, transform: Transform[Any, Any], read: ReadWithout, unknown: Sequence[NamedNumber]
) -> bool:
    """Whether the same edits are planned where the numbers are not known."""
    try:
        facts = read(frozenset(number.name for number in unknown))
    except PpclError:
        return False
    return any(set(found.edits) == set(plan.edits) for found in _plans(transform, facts))


def _plans(transform: Transform[Any, Any], facts: Facts) -> Iterator[Plan]:
    for site in transform.sites(facts):
        verdict = transform.check(site, facts)
        if not isinstance(verdict, Refused):
            yield transform.plan(verdict, facts)


def _place(plan: Plan, facts: Facts) -> tuple[SourceFile, Function] | None:
    """The first function of the host that the plan changes."""
    hosts = [unit for unit in facts.units if unit.language != "opencl"]
    for edit in sorted(plan.edits):
        for unit in hosts:
            for function in unit.functions:
                if function.body is not None and function.at.span.contains(edit.span):
                    return facts.files[edit.span.file], function
    return None


def _check(
    place: tuple[SourceFile, Function], facts: Facts, number: NamedNumber
) -> list[bytes] | None:
    """Lines in front of a function that end a build where a name has another value."""
    source, function = place
    hosts = [unit for unit in facts.units if unit.language != "opencl"]
    macros = [m for unit in hosts for m in unit.macros if m.name == number.name]
    is_known = all(m.at.file != source.path or m.at.end <= function.at.span.start for m in macros)
    bodies = {macro.body for macro in macros}
    if number.kind != "macro" or not is_known or len(bodies) != 1:
        return None
    if not _PLAIN.match(bodies.pop()):
        return None
    name = number.name.encode()
    return [
        b"#if %s != %d" % (name, number.value),
        b'#error "rewritten by ppcl for %s %d: run ppcl again"' % (name, number.value),
        b"#endif",
    ]


def _refused(plan: Plan, facts: Facts, fixed: Sequence[NamedNumber]) -> Remark:
    names = ", ".join(f"{number.name} = {number.value}" for number in fixed)
    at = fixed[0].node.at.span
    message = f"not done, it would hold for {names} only: {plan.remark.message}"
    place = facts.files[at.file].location(at.start)
    return Remark("missed", "PPC013", message, place, plan.remark.args)
