"""Puts a generated program through ppcl for every target, and runs what comes out.

For each different outcome the program is built and run before and after, and what both print and
write must be the same bytes. What the original does must be what the graph of it says.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.diag import PpclError
from ppcl.driver.compile import Compiled, compile_program
from ppcl.driver.graph.listing import graph_remarks
from ppcl.driver.output import mirrored, write_files
from ppcl.driver.sources.project import Choices, Project, open_project
from ppcl.targets import Target, load
from ppcl.transform.choosing.decisions import Decision, Decisions
from ppcl.transform.passes import transforms
from ppcl.verify import oclgrind
from ppcl.verify.claims.check import check_graph
from ppcl.verify.execute import Completed, execute
from ppcl.verify.log import Process
from ppcl.verify.observe import Program, observe
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.recorder import build_recorder
from tests.property.texts import Texts, Way
from tests.reading import Readings

SECONDS = 120.0
LOG = "oclgrind.log"
# How often a program is run again before what it computes is believed to be its own, as a runtime
# may compile it wrongly: pocl 3.1 leaves variables unset behind some conditional barriers.
AGAIN = 6
# Remarks on what was noticed in reading that are no sign of something not followed.
_NOT_FOLLOWED = ("PPC101", "PPC102", "PPC103", "PPC104", "PPC105", "PPC106", "PPC110", "PPC127")

Result = tuple[int, str, tuple[bytes, ...]]
# By the names of the platform and the run.
Results = dict[tuple[str, str], Result]


class Wrong(AssertionError):
    """What ppcl did to a program is wrong, or could not be checked: why, and the program."""

    def __init__(self, reason: str, texts: Texts) -> None:
        super().__init__(reason)
        self.texts = texts


@dataclass(frozen=True)
class Lab:
    """Where programs are built and run, and for which targets they are compiled.

    `scratch` is emptied after each program, but for what the platforms keep there. `turn` counts
    programs, so that what takes turns does. With `oclgrind`, its library, all runs but the first of
    a program that is rewritten are under Oclgrind, which starts sooner, and finds races and steps
    out of bounds.
    """

    scratch: Path
    loader: Loader
    platforms: tuple[Platform, ...]
    targets: tuple[str, ...]
    turn: int = 0
    oclgrind: Path | None = None

    def variables(self, platform: Platform, itself: bool = True) -> Mapping[str, str]:
        """The variables with which a program runs on a platform, or in place of it."""
        found = environment(platform, self.loader, self.scratch)
        checked = {} if itself or not self.oclgrind else oclgrind.variables(self.oclgrind, LOG)
        return {**found, **checked}


@dataclass
class Tally:
    """What was seen: programs, those rewritten, by pass and its way to do it on any target, and by
    target; refusals by code; by platform, runs of programs that it does not run twice alike; facts
    of the graph that runs agree with, and by kind those that none tells of; how often a rewritten
    version stopped a build by a line that ppcl was not told of; by what is unusual in them, the
    programs drawn and those rewritten; seconds by part."""

    programs: int = 0
    rewritten: int = 0
    runs: int = 0
    variants: int = 0
    agreed: int = 0
    stopped: int = 0
    by_pass: Counter[str] = field(default_factory=Counter)
    by_target: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    not_followed: Counter[str] = field(default_factory=Counter)
    unsteady: Counter[str] = field(default_factory=Counter)
    not_told: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    drawn_rewritten: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)

    def spent(self, part: str, seconds: float) -> None:
        """Add to the seconds of a part."""
        self.seconds[part] = self.seconds.get(part, 0.0) + seconds

    def add(self, other: "Tally") -> None:
        """Add what another one saw."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            elif isinstance(value, dict):
                for part, seconds in value.items():
                    self.spent(part, seconds)
            else:
                setattr(self, name, getattr(self, name) + value)


def steady(run: Callable[[], Result]) -> bool:
    """Whether a program computes the same each time."""
    expected = run()
    return all(run() == expected for _ in range(AGAIN))


def outcome(texts: Texts, folder: Path, run: Callable[[], Completed]) -> Result:
    """What a run in a folder gives, with the files that it writes anew."""
    paths = [folder / f"{name}.bin" for name in texts.outputs]
    for path in (*paths, folder / LOG):
        path.unlink(missing_ok=True)
    done = run()
    data = tuple(path.read_bytes() if path.exists() else b"" for path in paths)
    return done.status, done.stdout, data


def check(texts: Texts, lab: Lab) -> tuple[Tally, Results]:
    """Check a program; what was seen, and the original's results.

    Raises Wrong.
    """
    with tempfile.TemporaryDirectory(dir=lab.scratch, prefix="program-") as folder:
        return _Check(texts, lab, Path(folder)).run()


