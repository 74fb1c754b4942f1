"""What ppcl makes of a program: each verdict for each target, and hashes of what is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.stated import Stated
from ppcl.backend.emit import emit
from ppcl.diag import PpclError, Remark
from ppcl.driver.compile import READING, Compiled, Emitter, transformed
from ppcl.driver.reports.measured import short_hash, text_hash
from ppcl.driver.sources.project import Choices, Project, open_project
from ppcl.driver.sources.read import ANY_TARGET, read_program
from ppcl.targets import catalogue, load
from ppcl.transform.contract import AnyTransform
from ppcl.transform.passes import transforms
from ppcl.transform.trial import Units
from tests.ledger.kept import AS_C, FOLDER, UNCHANGED

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = {path.parent.name: path.parent for path in sorted(ROOT.glob("samples/*/ppcl.toml"))}
# Programs of which only the C of their kernels is measured.
FOR_C = {"shapes": ROOT / "tests" / "shapes"}
PROGRAMS = {**SAMPLES, **FOR_C}
TARGETS = [target.name for target in catalogue()]
# What is shown of passes that run when they are named, and for which targets: those that are timed.
NAMED = ("coarsen", "vectorize")
TIMED = ("pocl-cpu", "intel-opencl-cpu", "nvidia-gpu")
HEAD = "# What ppcl makes of {}. Written by `make ledger`; docs/ledger.md says how to read it.\n"

# What was read: the texts, the named numbers that were taken for unknown, what was stated.
Key = tuple[tuple[tuple[str, bytes], ...], frozenset[str], Stated]


@dataclass(frozen=True)
class Reader:
    """Reads a program once for each text that it has, whatever the target."""

    project: Project
    read: dict[Key, Facts] = field(default_factory=dict)

    def facts(
        self,
        target: str,
        texts: Mapping[str, bytes] | None = None,
        unknown: frozenset[str] = frozenset(),
        parsed: Units | None = None,
        stated: Stated | None = None,
    ) -> Facts:
        given = self.project if stated is None else replace(self.project, stated=stated)
        key = (tuple(sorted((texts or {}).items())), unknown, given.stated)
        if key not in self.read:
            self.read[key] = read_program(given, load(ANY_TARGET), texts, parsed, unknown)
        return replace(self.read[key], target=load(target))

    def compiled(
        self, target: str, passes: Sequence[AnyTransform] = (), emitter: Emitter | None = None
    ) -> Compiled:
        before = self.facts(target)
        reread = partial(self.facts, target)
        return transformed(self.project, before, passes, reread, emitter)


@dataclass(frozen=True)
class Ledger:
    """The ledger of a program as it should be."""

    name: str

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.txt"

    @cached_property
    def text(self) -> str:
        """All of its lines."""
        folder = PROGRAMS[self.name]
        lines = entries(Reader(open_project([str(folder)], Choices())), self.name in SAMPLES)
        return HEAD.format(folder.relative_to(ROOT)) + "".join(f"{line}\n" for line in lines)


def entries(reader: Reader, passes: bool) -> Iterator[str]:
    """All lines on a program: on its reading, on each target, on its kernels as C."""
    yield from _verdicts("all", reader.compiled(ANY_TARGET), True)
    for target in TARGETS if passes else ():
        compiled = reader.compiled(target, transforms())
        yield from _verdicts(target, compiled)
        yield _text(target, compiled, _changed_files(compiled))
    for target, name in product(TIMED, NAMED if passes else ()):
        compiled = reader.compiled(target, transforms(name))
        yield from _verdicts(target, compiled)
        yield _line(target, name, f"text {text_hash(compiled)}  {_changed_files(compiled)}")
    try:
        compiled = reader.compiled(ANY_TARGET, (), emit)
    except PpclError as error:
        yield _line(AS_C, "emit", f"refused: {error}")
        return
    yield from _verdicts(AS_C, compiled)
    yield _text(AS_C, compiled, "the kernels")


def _line(target: str, what: str, text: str) -> str:
    return f"{target:<17}{what:<7} {text}"


def _text(target: str, compiled: Compiled, files: str) -> str:
    return _line(target, "text", f"{text_hash(compiled)}  {files}")


def _verdicts(target: str, compiled: Compiled, reading: bool = False) -> Iterator[str]:
    """What was said while the program was read, or else by all passes."""
    for result in compiled.passes:
        if (result.name == READING) == reading:
            for remark in result.remarks:
                yield _line(target, "reading" if reading else result.name, _said(remark))


def _said(remark: Remark) -> str:
    place = f" ({remark.location})" if remark.location else ""
    return f"{remark.code} {remark.kind:<8} {remark.message}{place}"


def _changed_files(compiled: Compiled) -> str:
    data = {path: compiled.results[path].data for path in compiled.changed}
    files = (f"{path} {short_hash({path: text})}" for path, text in data.items())
    return ", ".join(files) or UNCHANGED
