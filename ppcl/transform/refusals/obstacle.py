"""What the engine refuses to do, whatever a transformation plans."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.text import made_text
from ppcl.analysis.model.devices import only_others
from ppcl.diag import Note, Remark
from ppcl.frontend import directives_in
from ppcl.ir.statement import Declare
from ppcl.source import Location, Span
from ppcl.transform.checks.kind import Together
from ppcl.transform.contract import Plan, Refused
from ppcl.transform.refusals.embedded import seen_embedded
from ppcl.transform.refusals.keep import kept
from ppcl.transform.refusals.numbering import seen_places
from ppcl.transform.refusals.settled import settled_by
from ppcl.transform.refusals.sight import seen_names, seen_string, seen_text
from ppcl.transform.refusals.skipped import in_skipped, skipped_uses
from ppcl.transform.refusals.text_room import outgrown

_CONSTANT = re.compile(rb"\b(?:constexpr|consteval)\b")


@dataclass(frozen=True)
class _Obstacle:
    code: str
    reason: str
    at: Location | None


def obstacle_to(plan: Plan, facts: Facts) -> Remark | None:
    """Why a plan must not be carried out: the first of its edits, or names, that stands against;
    the others are notes."""
    found = _found(plan, facts)
    first = next(found, None)
    if first is None:
        return None
    message = f"not done, {first.reason}: {plan.remark.message}"
    notes = _notes(found, {(first.code, first.at)})
    return Remark("missed", first.code, message, first.at, plan.remark.args, notes)


def with_obstacles(refused: Refused, facts: Facts) -> Remark:
    """A refusal's remark, with what else stands against what it would have changed."""
    remark, would = refused.remark, refused.would
    if would is None:
        return remark
    plan = Plan(would.edits, would.declared, remark)
    known = {(remark.code, remark.location), *((n.code, n.location) for n in remark.notes)}
    return replace(remark, notes=(*remark.notes, *_notes(_found(plan, facts), known)))


def _notes(found: Iterable[_Obstacle], known: set[tuple[str, Location | None]]) -> tuple[Note, ...]:
    """Notes on obstacles whose code is not known yet at their place."""
    others = (each for each in dict.fromkeys(found) if (each.code, each.at) not in known)
    return tuple(Note(each.code, each.reason, each.at) for each in others)


def _found(plan: Plan, facts: Facts) -> Iterator[_Obstacle]:
    yield from _in_edits(plan, facts)
    for test in (_in_devices, _in_names, _in_texts, _in_sizes, _in_arrays):
        found = test(plan, facts)
        yield from [found] if found is not None else ()
    yield from _in_sight(plan, facts)


def _in_edits(plan: Plan, facts: Facts) -> Iterator[_Obstacle]:
    for edit in sorted(plan.edits):
        found = (test(facts, edit.span) for test in _TESTS)
        yield from (each for each in found if each is not None)


def _kept(facts: Facts, span: Span) -> _Obstacle | None:
    mark = kept(facts, span)
    return None if mark is None else _Obstacle("PPC001", "`ppcl: keep` protects this place", mark)


def _made(facts: Facts, span: Span) -> _Obstacle | None:
    for program in facts.host.programs:
        if made_text(program.name) == span.file:
            reason = (
                "the host makes this program's text, which stands in no file or string as it is"
            )
            return _Obstacle("PPC124", reason, _at(facts, program.at.span))
    return None


def _built(facts: Facts, span: Span) -> _Obstacle | None:
    """What a kernel computes is not known where its options are not, or a number in them."""
    for unit in facts.kernel_units:
        if span.file not in unit.unit.files:
            continue
        if unit.nominal:
            reason = f"the host makes the number of {' and '.join(unit.nominal)} while it runs"
            return _Obstacle("PPC133", reason, _at(facts, span))
        if unit.options_problem:
            return _Obstacle("PPC110", unit.options_problem, _at(facts, span))
    return None


def _outside(facts: Facts, span: Span) -> _Obstacle | None:
    if not span.file.startswith(("../", "/")):
        return None
    return _Obstacle("PPC004", "this file is outside the program's folder", _at(facts, span))


def _shared(facts: Facts, span: Span) -> _Obstacle | None:
    why = facts.shared.get(span.file)
    return None if why is None else _Obstacle("PPC011", why, _at(facts, span))


def _remade(facts: Facts, span: Span) -> _Obstacle | None:
    found = (why for path, why in facts.remade.items() if fnmatchcase(span.file, path))
    command = next(found, None)
    if command is None:
        return None
    return _Obstacle("PPC018", f"`{command}` may write '{span.file}'", _at(facts, span))


def _inactive(facts: Facts, span: Span) -> _Obstacle | None:
    if not in_skipped(facts, span):
        return None
    return _Obstacle("PPC006", "this text is not compiled here", _at(facts, span))


def _directed(facts: Facts, span: Span) -> _Obstacle | None:
    if not list(directives_in(facts.files[span.file].data, span.start, span.end)):
        return None
    reason = "directives of the preprocessor stand in this text"
    return _Obstacle("PPC006", reason, _at(facts, span))


