"""One trial: the original and the rewritten program, built and run on a platform, compared."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.diag import ExitCode, PpclError
from ppcl.transform.manifest import Manifest
from ppcl.verify.claims.check import Agreement, Disagreement, check_graph
from ppcl.verify.compare import largest_difference
from ppcl.verify.execute import Completed
from ppcl.verify.findings import Finding, Tally, compare_runs
from ppcl.verify.observe import Program, Run, observe
from ppcl.verify.printed import compare_printed
from ppcl.verify.programs import Recipe, build
from ppcl.verify.recorder import EVERYTHING, Recording
from ppcl.verify.stated import check_stated
from ppcl.verify.trees import lay_out
from ppcl.verify.values import TOLERANCES, Tolerance

Progress = Callable[[str], None]
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class Limits:
    """What is compared and how closely; `timeout` in seconds for each run.

    `stdout`: what is printed is a result, all of it (True), is not compared (False), or is as far
    as two runs of the original print the same (None).
    """

    stdout: bool | None = None
    timeout: float = 300.0
    tolerances: Mapping[str, Tolerance] = field(default_factory=lambda: TOLERANCES)


@dataclass(frozen=True)
class Rewritten:
    """What a compilation made: the files that are new or changed, and what they were declared to
    change. `build` is its build line where its kernels are C; otherwise it is the original's."""

    texts: Mapping[str, bytes] = field(default_factory=dict)
    manifest: Manifest = field(default_factory=Manifest)
    build: str | None = None


@dataclass(frozen=True)
class Verdict:
    """What differed, and what was compared.

    `stable`: whether two runs of the original agreed, which is tried where something differed.
    `graph`: how the original's run compares with what ppcl claims of the program; what the graph
    does not allow is among the findings.
    """

    findings: tuple[Finding, ...]
    tally: Tally
    stable: bool | None = None
    graph: Agreement | None = None


