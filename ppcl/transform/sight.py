"""What a program may see of a plan: new names, another text, strings that macros make of it."""

import re
from collections.abc import Iterator

from ppcl.analysis.endings import Endings
from ppcl.analysis.facts import Facts
from ppcl.analysis.macros import definitions, uses_in
from ppcl.analysis.stringified import strings_of
from ppcl.diag import Remark
from ppcl.source import Span
from ppcl.transform.contract import Plan

_OWN_NAME = re.compile(rb"\b__(?:func|FUNCTION|PRETTY_FUNCTION|builtin_FUNCTION)(?:__)?\b")


def seen_names(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """Where the program sees the name of a kernel that would get a new one: how, and the place."""
    for observation in facts.host.observations if plan.declared.kernel_names else ():
        if observation.kind == "names":
            return observation.what, observation.at.span
    for name in plan.declared.kernel_names:
        span = facts.kernels[name].function.at.span
        macros = definitions(facts, (use.name for use in uses_in(facts, span)))
        texts = (facts.files[span.file].text(span), *(macro.body for macro in macros))
        if any(_OWN_NAME.search(text) for text in texts):
            return f"kernel '{facts.kernels[name].name}' uses its own name", span
    return None


def seen_text(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """Where the host sees a program's text that would change: how, and the place."""
    changed = {edit.span.file for edit in plan.edits}
    programs = [program for program in facts.host.programs if changed & {*program.files}]
    opened = {path for program in programs for path in program.opened}
    for observation in facts.host.observations if programs else ():
        if observation.kind == "text" and observation.path in (None, *opened):
            return observation.what, observation.at.span
    return None


def seen_string(facts: Facts, span: Span) -> bool:
    """Whether the program may see a string that a macro makes of a text, and go on."""
    strings = strings_of(facts, span)
    endings = Endings(facts.host.functions)
    return strings is None or any(endings.seen_before(string) for string in strings)


def changed_messages(plan: Plan, facts: Facts) -> Iterator[Remark]:
    """A remark on each place where the text of an error's message changes."""
    for edit in sorted(plan.edits):
        if strings_of(facts, edit.span):
            location = facts.files[edit.span.file].location(edit.span.start)
            message = "a macro makes an error's message of this text, which changes"
            yield Remark("analysis", "PPC009", message, location)
