"""What a plan would change in comments: as far as nothing stands against it."""

from collections.abc import Sequence
from dataclasses import replace

from ppcl.analysis.facts import Facts
from ppcl.frontend import tokens
from ppcl.source import Edit, apply_edits
from ppcl.transform.contract import Commented, Plan
from ppcl.transform.refusals.obstacle import obstacle_to


def with_comments(plan: Plan, facts: Facts) -> Plan:
    """The plan with those of its changes of comments that may be made: in text that is compiled and
    not to be kept, without another edit there, and where the program does not see of it."""
    allowed = [each for each in plan.comments if _is_allowed(each.edit, plan, facts)]
    edits = (*plan.edits, *(each.edit for each in allowed))
    if obstacle_to(replace(plan, edits=edits), facts) is not None:
        return _told(plan, plan.comments)
    left_out = [each for each in plan.comments if each not in allowed]
    return _told(replace(plan, edits=edits), left_out)


def _told(plan: Plan, left_out: Sequence[Commented]) -> Plan:
    said = (remark for each in left_out for remark in each.instead)
    return replace(plan, comments=(), notes=(*plan.notes, *said))


def _is_allowed(edit: Edit, plan: Plan, facts: Facts) -> bool:
    alone = replace(plan, edits=(edit,))
    free = _is_free(edit, plan) and _is_comment(edit, facts)
    return free and obstacle_to(alone, facts) is None


def _is_free(edit: Edit, plan: Plan) -> bool:
    near = (other.span for other in plan.edits if other.span.file == edit.span.file)
    return not any(s.start <= edit.span.end and edit.span.start <= s.end for s in near)


def _is_comment(edit: Edit, facts: Facts) -> bool:
    """Whether an edit leaves all tokens of its file as they are."""
    source = facts.files[edit.span.file]
    return facts.once(_tokens_of, source.path) == _tokens(apply_edits(source, [edit]).data)


def _tokens_of(facts: Facts, path: str) -> list[bytes]:
    return _tokens(facts.files[path].data)


def _tokens(data: bytes) -> list[bytes]:
    return [token.text for token in tokens(data, 0, len(data))]
