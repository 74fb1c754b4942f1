"""The ten rewritten programs in which mistakes are made: samples, twins of the cases, and one
that the hunt could draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cases.twins import BASE, Twin, read_twins
from tests.property.model import Exchange, Kernel, Program, RowLoop, Table, Wording
from tests.property.texts import texts_of

ROOT = Path(__file__).resolve().parents[2]
_LAYOUT = ROOT / "tests" / "cases" / "layout"
_TWINS = ("base", "fill_in_function", "check_reads_the_array")
# One buffer is changed by its indices, one by its transfers; with barriers, and effects in values.
_TABLES = (Table("t0", "uint"), Table("t1", "uint", dumped=True))
_TURNS = Kernel("ka", body=(RowLoop("t0"), Exchange(1)), guard="masked", local=(8,))
_ADDS = Kernel("kb", body=(RowLoop("t1"),), adds=("t1",), steps=2)
_GENERATED = Program(_TABLES, (_TURNS, _ADDS), wording=Wording(value="counted"))
_RECIPE = """\
[program]
sources = ["host.c", "kernel.cl"]
[build]
command = "cc -g -O1 -std=gnu99 -w host.c -o host -lOpenCL"
[run]
command = "./host"
small = "./host 9 4"
"""


@dataclass(frozen=True)
class Subject:
    """A program: its folder, the target that it is rewritten for, and the command lines that a
    mistake may show with; its own comes first."""

    name: str
    folder: Path
    target: str
    commands: tuple[str, ...]


def subjects(scratch: Path) -> Iterator[Subject]:
    """All ten; twins are written to `scratch`."""
    sizes = ("./kmeans -n 1500 -r 2", "./md -n 700 -r 2", "./sgemm -n 33 -k 48 -r 2")
    runs = (*sizes, "./spmv -n 700 -r 2", "./lbm -n 40 -r 3")
    for command in runs:
        name = command.partition(" ")[0].removeprefix("./")
        small = {"kmeans": "-n 512 -r 1", "md": "-n 256 -r 1", "sgemm": "-n 20 -k 24 -r 1"}
        other = small.get(name, "-n 500 -r 1" if name == "spmv" else "-n 32 -r 2")
        target = "intel-cpu" if name == "lbm" else "pocl-cpu"
        yield Subject(name, ROOT / "samples" / name, target, (command, f"./{name} {other}"))
    shuffled = ROOT / "tests" / "cases" / "verify" / "shuffled"
    yield Subject("shuffled", shuffled, "nvidia-gpu", ("./host 30 7", "./host 9 4", "./host 64 3"))
    yield Subject("generated", _generated(scratch), "pocl-cpu", ("./host", "./host 24 3"))
    commands = ("./host 300 7", "./host 64 3", "./host 129 20")
    for twin in (BASE, *read_twins(_LAYOUT / "twins.toml")):
        if twin.name in _TWINS:
            yield Subject(twin.name, _written(twin, scratch), "pocl-cpu", commands)


def _generated(scratch: Path) -> Path:
    folder = texts_of(_GENERATED).write(scratch / "generated")
    (folder / "ppcl.toml").write_text(_RECIPE)
    return folder


def _written(twin: Twin, scratch: Path) -> Path:
    folder = scratch / twin.name
    folder.mkdir()
    for name, data in twin.texts(_LAYOUT).items():
        (folder / name).write_bytes(data)
    (folder / "ppcl.toml").write_text(_RECIPE)
    return folder