@dataclass(frozen=True)
class Trial:
    """A program in two versions. `variables` choose the platform; `scratch` is for its folders;
    `facts` are what is known of the original, where that is to be checked as well.

    All methods raise PpclError when a build fails, a run takes too long, or nothing is recorded.
    """

    root: Path
    recipe: Recipe
    rewritten: Rewritten
    variables: Mapping[str, str]
    recorder: Path
    scratch: Path
    limits: Limits = field(default_factory=Limits)
    progress: Progress = lambda text: None
    facts: Facts | None = None

    def build(self) -> None:
        """Builds both versions by their build lines."""
        self.build_original()
        self.build_rewritten()

    def build_original(self) -> None:
        """Builds the original."""
        self._build("original", Rewritten())

    def build_rewritten(self) -> None:
        """Builds the rewritten version, anew where it was built before."""
        shutil.rmtree(self.scratch / "rewritten", ignore_errors=True)
        self._build("rewritten", self.rewritten)

    def _build(self, version: str, made: Rewritten) -> None:
        self.progress(f"building the {version} program")
        folder = lay_out(self.root, made.texts, self.scratch / version)
        try:
            build(made.build or self.recipe.build, folder, self._environment)
        except PpclError as error:
            message = f"building the {version} program: {error.message}"
            raise PpclError(message, exit_code=error.exit_code) from error

    @property
    def _environment(self) -> Mapping[str, str]:
        return {**self.variables, "PPCL_ROOT": str(self.root.resolve())}

    def program(self, version: str, command: str, extra: Mapping[str, str]) -> Program:
        """A version as it is run, with further variables."""
        return Program(
            self.scratch / version,
            command,
            {**self._environment, **extra},
            self.recorder,
            self.limits.timeout,
            self.recipe.output,
            version == "rewritten" and self.rewritten.build is not None,
        )

    def compare(self, command: str, extra: Mapping[str, str] = _NOTHING) -> Verdict:
        """Runs both by a command line and compares what the host sees."""
        before = self.program("original", command, extra)
        old = self._run(before, "original")
        if old.completed.status != 0:
            completed = old.completed
            raise _failed(f"'{command}' {completed.ending}: {completed.reason}")
        if not old.launches:
            raise _failed(f"nothing recorded: '{command}' launched no kernel that was seen")
        new = self._run(self.program("rewritten", command, extra), "rewritten")
        as_c = self.rewritten.build is not None
        findings, tally = self._differences(self.rewritten.manifest, old, new, as_c)
        close = not findings and not tally.exact
        findings += self._printed(before, old, new, tally, close)
        if not findings:
            self._require_enough(command, tally, old)
        stable = self._agrees_with_itself(before, old) if findings else None
        graph = check_graph(self.facts, old.processes) if self.facts is not None else None
        wrong = [Finding("graph", each.message, each.place) for each in _claimed(graph)]
        others = check_stated(self.facts, old.processes) if self.facts is not None else ()
        return Verdict((*others, *findings, *wrong), tally, stable, graph)

    def _agrees_with_itself(self, program: Program, old: Run) -> bool:
        again = self._run(program, "original")
        same = again.completed.stdout == old.completed.stdout or not self.limits.stdout
        return same and not self._differences(self.rewritten.manifest.unchanged, old, again)[0]

    def _printed(
        self, program: Program, old: Run, new: Run, tally: Tally, close: bool
    ) -> Iterator[Finding]:
        """What is printed, of the original as `program` prints it. Kernels that are C run on a
        device of another name, and where reads are `close` only numbers may show it."""
        result = self.limits.stdout
        if result is False or (result is None and self.rewritten.build is not None):
            return
        again = None if result else lambda clock: self._again(program, clock).completed.stdout
        printed = compare_printed(old.completed.stdout, new.completed.stdout, again)
        tally.notes += [printed.note] if printed.note else []
        if printed.differs is None:
            return
        line = printed.differs
        message = f"line {line.number} of what it prints is {line.after!r}, not {line.before!r}"
        if result or not close:
            yield Finding(
                "stdout", message, index=line.number, before=line.before, after=line.after
            )
        else:
            tally.notes.append(f"{message}, as may be where reads are not the same bits")

    def _require_enough(self, command: str, tally: Tally, old: Run) -> None:
        """Equal is only what was compared."""
        if self.limits.stdout or old.result is not None:
            return
        if tally.skipped:
            raise _failed(f"not all was compared ({tally.notes[-1]}); --stdout compares more")
        if not tally.plain + tally.turned:
            message = f"nothing to compare: '{command}' reads no buffer that was seen"
            raise _failed(f"{message}; --stdout compares what it prints")

    def _again(self, program: Program, clock: int) -> Run:
        return self._run(program, "original", Recording(clock=clock))

    def _run(self, program: Program, version: str, wanted: Recording = EVERYTHING) -> Run:
        self.progress(f"running the {version} program")
        try:
            return observe(program, wanted)
        except PpclError as error:
            message = f"the {version} program: {error.message}"
            raise PpclError(message, exit_code=error.exit_code) from error

    def _differences(
        self, manifest: Manifest, old: Run, new: Run, other_device: bool = False
    ) -> tuple[list[Finding], Tally]:
        how = (self.limits.tolerances, other_device)
        found, tally = compare_runs(old.processes, new.processes, manifest, *how)
        found += _outcome(old.completed, new.completed)
        found += _result(self.recipe, old, new)
        tally.unaided = bool(tally.plain or self.limits.stdout or old.result is not None)
        return found, tally


def _claimed(graph: Agreement | None) -> Iterable[Disagreement]:
    """What the graph does not allow, each once."""
    return dict.fromkeys(graph.disagreements) if graph is not None else ()


def _outcome(old: Completed, new: Completed) -> Iterator[Finding]:
    if old.status != new.status:
        message = f"the rewritten program {new.ending}, the original {old.ending}: {new.reason}"
        yield Finding("status", message, before=str(old.status), after=str(new.status))


def _result(recipe: Recipe, old: Run, new: Run) -> Iterator[Finding]:
    """The raw result that the program writes, by its own tolerance."""
    if old.result is None and new.result is None:
        return
    difference = largest_difference(old.result or b"", new.result or b"", recipe.element)
    if difference > recipe.tolerance:
        message = f"the result that it writes differs by {difference:.3g} (relatively)"
        yield Finding("output", f"{message}, more than {recipe.tolerance:g}")


def _failed(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
