"""A plan must hold whatever the host's names for numbers are worth, or say that it does not.

A macro, an enumerator or a constant of the host may have another value in the next build, and a
kernel does not hear of it (DESIGN.md, principle 5). So a plan that numbers are part of is made once
more with the names' values not known: the same edits hold for all values. Where they are others,
and where more than numbers hangs on a macro that a build may set, the host gets a check that
another build fails.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import partial

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.hidden_numbers import HiddenNumbers
from ppcl.analysis.names.named_numbers import NamedNumber, named_numbers, related
from ppcl.analysis.names.open_names import OpenName, open_names
from ppcl.diag import PpclError, Remark
from ppcl.source import Edit, Span
from ppcl.transform.contract import Plan
from ppcl.transform.demands.build import Named, check_of
from ppcl.transform.demands.options import kernel_checks
from ppcl.transform.refusals.obstacle import obstacle_to

# Reads the program as it is with these named numbers not known.
ReadWithout = Callable[[frozenset[str]], Facts]
# Makes the same plan where other things are known of the program; none, if it would not be wanted.
PlansOf = Callable[[Facts], Iterator[Plan]]
# The plan where these are not known, None where there is none.
General = Callable[[Sequence[NamedNumber]], Plan | None]


def for_all_numbers(plan: Plan, plans: PlansOf, facts: Facts, read: ReadWithout) -> Plan | Remark:
    """The plan, with checks in the host where it holds for one value of a name only; a remark
    where no check can be written."""
    opened = facts.once(open_names)
    plan, held_by = _for_most(plan, facts, opened, partial(_general, plan, plans, read))
    others = [each for each in opened if not each.is_number]
    for name, cause in _foreign(opened, held_by):
        return _not_known(plan, facts, name, cause)
    fixed = [Named(o.name, o.at, None, o.default, chooses=o.chooses) for o in others]
    by_name = {each.name: each for each in opened}
    fixed += [_named(number, by_name.get(number.name)) for number in held_by]
    fixed += _hidden(plan, facts, {named.name for named in fixed})
    asked = [(named, check_of(plan, facts, named)) for named in fixed]
    checks: list[Edit] = []
    for named, check in (*asked, *kernel_checks(plan, facts)):
        if check is None:
            return _refused(plan, facts, named)
        checks.append(check)
    added = _added(checks, facts)
    return replace(plan, edits=(*plan.edits, *added)) if added else plan


def _for_most(
    plan: Plan, facts: Facts, opened: Sequence[OpenName], general: General
) -> tuple[Plan, Sequence[NamedNumber]]:
    """The plan for as many values as can be, and the names that it holds for one value of."""
    doubtful = _doubtful(plan, facts, opened)
    strict = [number for number in doubtful if not _is_as_written(plan, number)]
    found = general(doubtful) if strict != doubtful else None
    if found is not None:
        return found, []
    plan, free = _freed(plan, strict, general) if strict else (plan, [])
    return plan, [number for number in strict if number not in free]


def _freed(
    plan: Plan, numbers: Sequence[NamedNumber], general: General, free: Sequence[NamedNumber] = ()
) -> tuple[Plan, Sequence[NamedNumber]]:
    """The plan with as many names free as it holds for together, beside those that are, and all
    that are free then; found by halves, since most hold together."""
    found = general([*free, *numbers])
    if found is not None:
        return found, [*free, *numbers]
    if len(numbers) > 1:
        middle = len(numbers) // 2
        for half in (numbers[:middle], numbers[middle:]):
            plan, free = _freed(plan, half, general, free)
    return plan, free


def _hidden(plan: Plan, facts: Facts, others: Set[str]) -> list[Named]:
    """The numbers that sizes may hang on, and of which no reading shows whether they do."""
    if not any(kind.resizes for kind in plan.declared):
        return []
    found = facts.once(HiddenNumbers).found
    wanted = found.keys() if plan.names is None else found.keys() & plan.names
    return [Named(name, found[name]) for name in sorted(wanted - others)]


def _is_as_written(plan: Plan, number: NamedNumber) -> bool:
    """Whether a name is no more than a number that is written beside the launches: a constant of a
    function, of a plan for whose launches' sizes alone it counts."""
    return number.kind == "local" and any(kind.resizes for kind in plan.declared)


def _named(number: NamedNumber, opened: OpenName | None) -> Named:
    at = opened.at if opened is not None else number.node.at.span
    default = opened.default if opened is not None else None
    value = number.value if number.kind != "compiler" else None
    return Named(number.name, at, value, default, number.kind == "macro")


def _added(checks: Sequence[Edit], facts: Facts) -> list[Edit]:
    """The checks that the host does not have yet, those of one place together."""
    found: dict[Span, bytes] = {}
    for check in checks:
        if check.text not in facts.files[check.span.file].data + found.get(check.span, b""):
            found[check.span] = found.get(check.span, b"") + check.text
    return [Edit(span, text + _apart(facts, span, text)) for span, text in found.items()]


