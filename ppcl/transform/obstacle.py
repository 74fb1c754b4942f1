"""What the engine refuses to do, whatever a transformation plans."""

from collections.abc import Callable

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.source import Location, Span
from ppcl.transform.contract import Plan
from ppcl.transform.keep import kept
from ppcl.transform.skipped import in_skipped, skipped_use


def obstacle_to(plan: Plan, facts: Facts) -> Remark | None:
    """Why a plan must not be carried out: the first of its edits, or names, that stands against."""
    for edit in sorted(plan.edits):
        for reason in _REASONS:
            found = reason(facts, edit.span)
            if found is not None:
                return found
    return _hidden_name(plan, facts)


def _kept(facts: Facts, span: Span) -> Remark | None:
    mark = kept(facts, span)
    if mark is None:
        return None
    message = "not changed: a rewrite would touch what `ppcl: keep` protects"
    return Remark("missed", "PPC001", message, mark)


def _outside(facts: Facts, span: Span) -> Remark | None:
    if not span.file.startswith(("../", "/")):
        return None
    message = "not changed: a rewrite would touch a file outside the program's folder"
    return Remark("missed", "PPC004", message, _location(facts, span))


def _inactive(facts: Facts, span: Span) -> Remark | None:
    if not in_skipped(facts, span):
        return None
    message = "not changed: a rewrite would touch text that is not compiled here"
    return Remark("missed", "PPC006", message, _location(facts, span))


_REASONS: tuple[Callable[[Facts, Span], Remark | None], ...] = (_kept, _outside, _inactive)


def _hidden_name(plan: Plan, facts: Facts) -> Remark | None:
    for name in plan.declared.kernel_names:
        span = skipped_use(facts, name)
        if span is not None:
            message = f"not changed: '{name}' would get a new name, but stands in text that is "
            location = _location(facts, span)
            return Remark("missed", "PPC006", f"{message}not compiled here", location)
    return None


def _location(facts: Facts, span: Span) -> Location:
    return facts.files[span.file].location(span.start)
