"""Mistakes in rewritten kernels: the engine's check finds them with the plan's own declaration.

The kernels of samples, and those in `written/` with what samples lack (barriers, local memory,
atomics, functions of their own, vectors, switches, structs), are rewritten as planned; then one
thing is made wrong: an operator, a name, a guard, a place, the order of two statements. That the
plan's own text passes is asked for as well. `python -m tests.mutations.declared` makes all of
them; here are some.
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
WRITTEN = Path(__file__).parent / "written"
# Of each program's mistakes every so manieth is tried here.
STEPS = {"md": 13, "spmv": 5, "kmeans": 7, "sgemm": 9, "lbm": 23}
STEPS |= {path.stem: 13 for path in sorted(WRITTEN.glob("*.cl"))}
KINDS = {
    "barrier gone",
    "effect lost",
    "guard narrowed",
    "guard widened",
    "index off by one",
    "load out of its guard",
    "order of arguments",
    "order of choices",
    "order of fields",
    "order of statements",
    "other name",
    "other word",
    "out of its guard",
    "statement dropped",
    "statement doubled",
}
# Mistakes that are none, with the reason.
EQUIVALENT: dict[str, str] = {}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


@cache
def program(name: str, folder: Path) -> Rewritten:
    if not (WRITTEN / f"{name}.cl").is_file():
        target = "nvidia-gpu" if name == "lbm" else "pocl-cpu"
        project = open_project([str(SAMPLES / name)], Choices(target=target))
        return rewritten(project, transforms("layout"))
    own = folder / name
    own.mkdir()
    (own / "host.c").write_text((WRITTEN / "host.c").read_text())
    (own / "kernel.cl").write_text((WRITTEN / f"{name}.cl").read_text())
    project = open_project([str(own)], Choices(target="pocl-cpu"))
    return rewritten(project, transforms("layout{choose=continuous}"))


def tried(name: str, folder: Path) -> list[Mutant]:
    found = list(program(name, folder).mutants())
    assert len(found) >= 60
    return [each for each in found if str(each) not in EQUIVALENT][:: STEPS[name]]


@pytest.mark.parametrize("name", STEPS)
def test_the_plans_own_text_is_as_declared(name: str, folder: Path) -> None:
    found = program(name, folder)
    assert found.by is not None
    assert [found.said(path, found.texts[path]) for path in found.kernels] == [None]


@pytest.mark.parametrize("name", STEPS)
def test_mistakes_are_found(name: str, folder: Path) -> None:
    said = {str(each): program(name, folder).judged(each) for each in tried(name, folder)}
    assert [mutant for mutant, found in said.items() if found is None] == []
    assert sum(not str(found).startswith(UNREAD) for found in said.values()) >= 3


def test_mistakes_of_all_kinds_are_made(folder: Path) -> None:
    kinds = Counter(
        m.kind for path in WRITTEN.glob("*.cl") for m in program(path.stem, folder).mutants()
    )
    assert kinds.keys() >= KINDS
    assert kinds.total() >= 360


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [
        ("neighbours", "own - other", "other - own"),
        ("neighbours", "d - third", "third - d"),
        ("neighbours", "row, first,", "row, second,"),
        ("reduction", "where[64]", "where[32]"),
        ("states", "float low, high", "float high, low"),
        ("cross", "sum = 0.0f", "sum = 0.0"),
    ],
)
def test_one_mistake(name: str, was: str, now: str, folder: Path) -> None:
    found = program(name, folder)
    text = found.texts["kernel.cl"].decode()
    assert text.count(was) == 1
    assert found.said("kernel.cl", text.replace(was, now).encode()) is not None
