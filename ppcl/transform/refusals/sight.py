"""What a program may see of a plan: new names, another text, strings that macros make of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.text import with_length
from ppcl.analysis.model.observation import Observation
from ppcl.analysis.names.macros import definitions, strings_of, uses_in
from ppcl.analysis.numbers.guard import Guard
from ppcl.diag import Remark
from ppcl.source import Edit, SourceFile, Span, apply_edits
from ppcl.transform.checks.kind import Together
from ppcl.transform.contract import Plan

_OWN_NAME = re.compile(rb"\b__(?:func|FUNCTION|PRETTY_FUNCTION|builtin_FUNCTION)(?:__)?\b")


def seen_names(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """Where the program sees the name of a kernel that would get a new one: how, and the place."""
    names = Together(plan.declared).names()
    for observation in facts.host.observations if names else ():
        if observation.kind == "names":
            return observation.what, observation.at.span
    for name in names:
        span = facts.kernels[name].function.at.span
        macros = definitions(facts, (use.name for use in uses_in(facts, span)))
        texts = (facts.files[span.file].text(span), *(macro.body for macro in macros))
        if any(_OWN_NAME.search(text) for text in texts):
            return f"kernel '{facts.kernels[name].name}' uses its own name", span
    return None


def seen_text(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """Where the host sees a program's text that would change: how, and the place."""
    for observation in facts.host.observations:
        named = observation.kind == "file" and _names(observation.path or "", plan)
        changed = observation.kind == "text" and _is_changed(observation, plan, facts)
        logged = observation.kind == "log" and _is_warned_of(plan, facts)
        if named or changed or logged:
            return observation.what, observation.at.span
    return None


def _names(said: str, plan: Plan) -> bool:
    """Whether the name of a file that would change stands in a text."""
    return any(Path(edit.span.file).name in said for edit in plan.edits)


def _is_warned_of(plan: Plan, facts: Facts) -> bool:
    """Whether compilers warn of a line that would change, or be another one by its number."""
    problems = (problem for unit in facts.kernel_units for problem in unit.unit.problems)
    warned = {problem.span for problem in problems if problem.severity == "warning"}
    return any(_moves(edit, span, facts.files) for edit in plan.edits for span in warned)


def _moves(edit: Edit, span: Span, files: Mapping[str, SourceFile]) -> bool:
    if edit.span.file != span.file:
        return False
    source = files[span.file]
    first, last = (source.location(each).line for each in (edit.span.start, edit.span.end))
    line = source.location(span.start).line
    grows = edit.text.count(b"\n") != last - first
    return first <= line <= last or (grows and line > last)


def _is_changed(observation: Observation, plan: Plan, facts: Facts) -> bool:
    spans = [edit.span for edit in plan.edits]
    if observation.literal is not None:
        return any(observation.literal.span.contains(span) for span in spans)
    changed = {span.file for span in spans}
    if observation.path is None:
        kernels = [kernel.function.at.span for kernel in facts.kernels.values()]
        return any(kernel.contains(span) for kernel in kernels for span in spans)
    programs = [program for program in facts.host.programs if observation.path in program.opened]
    files = [path for program in programs if changed & {*program.files} for path in program.files]
    files += [path for path in changed if Path(path).name == Path(observation.path).name]
    guard, room = observation.guard, observation.room
    if guard is not None:
        return bool(files) and not _as_before(guard, files, plan, facts)
    return bool(files) if room is None else any(_recut(f, room, plan, facts) for f in files)


def _recut(path: str, room: float, plan: Plan, facts: Facts) -> bool:
    """Whether the lines of a file are read in other pieces than before."""
    source = facts.files[path]
    changed = apply_edits(source, (edit for edit in plan.edits if edit.span.file == path))
    return _pieces(source, room) != _pieces(changed, room)


def _pieces(source: SourceFile, room: float) -> list[float]:
    """How many pieces of less than `room` characters each line is, with its end."""
    return [-(-(len(line) + 1) // max(room - 1, 1)) for line in source.data.split(b"\n")]


def _as_before(guard: Guard, files: Sequence[str], plan: Plan, facts: Facts) -> bool:
    """Whether a guard on the length of one of some files comes out as it did."""
    for path in files:
        edits = [edit for edit in plan.edits if edit.span.file == path]
        length = len(facts.files[path].data)
        grown = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in edits)
        values = [with_length(guard.value, size).as_int for size in (length, length + grown)]
        held = [_holds(guard, value) for value in values if value is not None]
        if len(held) < 2 or held[0] != held[1]:
            return False
    return True


def _holds(guard: Guard, value: int) -> bool:
    return value == 0 if guard.relation == "==" else value >= 0


def seen_string(facts: Facts, span: Span) -> bool:
    """Whether the program may see a string that a macro makes of a text, and go on."""
    strings = strings_of(facts, span)
    return strings is None or any(facts.endings.seen_before(string) for string in strings)


def changed_messages(plan: Plan, facts: Facts) -> Iterator[Remark]:
    """A remark on each place where the text of an error's message changes."""
    for edit in sorted(plan.edits):
        if strings_of(facts, edit.span):
            location = facts.files[edit.span.file].location(edit.span.start)
            message = "a macro makes an error's message of this text, which changes"
            yield Remark("review", "PPC009", message, location)