def _stringified(facts: Facts, span: Span) -> _Obstacle | None:
    if not seen_string(facts, span):
        return None
    reason = "a macro makes a string of this text, which the program may show"
    return _Obstacle("PPC008", reason, _at(facts, span))


def _compiled_in(facts: Facts, span: Span) -> _Obstacle | None:
    """Text that compilers may run, too: a call in a constant expression is in no tree."""
    data = facts.files[span.file].data
    if _CONSTANT.search(data) is None:
        return None
    own = (head for head in facts.once(_heads) if head[0].contains(span))
    if not any(_CONSTANT.search(data, at.start, end or span.start) for at, end in own):
        return None
    return _Obstacle("PPC021", "a `constexpr` function would change", _at(facts, span))


def _heads(facts: Facts) -> list[tuple[Span, int]]:
    """The host's functions with where their bodies begin, and its declarations, with 0."""
    functions = [f for unit in facts.hosts for f in unit.functions]
    heads = [(f.at.span, f.body.at.span.start) for f in functions if f.body is not None]
    nodes = (node for unit in facts.hosts for node in unit.nodes)
    return heads + [(n.at.span, 0) for n in nodes if isinstance(n, Declare)]


_TESTS: tuple[Callable[[Facts, Span], _Obstacle | None], ...] = (
    _kept,
    _made,
    _built,
    _outside,
    _shared,
    _remade,
    _inactive,
    _directed,
    _stringified,
    _compiled_in,
)


def _in_devices(plan: Plan, facts: Facts) -> _Obstacle | None:
    """A program that never gets a device such as it would be rewritten for."""
    del plan
    kind = facts.target.kind
    wanted = "" if facts.own_devices else only_others(facts.host.requests, kind)
    if not wanted:
        return None
    own = f"'{facts.target.name}' is a {kind.upper()}"
    reason = f"the host asks OpenCL for {wanted} only, and {own}"
    return _Obstacle("PPC019", reason, _at(facts, facts.host.requests[0].at.span))


def _in_names(plan: Plan, facts: Facts) -> _Obstacle | None:
    settled = settled_by(facts, plan.edits)
    for name in Together(plan.declared).names():
        span = next((use for use in skipped_uses(facts, name) if not settled.has(use)), None)
        if span is not None:
            reason = f"'{name}' would get a new name and stands in text that is not compiled here"
            return _Obstacle("PPC006", reason, _at(facts, span))
    return None


def _in_texts(plan: Plan, facts: Facts) -> _Obstacle | None:
    """What makes a program of a text may see how long each part of that is, or leave some out."""
    changed = {edit.span.file for edit in plan.edits}
    for program in facts.host.programs:
        if program.unread and (not program.files or changed & {*program.files}):
            reason = f"the text of a program is not followed: {program.unread}"
            return _Obstacle("PPC127", reason, _at(facts, program.at.span))
    return None


def _in_sizes(plan: Plan, facts: Facts) -> _Obstacle | None:
    """A kernel file must not outgrow the memory that the host reads it into."""
    for program in facts.host.programs:
        for path in program.files if program.limit is not None else ():
            edits = [edit for edit in plan.edits if edit.span.file == path]
            grown = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in edits)
            if edits and len(facts.files[path].data) + grown > (program.limit or 0):
                reason = f"the host reads no more than {program.limit} bytes of '{path}'"
                return _Obstacle("PPC129", reason, _at(facts, program.at.span))
    return None


def _in_arrays(plan: Plan, facts: Facts) -> _Obstacle | None:
    """Nor may a string constant outgrow an array whose length is written."""
    found = outgrown(plan, facts)
    if found is None:
        return None
    span, room = found
    reason = f"the array of this text has room for {room} characters"
    return _Obstacle("PPC129", reason, _at(facts, span))


def _in_sight(plan: Plan, facts: Facts) -> Iterator[_Obstacle]:
    """What the host, or a kernel, sees of the names and texts that a plan changes."""
    sights = (
        ("PPC007", seen_names(plan, facts)),
        ("PPC010", seen_text(plan, facts)),
        ("PPC010", seen_embedded(plan.edits, facts)),
        ("PPC010", _compiled_for_both(plan, facts)),
        ("PPC014", seen_places(plan, facts)),
    )
    for code, found in sights:
        if found is not None:
            yield _Obstacle(code, found[0], _at(facts, found[1]))


def _compiled_for_both(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """A function of a kernel file that the host includes, too."""
    own = {f.name_at.span for unit in facts.hosts for f in unit.functions}
    kernels = [f for unit in facts.units if unit.language == "opencl" for f in unit.functions]
    for edit in sorted(plan.edits):
        for function in kernels:
            if function.at.span.contains(edit.span) and function.name_at.span in own:
                return f"the host includes '{edit.span.file}', and has its functions too", edit.span
    return None


def _at(facts: Facts, span: Span) -> Location:
    return facts.files[span.file].location(span.start)
