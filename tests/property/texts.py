"""A generated program as files, with the commands that build and run it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.property.host_arrays import arrays
from tests.property.host_text import host_text
from tests.property.kernel_text import kernel_text
from tests.property.model import Program
from tests.property.walk import run_time_sizes

# Words of the printers' own that a suffix renames too.
_WORDS = ("acc", "rows", "columns", "mode", "i", "j", "c", "tile", "queue", "context")


@dataclass(frozen=True)
class Way:
    """What ppcl is told to do: passes (None for the default), what is decided of sites, and for
    which target (None for each that the hunt is for)."""

    passes: str | None = None
    decided: Mapping[str, str] = field(default_factory=dict)
    target: str | None = None

    def __str__(self) -> str:
        said = "-".join(f"{key.partition(':')[2]}.{choice}" for key, choice in self.decided.items())
        return "-".join(each for each in (self.passes, said) if each).replace(",", "+")


@dataclass(frozen=True)
class Texts:
    """Files by name; `runs` are command lines; `outputs` the buffers that a run writes to files
    `NAME.bin`, with the bytes of an element. ppcl is given `defines`, which stand in the build line
    too; `rebuilds` are other build lines, with other numbers for what the host may be given. Each
    of `ways` makes a version of the program."""

    files: Mapping[str, str]
    build: str
    runs: tuple[str, ...]
    outputs: Mapping[str, int]
    defines: tuple[str, ...] = ()
    rebuilds: tuple[str, ...] = ()
    ways: tuple[Way, ...] = (Way(),)

    def write(self, folder: Path) -> Path:
        """Write the files to a new folder."""
        folder.mkdir(parents=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, newline="")
        return folder


def texts_of(program: Program) -> Texts:
    """Print a program."""
    cplusplus = program.host.cplusplus
    name = "host.cpp" if cplusplus else "host.c"
    compiler = "c++ -std=c++14" if cplusplus else "cc -std=gnu99"
    files = {name: host_text(program)}
    if not program.host.embedded:
        files["kernel.cl"] = kernel_text(program)
    runs = ["./host"]
    if run_time_sizes(program):
        runs.append(f"./host {program.columns + 2} {program.rows // 2 + 1}")
    build = f"{compiler} -O0 -g -w %s{name} -o host -lOpenCL"
    given, rebuilt = (_defines(n) for n in (program.wording.given, program.wording.rebuilt))
    return Texts(
        {path: _renamed(program, text) for path, text in files.items()},
        build % "".join(f"-D{each} " for each in given),
        tuple(runs),
        {array.name: array.width for array in arrays(program) if array.read},
        given,
        tuple(build % f"-D{each} " for each in rebuilt),
    )


def _defines(columns: int | None) -> tuple[str, ...]:
    """A number of columns as the build gives it."""
    return (f"COLUMNS={columns}",) if columns is not None else ()


def _renamed(program: Program, text: str) -> str:
    """The text with a suffix on the names that the author chose."""
    if not program.style.suffix:
        return text
    names = [*_WORDS, *(t.name for t in program.tables), *(k.name for k in program.kernels)]
    pattern = re.compile(rf"\b({'|'.join(names)})\b(?!\.bin)")
    return pattern.sub(rf"\1{program.style.suffix}", text)