@dataclass(frozen=True)
class _Check:
    texts: Texts
    lab: Lab
    folder: Path
    tally: Tally = field(default_factory=lambda: Tally(programs=1))
    read: Readings = field(default_factory=Readings)

    def run(self) -> tuple[Tally, Results]:
        start = time.perf_counter()
        before = self.texts.write(self.folder / "before")
        read = self._read(before)
        outcomes: dict[tuple[bytes, ...], Compiled] = {}
        ways: dict[tuple[bytes, ...], Way] = {}
        for name in self.lab.targets:
            for way in self.texts.ways:
                compiled = self._outcome(read, load(way.target or name), way)
                outcomes.setdefault(_bytes_of(compiled), compiled)
                ways.setdefault(_bytes_of(compiled), way)
        rewritten = {key: each for key, each in outcomes.items() if each.changed}
        self.tally.rewritten += bool(rewritten)
        self.tally.by_pass.update(
            {way for compiled in outcomes.values() for way in _ways(compiled)}
        )
        afters = [self._written(each, ways[key]) for key, each in rewritten.items()]
        self.tally.spent("ppcl", time.perf_counter() - start)
        for folder in (before, *afters):
            self._build(folder)
        assert read.before is not None
        results = self._compared(before, afters, self._hold_against(read.before, before, afters))
        for build in self.texts.rebuilds:
            others = replace(self.texts, build=build)
            _Check(others, self.lab, self.folder, self.tally, self.read).rebuilt(before, afters)
        return self.tally, results

    def _read(self, before: Path) -> Compiled:
        """The program as ppcl reads it; with no pass, it stays as it is."""
        compiled = self._compiled(before, self.lab.targets[0], Way("none"))
        if compiled.changed:
            self._fail("--passes none changes the program")
        facts = compiled.before
        assert facts is not None
        complete = facts.host.complete and all(k.complete for k in facts.kernels.values())
        reasons = {r.code for r in graph_remarks(facts) if r.code in _NOT_FOLLOWED}
        self.tally.not_followed.update(reasons or ({"incomplete"} if not complete else ()))
        return compiled

    def _outcome(self, read: Compiled, target: Target, way: Way) -> Compiled:
        """The program compiled for a target in a way; no text is read twice."""
        assert read.before is not None
        project = replace(read.project, decisions=decisions_of(way))
        compiled = self.read.compiled(project, read.before, target, transforms(way.passes))
        if compiled.defects:
            self._fail(f"{target.name} {way}: {compiled.defects[0].message}")
        self._count(compiled)
        return compiled

    def _count(self, compiled: Compiled) -> None:
        for each in compiled.passes:
            self.tally.by_target[compiled.target] += bool(each.applied)
            refused = {r.code for r in each.remarks if r.kind == "missed"}
            self.tally.refusals.update(refused)

    def _written(self, compiled: Compiled, way: Way) -> Path:
        """The program as it is written for a target; compiled again, it stays as it is."""
        after = self.folder / "-".join(filter(None, ("after", compiled.target, str(way))))
        write_files(mirrored(compiled, after))
        if self._compiled(after, compiled.target, way).changed:
            self._fail(f"{compiled.target}: ppcl changes its own output")
        return after

    def _compiled(self, folder: Path, target: str, way: Way) -> Compiled:
        decisions = decisions_of(way)
        choices = Choices(target=target, define=self.texts.defines, decisions=decisions)
        project: Project = open_project([str(folder)], choices)
        try:
            compiled = compile_program(project, transforms(way.passes))
        except PpclError as error:
            raise Wrong(f"{target}: {error}", self.texts) from error
        if compiled.defects:
            self._fail(f"{target}: {compiled.defects[0].message}")
        return compiled

    def rebuilt(self, before: Path, afters: Sequence[Path]) -> None:
        """Built by another line than ppcl was told of, a rewritten version must give what the
        original gives, or stop the build by a check."""
        kept = []
        for after in afters:
            done = self._execute("build", self.texts.build, after, self._variables)
            stops = done.status != 0 and "rewritten by ppcl" in done.stderr.replace("_", " ")
            self.tally.stopped += stops
            kept += [] if stops else [after]
        if kept:
            self._build(before)
            self._compared(before, kept, {})

    def _compared(self, before: Path, afters: Sequence[Path], known: Results) -> Results:
        """The original's results, some of them known, after each rewritten version gave the same;
        without those that a platform does not give twice."""
        results = {}
        for platform in self.lab.platforms:
            for command in self.texts.runs:
                itself = self._on_itself(command, afters)
                run = _run_of(platform, command, itself)
                again = partial(self._result, before, command, platform, itself)
                expected = known[run] if run in known else again()
                reason = self._reason(expected, afters, command, platform)
                if reason is None:
                    results[run] = expected
                elif steady(again):
                    self._fail(reason)
                else:
                    self.tally.unsteady[platform.name] += 1
        return results

    def _on_itself(self, command: str, afters: Sequence[Path]) -> bool:
        """Whether a run is on the platform itself: there is something to compare, and it is the
        first; or nothing could take its place."""
        first = command == self.texts.runs[0]
        return (first and bool(afters)) or self.lab.oclgrind is None

    def _hold_against(self, facts: Facts, folder: Path, afters: Sequence[Path]) -> Results:
        """What the original does, by one run of it, must be allowed by its graph; what it gives."""
        platform, command = self.lab.platforms[0], self.texts.runs[0]
        itself = self._on_itself(command, afters)
        recorder = build_recorder(self.lab.scratch)
        seen: list[Process] = []

        def recorded() -> Completed:
            variables = self.lab.variables(platform, itself)
            run = observe(Program(folder, command, variables, recorder, SECONDS))
            seen.extend(run.processes)
            self.tally.spent("recorded run", run.completed.seconds)
            return run.completed

        try:
            result = outcome(self.texts, folder, recorded)
        except PpclError as error:
            raise Wrong(f"recorded run: {error.message}", self.texts) from error
        graph = check_graph(facts, seen)
        self.tally.agreed += graph.agreed
        self.tally.not_told.update(graph.open)
        for each in graph.disagreements:
            self._fail(f"the graph: {each.message} ({each.place})")
        self._require_clean(folder, command)
        return {_run_of(platform, command, itself): result}

    def _reason(
        self, expected: Result, afters: Sequence[Path], command: str, platform: Platform
    ) -> str | None:
        """What is wrong with the results of a run, if anything."""
        if expected[0] != 0 or not expected[1]:
            return f"{platform.name}: the program itself fails: {expected[:2]}"
        for after in afters:
            itself = self._on_itself(command, afters)
            found = self._result(after, command, platform, itself)
            if found != expected:
                where = self._difference(expected, found)
                return f"{after.name} on {platform.name}, {command}: {where}"
        return None

    @property
    def _variables(self) -> Mapping[str, str]:
        return self.lab.variables(self.lab.platforms[0])

    def _build(self, folder: Path) -> None:
        done = self._execute("build", self.texts.build, folder, self._variables)
        if done.status != 0:
            self._fail(f"{folder.name} does not build: {done.reason}")

    def _result(self, folder: Path, command: str, platform: Platform, itself: bool) -> Result:
        self.tally.runs += 1
        variables = self.lab.variables(platform, itself)
        run = partial(self._execute, "run", command, folder, variables)
        result = outcome(self.texts, folder, run)
        self._require_clean(folder, command)
        return result

    def _require_clean(self, folder: Path, command: str) -> None:
        log = folder / LOG
        if log.exists() and log.read_text():
            self._fail(f"{folder.name}, {command}: Oclgrind: {log.read_text()}")

    def _execute(
        self, part: str, command: str, folder: Path, variables: Mapping[str, str]
    ) -> Completed:
        try:
            done = execute(command, folder, variables, SECONDS)
        except PpclError as error:
            raise Wrong(f"{folder.name}: {error.message}", self.texts) from error
        self.tally.spent(part, done.seconds)
        return done

    def _difference(self, expected: Result, found: Result) -> str:
        if expected[0] != found[0]:
            return f"exit status {found[0]}, not {expected[0]}"
        for (name, width), *both in zip(
            self.texts.outputs.items(), expected[2], found[2], strict=True
        ):
            for at in range(0, max(map(len, both)), width):
                old, new = (data[at : at + width].hex() for data in both)
                if old != new:
                    return f"element {at // width} of '{name}' is {new}, not {old}"
        return f"it prints {found[1]!r}, not {expected[1]!r}"

    def _fail(self, reason: str) -> None:
        raise Wrong(reason, self.texts)


def decisions_of(way: Way) -> Decisions:
    """What is decided of sites."""
    return {key: Decision(choice) for key, choice in way.decided.items()}


def _run_of(platform: Platform, command: str, itself: bool) -> tuple[str, str]:
    return (platform.name if itself else f"Oclgrind for {platform.name}", command)


def _ways(compiled: Compiled) -> set[str]:
    """The passes that rewrote something, and how."""
    return {
        f"{each.name}, {_way(done.remark.message)}" if each.name == "layout" else each.name
        for each in compiled.passes
        for done in each.applied
    }


def _way(message: str) -> str:
    return "transfers" if "transfers shuffle" in message else "indices"


def _bytes_of(compiled: Compiled) -> tuple[bytes, ...]:
    return tuple(file.data for _, file in sorted(compiled.results.items()))
