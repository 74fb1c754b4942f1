"""What hosts do (DESIGN.md, "What real programs do"): each habit with its alias table."""

from pathlib import Path

import pytest
from alias_table import falls_short, overclaims, table_of
from habit_cases import Habit, read_habits

from ppcl.analysis.facts import Facts
from ppcl.diag import PpclError
from ppcl.diag.codes_reading import READING
from ppcl.driver.graph import graph_json, graph_remarks
from ppcl.driver.project import Choices, open_project
from ppcl.driver.read import read_program
from ppcl.targets import load

HABITS = read_habits()
# Codes that say what is not followed, and where.
LOST = frozenset(READING)


def facts_of(habit: Habit, folder: Path) -> Facts | PpclError:
    """What ppcl finds in a case, or the error that ends it."""
    sources = [str(folder / name) for name in habit.sources]
    project = open_project(sources, Choices(define=habit.defines))
    try:
        return read_program(project, load("pocl-cpu"))
    except PpclError as error:
        return error


def lost_codes(facts: Facts) -> set[str]:
    """Codes of located remarks on what is not followed."""
    return LOST & {remark.code for remark in graph_remarks(facts) if remark.location}


def has_reasons(facts: Facts) -> bool:
    """Whether some argument says why it is not known."""
    arguments = [a for launch in facts.host.launches for a in launch.arguments]
    return any(a.at and (a.reason or a.kind == "svm") for a in arguments)


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_alias_table(habit: Habit, tmp_path: Path) -> None:
    habit.write(tmp_path)
    facts = facts_of(habit, tmp_path)
    if isinstance(facts, PpclError):
        assert habit.not_yet or habit.refused, str(facts)
        assert habit.not_yet or facts.location is not None, str(facts)
        return
    found = table_of(graph_json(facts))
    if habit.want is None:
        assert habit.refused in lost_codes(facts)
    elif habit.not_yet:
        assert found != habit.want, f"followed now: drop the mark not_yet ({habit.not_yet})"
        short = falls_short(found, habit.want)
        assert not short or lost_codes(facts) or has_reasons(facts), "no reason"
        assert not facts.host.complete or list(overclaims(found, habit.want)) == []
    else:
        assert "\n".join(map(str, found)) == "\n".join(map(str, habit.want))
