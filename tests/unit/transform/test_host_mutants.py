"""Mistakes in the hosts of rewritten programs: the engine's check finds them with the plan's own
declaration, in what the plan edited and in all else.

`python -m tests.mutations.declared SOURCE... --hosts` makes all of them; here are some.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.choosing.decisions import Decision
from ppcl.transform.passes import transforms
from tests.mutations.declared import UNREAD, Rewritten, rewritten
from tests.mutations.mutants import Mutant

ROOT = Path(__file__).parents[3]
SHUFFLED = ROOT / "tests" / "cases" / "verify" / "shuffled"
SAMPLES = {name: ROOT / "samples" / name for name in ("kmeans", "md", "sgemm", "spmv", "lbm")}
MERGED = ROOT / "tests" / "cases" / "coarsen" / "base"
PROGRAMS = {**SAMPLES, "shuffled": SHUFFLED, "merged": MERGED}
# Of each program's mistakes every so manieth is tried, beside those in what was edited.
STEPS = {"kmeans": 149, "md": 149, "sgemm": 149, "spmv": 89, "lbm": 149}
STEPS |= {"shuffled": 41, "merged": 29}
KINDS = {
    "comparison",
    "constant",
    "directive dropped",
    "effect lost",
    "number of a directive",
    "operator",
    "order of arguments",
    "order of statements",
    "other name",
    "other string",
    "statement doubled",
    "statement dropped",
}


@cache
def program(name: str) -> Rewritten:
    target = "nvidia-gpu" if name in ("lbm", "shuffled") else "pocl-cpu"
    decisions = {"coarsen:bank": Decision("y2")} if name == "merged" else {}
    project = open_project([str(PROGRAMS[name])], Choices(target=target, decisions=decisions))
    return rewritten(project, transforms("coarsen" if name == "merged" else "layout"))


def edited(found: Rewritten, mutant: Mutant) -> bool:
    """Whether a mistake stands in a line that the plan changed."""
    if mutant.file not in found.before.files:
        return False
    old = found.before.files[mutant.file].data.decode().splitlines()
    new = found.texts[mutant.file].decode().splitlines()
    return new[mutant.line - 1] not in old


def tried(name: str) -> list[Mutant]:
    found = program(name)
    made = list(found.host_mutants())
    assert len(made) >= 150
    own = [each for each in made if edited(found, each)]
    return list(dict.fromkeys((*own[::3], *made[:: STEPS[name]])))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_plans_own_text_is_as_declared(name: str) -> None:
    found = program(name)
    assert found.by is not None
    assert [found.said(path, found.texts[path]) for path in found.hosts][:1] == [None]


@pytest.mark.parametrize("name", PROGRAMS)
def test_mistakes_are_found(name: str) -> None:
    said = {str(each): program(name).judged(each) for each in tried(name)}
    assert [mutant for mutant, found in said.items() if found is None] == []
    assert sum(not str(found).startswith(UNREAD) for found in said.values()) >= 5


def test_mistakes_of_all_kinds_are_made() -> None:
    kinds = Counter(each.kind for name in PROGRAMS for each in program(name).host_mutants())
    assert kinds.keys() >= KINDS
