"""What `ppcl compile` does, short of showing and writing: read, transform, sum up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.text import is_made_text
from ppcl.analysis.reading.stated import Stated
from ppcl.diag import Code, Remark
from ppcl.diag.codes import CODES
from ppcl.driver.graph.listing import graph_remarks
from ppcl.driver.paths import is_inside
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.driver.tune.taken import figures, tuned_devices, with_tuned
from ppcl.frontend import is_binding
from ppcl.source import SourceFile, unified_diff
from ppcl.targets import Target
from ppcl.transform.choosing.chooser import site_texts
from ppcl.transform.contract import AnyTransform
from ppcl.transform.engine import PassResult, run_transforms
from ppcl.transform.manifest import Manifest, manifest_of
from ppcl.transform.trial import Reread, Units

READING = "analysis"
EMITTING = "c"
TUNING = "tuning"
_STALE = "PPC031"  # a decision is of another text
# Makes files of a program, by path in its folder, and remarks on them: `ppcl.backend.emit.emit`,
# which is handed in because it takes a tenth of a second to load.
Emitter = Callable[[Facts], tuple[Mapping[str, bytes], tuple[Remark, ...]]]


@dataclass(frozen=True)
class Compiled:
    """A program before and after. `files` and `results` go by path in the program's folder.

    `inputs` are all of the user's files that were read, those outside the folder too. `passes`
    begins with the remarks of the analysis; `defects` are internal checks that failed. `before`
    is what is known of the program as it was; `generated` are the files of
    `--emit c`; `manifest` says how a run of the new one may differ.
    """

    project: Project
    target: str
    files: Mapping[str, SourceFile]
    results: Mapping[str, SourceFile]
    inputs: tuple[str, ...]
    passes: tuple[PassResult, ...]
    defects: tuple[Remark, ...]
    before: Facts | None = None
    generated: Mapping[str, bytes] = field(default_factory=dict)
    manifest: Manifest = field(default_factory=Manifest)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The remarks of all passes."""
        return tuple(remark for each in self.passes for remark in each.remarks)

    @property
    def codes(self) -> Mapping[str, Code]:
        """What the codes of the remarks mean."""
        found: dict[str, Code] = {}
        for each in self.passes:
            found |= each.codes
        return {**found, **CODES}

    @property
    def changed(self) -> tuple[str, ...]:
        """The files that are new or differ, in the order of their names."""
        return tuple(path for path in sorted(self.results) if self.is_changed(path))

    @property
    def differing(self) -> tuple[str, ...]:
        """What a build sees of it: the changed files, and the folder of generated ones."""
        folders = dict.fromkeys(f"{path.split('/')[0]}/" for path in sorted(self.generated))
        return (*self.changed, *folders)

    def is_changed(self, path: str) -> bool:
        """Whether a file is new or differs."""
        return path not in self.files or self.files[path].data != self.results[path].data

    def diff(self) -> str:
        """All changes as one unified diff; bytes that are not UTF-8 are surrogates."""
        return "".join(
            unified_diff(self.files.get(path), self.results[path]) for path in self.changed
        )


def compile_program(
    project: Project, transforms: Sequence[AnyTransform], emitter: Emitter | None = None
) -> Compiled:
    """Read a program and run transformations on it, in memory; an `emitter` makes more of it."""
    target = target_of(project)
    emit = EMITTING if emitter is not None else "opencl"
    devices = tuned_devices(project, target.name, emit)
    project = replace(project, own_devices=emitter is not None)
    before = read_program(project, target)
    project, said = with_tuned(project, devices, partial(site_texts, transforms, before))
    compiled = transformed(project, before, transforms, rereading(project, target), emitter)
    stale = any(remark.code == _STALE for remark in compiled.remarks)
    if transforms and not stale:
        done = sum(len(each.applied) for each in compiled.passes)
        said += tuple(figures(project, devices, done))
    measured = (PassResult(TUNING, said),) if said else ()
    return replace(compiled, passes=(*compiled.passes, *measured))


def rereading(project: Project, target: Target) -> Reread:
    """How the engine reads a project's program again."""

    def reread(
        texts: Mapping[str, bytes],
        unknown: frozenset[str] = frozenset(),
        parsed: Units | None = None,
        stated: Stated | None = None,
    ) -> Facts:
        given = project if stated is None else replace(project, stated=stated)
        return read_program(given, target, texts, parsed, unknown)

    return reread


def transformed(
    project: Project,
    before: Facts,
    transforms: Sequence[AnyTransform],
    reread: Reread,
    emitter: Emitter | None = None,
) -> Compiled:
    """Run transformations on a program that was read for the target that it names; `emitter` as in
    `compile_program`."""
    outcome = run_transforms(transforms, before, reread, project.decisions)
    files, remarks = emitter(outcome.facts) if emitter is not None else ({}, ())
    last = (PassResult(EMITTING, remarks),) if emitter is not None else ()
    found = PassResult(READING, (*_assumptions(before), *graph_remarks(before)))
    return Compiled(
        project,
        before.target.name,
        _own(before.files),
        _own(outcome.facts.files),
        tuple(path for path in before.files if not (is_made_text(path) or is_binding(path))),
        (found, *outcome.passes, *last),
        outcome.defects,
        before,
        files,
        manifest_of(before, outcome.changes),
    )


def _own(files: Mapping[str, SourceFile]) -> dict[str, SourceFile]:
    """The files in the program's folder: others are neither changed nor copied."""
    return {path: source for path, source in files.items() if is_inside(path)}


def _assumptions(facts: Facts) -> list[Remark]:
    return [
        Remark("analysis", "PPC005", f"assumed, not proved: {words}")
        for words in facts.assumed.words()
    ]