def _apart(facts: Facts, span: Span, text: bytes) -> bytes:
    """An empty line behind a declaration, or where a comment follows, which is of what stands
    behind it."""
    source = facts.files[span.file]
    is_declaration = text.endswith(b";" + source.line_ending)
    behind = source.data[span.start :].lstrip(b" \t")
    return source.line_ending if is_declaration or behind.startswith((b"//", b"/*")) else b""


def _doubtful(plan: Plan, facts: Facts, opened: Iterable[OpenName]) -> list[NamedNumber]:
    """The named numbers that a plan may stand on."""
    known = facts.once(_by_name)
    named = frozenset[str]().union(*(each.numbers for each in opened if each.is_number))
    if _is_built_with_numbers(plan, facts):
        named |= known.keys()
    # A macro may be defined anew, with another number.
    held = {name: [n for n in every if _may_be_in(plan, n)] for name, every in known.items()}
    return [
        (held[name] or every)[0] for name, every in known.items() if held[name] or name in named
    ]


def _by_name(facts: Facts) -> dict[str, list[NamedNumber]]:
    """All uses of named numbers."""
    known: dict[str, list[NamedNumber]] = {}
    for number in named_numbers(facts.units, facts.files):
        known.setdefault(number.name, []).append(number)
    return known


def _is_built_with_numbers(plan: Plan, facts: Facts) -> bool:
    """Whether the host gives macros to a kernel that a plan edits: what that computes may hang on
    any number of the host."""
    edited = {edit.span.file for edit in plan.edits}
    units = (each for each in facts.kernel_units if edited & {*each.unit.files})
    return any({*each.defines} - {*each.believed} for each in units)


def _may_be_in(plan: Plan, number: NamedNumber) -> bool:
    """Whether a named number may be a part of what a plan stands on: a factor 1 leaves no trace."""
    if plan.names is not None:
        return number.name in plan.names
    if number.kind == "compiler" or any(kind.resizes for kind in plan.declared):
        return True
    return related(plan.numbers, number.value) or (
        number.value == 1 and number.kind != "enumerator"
    )


def _general(
    plan: Plan, plans: PlansOf, read: ReadWithout, unknown: Sequence[NamedNumber]
) -> Plan | None:
    """A plan at the same places that is made where the numbers are not known."""
    try:
        facts = read(frozenset(number.name for number in unknown))
    except PpclError:
        return None
    if _builds_hang_on_them(plan, facts):
        return None
    places = {edit.span for edit in plan.edits}
    alike = (p for p in plans(facts) if {edit.span for edit in p.edits} == places)
    found = next(alike, None)
    if found is None or obstacle_to(found, facts) is not None:
        return None
    # What becomes of launches' groups hangs on the numbers, too.
    kinds = zip(plan.declared, found.declared, strict=True)
    declared = tuple(new if new.resizes else old for old, new in kinds)
    return replace(plan, edits=found.edits, declared=declared)


def _builds_hang_on_them(plan: Plan, facts: Facts) -> bool:
    """Whether it is not known without the numbers how a kernel that a plan edits is built: it may
    compute something else."""
    edited = {edit.span.file for edit in plan.edits}
    units = (each for each in facts.kernel_units if edited & {*each.unit.files})
    return any(each.nominal or each.options_problem for each in units)


def _foreign(
    opened: Sequence[OpenName], held_by: Sequence[NamedNumber]
) -> Iterator[tuple[str, OpenName]]:
    """The names that a plan stands on and that may be others in the program's own build, each with
    that on which it hangs."""
    foreign = [each for each in opened if each.foreign]
    made = {name: each for each in foreign for name in each.numbers - {each.name}}
    for each in opened:
        if each.foreign and not each.is_number:
            yield each.name, each
        elif not each.is_number and each.name in made:
            yield each.name, made[each.name]
    numbers = {each.name: each for each in foreign} | made
    yield from ((n.name, numbers[n.name]) for n in held_by if n.name in numbers)


def _not_known(plan: Plan, facts: Facts, name: str, cause: OpenName) -> Remark:
    on = "" if name == cause.name else f" hangs on {cause.name}, which"
    message = f"not done, {name}{on} may be another in the program's own build ({cause.foreign})"
    place = facts.files[cause.at.file].location(cause.at.start)
    return Remark("missed", "PPC013", f"{message}: {plan.remark.message}", place, plan.remark.args)


def _refused(plan: Plan, facts: Facts, named: Named) -> Remark:
    value = "as it is" if named.value is None else f"= {named.value}"
    message = f"not done, it would hold for {named.name} {value} only: {plan.remark.message}"
    place = facts.files[named.at.file].location(named.at.start)
    return Remark("missed", "PPC013", message, place, plan.remark.args)
