"""Mistakes in kernels whose work-items are merged: the engine's check finds each by itself.

The samples have what makes it hard: tiles in local memory and barriers (dct), a guard with the
work-items at the rim, and group ids (cutcp, stencil), loops that ask to be unrolled (mri-q), values
kept for each (all). `python -m tests.mutations.declared samples/NAME --passes coarsen` makes all of
them.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.mutations.declared import UNREAD, Rewritten, rewritten
from tests.mutations.mutants import Mutant

SAMPLES = Path(__file__).parents[3] / "samples"
# Of each sample's mistakes every so manieth is tried here.
STEPS = {"cutcp": 23, "dct": 13, "mri-q": 17, "sgemm": 13, "stencil": 19}
KINDS = {
    *("barrier gone", "comparison", "constant", "effect lost", "guard narrowed", "guard widened"),
    *("index off by one", "operand order", "operator", "other name", "out of its guard"),
    *("statement doubled", "statement dropped"),
}


@cache
def program(name: str) -> Rewritten:
    project = open_project([str(SAMPLES / name)], Choices(target="pocl-cpu"))
    return rewritten(project, transforms("coarsen"))


def made(name: str) -> list[Mutant]:
    """Its mistakes; the order of two declarations that know nothing of each other is none, nor is a
    declaration in front of its guard that only computes."""
    mutants = program(name).mutants()
    return [m for m in mutants if not (_is_order_of_declarations(m) or _only_computes(m))]


def _is_order_of_declarations(mutant: Mutant) -> bool:
    return mutant.kind == "order of statements" and mutant.was.startswith("const ")


def _only_computes(mutant: Mutant) -> bool:
    moved = mutant.now.partition(";")[0]
    return mutant.kind == "out of its guard" and moved.startswith("const ") and "[" not in moved


@pytest.mark.parametrize("name", STEPS)
def test_the_passs_own_text_is_as_declared(name: str) -> None:
    found = program(name)
    assert found.by is not None
    assert found.by.code == "PPC240"
    assert [found.said(path, found.texts[path]) for path in found.kernels] == [None]


@pytest.mark.parametrize("name", STEPS)
def test_mistakes_are_found(name: str) -> None:
    said = {str(each): program(name).judged(each) for each in made(name)[:: STEPS[name]]}
    assert [mutant for mutant, found in said.items() if found is None] == []
    assert sum(not str(found).startswith(UNREAD) for found in said.values()) >= 8


def test_mistakes_of_all_kinds_are_made() -> None:
    kinds = Counter(each.kind for name in STEPS for each in made(name))
    assert kinds.keys() >= KINDS
