"""What ppcl makes of a sample: each verdict for each target, and hashes of what is written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.backend.emit import emit
from ppcl.diag import PpclError, Remark
from ppcl.driver.compile import READING, Compiled, transformed
from ppcl.driver.measured import fingerprint, outcome
from ppcl.driver.project import Choices, Project, open_project
from ppcl.driver.read import ANY_TARGET, read_program
from ppcl.source import SourceFile
from ppcl.targets import catalogue, load
from ppcl.transform.passes import transforms

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent
NAMES = sorted(path.parent.name for path in ROOT.glob("samples/*/ppcl.toml"))
TARGETS = [target.name for target in catalogue()]
HEAD = """\
# What ppcl makes of samples/{name}. Written by `make ledger`; docs/ledger.md says how to read it.
"""
AS_C = "c"
TEXT = "text"
DIGITS = 8


@dataclass
class Reader:
    """Reads a program once for each text that it has, whatever the target."""

    project: Project
    read: dict[tuple[tuple[str, bytes], ...], Facts] = field(default_factory=dict)

    def facts(self, target: str, texts: Mapping[str, bytes] | None = None) -> Facts:
        key = tuple(sorted((texts or {}).items()))
        if key not in self.read:
            self.read[key] = read_program(self.project, load(ANY_TARGET), texts)
        return replace(self.read[key], target=load(target))

    def compiled(self, target: str) -> Compiled:
        before = self.facts(target)
        return transformed(
            self.project, before, transforms(), lambda texts: self.facts(target, texts)
        )


def path_of(name: str) -> Path:
    """Where the ledger of a sample is kept."""
    return FOLDER / f"{name}.txt"


def written(name: str) -> str:
    """The ledger of a sample as it should be."""
    return HEAD.format(name=name) + "".join(f"{line}\n" for line in entries(name))


def entries(name: str) -> Iterator[str]:
    """All lines on a sample: on its reading, on each target, on its kernels as C."""
    reader = Reader(open_project([str(ROOT / "samples" / name)], Choices()))
    compiled = {target: reader.compiled(target) for target in TARGETS}
    yield from _verdicts("all", compiled[ANY_TARGET], READING)
    for target, found in compiled.items():
        yield from _verdicts(target, found)
        yield _line(target, TEXT, f"{short(outcome(found))}  {_changed_files(found)}")
    yield from _kernels_as_c(reader.facts(ANY_TARGET))


def short(digest: str) -> str:
    """As much of a hash as tells texts apart."""
    return digest[:DIGITS]


def _line(target: str, what: str, text: str) -> str:
    return f"{target:<17}{what:<8}{text}"


def _verdicts(target: str, compiled: Compiled, only: str | None = None) -> Iterator[str]:
    """The remarks of a pass; without a name those of all passes, but not of the reading."""
    for result in compiled.passes:
        if result.name == only or (only is None and result.name != READING):
            for remark in result.remarks:
                yield _remark(target, result.name if only is None else "reading", remark)


def _remark(target: str, who: str, remark: Remark) -> str:
    place = f" ({remark.location})" if remark.location else ""
    return _line(target, who, f"{remark.code} {remark.kind:<8} {remark.message}{place}")


def _changed_files(compiled: Compiled) -> str:
    digests = [f"{path} {_digest(compiled.results[path].data)}" for path in compiled.changed]
    return ", ".join(digests) or "as it was"


def _digest(data: bytes) -> str:
    return short(fingerprint({"": SourceFile("", data)}))


def _kernels_as_c(facts: Facts) -> Iterator[str]:
    """Each kernel's verdict, and the hash of their C (the runtime's files are not in it)."""
    try:
        files, remarks = emit(facts)
    except PpclError as error:
        yield _line(AS_C, "emit", f"refused  {error}")
        return
    for remark in remarks:
        yield _remark(AS_C, "emit", remark)
    yield _line(AS_C, TEXT, f"{_digest(files['ppcl/kernels.c'])}  ppcl/kernels.c")
