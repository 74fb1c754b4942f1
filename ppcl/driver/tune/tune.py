"""What `ppcl tune` does, platform by platform."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled, Emitter
from ppcl.driver.measure.capture import elements_of
from ppcl.driver.measure.track import track_on
from ppcl.driver.sites import sites_of
from ppcl.driver.sources.project import Project
from ppcl.driver.tune.candidates import ORIGINAL, Candidate, legal_choices
from ppcl.driver.tune.launches import representatives
from ppcl.driver.tune.measuring import (
    PROGRAM,
    Contender,
    Ground,
    Measured,
    captures,
    first_run,
    in_program,
    measured,
    require_again,
)
from ppcl.driver.tune.search import Search
from ppcl.driver.tune.tuned import Device, Tuned, key_of
from ppcl.driver.verify import chosen_platforms, compile_for, on_platform, rewritten
from ppcl.transform.choosing.listing import ListedSite
from ppcl.transform.contract import AnyTransform
from ppcl.verify.duel import Rule
from ppcl.verify.observe import Program, Run
from ppcl.verify.platforms import Loader, Platform
from ppcl.verify.programs import Recipe
from ppcl.verify.race import Track
from ppcl.verify.trial import Limits, Progress, Rewritten, Trial


@dataclass(frozen=True)
class TuneRequest:
    """A program to be tuned for `seconds` on each platform; only at sites of the kernel `kernel`,
    if one is named. `limit` is of the buffers of captured launches, in bytes. `fresh`: what was
    measured before is measured again."""

    project: Project
    recipe: Recipe
    transforms: Sequence[AnyTransform]
    command: str
    platforms: tuple[str, ...]
    seconds: float
    kernel: str | None
    limit: int
    limits: Limits
    fresh: bool = False
    emitter: Emitter | None = None

    @property
    def timeout(self) -> float:
        """How long a run may take, in seconds."""
        return self.limits.timeout

    @property
    def emit(self) -> str:
        """What kernels become."""
        return "c" if self.emitter is not None else "opencl"


@dataclass(frozen=True)
class Listed:
    """A platform with the sites of the program for its target."""

    platform: Platform
    target: str
    sites: tuple[ListedSite, ...]


def listed(request: TuneRequest) -> list[Listed]:
    """What could be tuned on each platform. Raises PpclError as reading does."""
    platforms, _ = _platforms(request)
    return [_listed(request, platform) for platform in platforms]


def _platforms(request: TuneRequest) -> tuple[tuple[Platform, ...], Loader]:
    """Where the program is run; kernels that are C run the same beside any."""
    platforms, loader = chosen_platforms(request.platforms)
    return platforms[:1] if request.emitter is not None else platforms, loader


def _listed(request: TuneRequest, platform: Platform) -> Listed:
    aimed = replace(request.project, target=request.project.target or platform.target, tuned=None)
    found = sites_of(aimed, request.transforms)
    kernels = sorted({kernel for site in found.sites for kernel in site.kernels})
    if request.kernel is not None and request.kernel not in kernels:
        message = f"no pass has a site of a kernel '{request.kernel}'; there are: "
        raise PpclError(f"{message}{', '.join(kernels) or 'none'}", exit_code=ExitCode.USAGE)
    sites = (site for site in found.sites if _is_open(site, request))
    return Listed(platform, found.target, tuple(sites))


def _is_open(site: ListedSite, request: TuneRequest) -> bool:
    """Whether there is a choice at a site, and the user has left it to be made."""
    wanted = request.kernel is None or request.kernel in site.kernels
    return wanted and site.key not in request.project.decisions and bool(legal_choices(site))


def tune_program(
    request: TuneRequest, tuned: Tuned, save: Callable[[Device], None], progress: Progress
) -> list[Device]:
    """What was found for each device; saved at each step. Raises PpclError where the original
    cannot be built or run."""
    platforms, loader = _platforms(request)
    found: list[Device] = []
    for platform in platforms:
        say = on_platform(platform, progress)
        say("compiling")
        listed = _listed(request, platform)
        if listed.sites:
            with tempfile.TemporaryDirectory(prefix="ppcl-tune-") as name:
                tuning = _Tuning(request, listed, loader, Path(name), say)
                found.append(tuning.run(tuned, save))
    return found


@dataclass
class _Tuning:
    """The tuning on one platform. `made` are the candidates that were compiled, by their names."""

    request: TuneRequest
    listed: Listed
    loader: Loader
    scratch: Path
    say: Progress
    made: dict[str, Compiled] = field(default_factory=dict)

    def run(self, tuned: Tuned, save: Callable[[Device], None]) -> Device:
        """What is found and decided for the device that the program runs on."""
        request, platform = self.request, self.listed.platform
        track = track_on(request, platform, self.loader, self.scratch, self.say)
        original = track.built("original", self._original())
        run = first_run(track, original)
        search = Search(
            self.listed.sites,
            _Tester(self, self._ground(track, original, run)),
            self._device(tuned, run),
            request.seconds,
            save,
            self.say,
            request.recipe.also,
        )
        return search.run()

    def _ground(self, track: Track, original: Program, run: Run) -> Ground:
        """With the launches to be run alone, where all that matter can be."""
        ground = Ground(track, original, (), self.request.limits.tolerances)
        kernels = {kernel for site in self.listed.sites for kernel in site.kernels}
        wanted = [each for each in representatives(run) if each.kernel in kernels]
        if not wanted:
            return ground
        if self.request.emitter is not None:
            return replace(ground, why="kernels that are C run in their program")
        element_of = elements_of(self.compiled(ORIGINAL).manifest)
        try:
            found = captures(track, original, wanted, element_of, self.request.limit)
            for taken, _ in found:
                require_again(track, taken, ground.tolerances)
            return replace(ground, captures=found)
        except PpclError as error:
            return replace(ground, why=error.message)

    def _device(self, tuned: Tuned, run: Run) -> Device:
        """The device that the program ran on, with what was tried there by the same command."""
        devices = [device for process in run.processes for device in process.devices]
        name, driver = devices[0] if devices else ("", "")
        emit = self.request.emit
        platform = self.listed.platform.name if emit == "opencl" else emit
        key = key_of(platform, name, driver)
        command = self.request.command
        new = Device(key, self.listed.target, emit, platform, name, driver, command)
        known = tuned.like(new)
        if known is None or self.request.fresh or known.command != command:
            return new
        return replace(new, tried=known.tried)

    def compiled(self, candidate: Candidate) -> Compiled:
        """The program with a candidate's choices, and no others."""
        if candidate.name not in self.made:
            project = replace(self.request.project, decisions=candidate.decisions, tuned=None)
            how = (self.request.transforms, self.request.emitter)
            self.made[candidate.name] = compile_for(project, self.listed.platform.target, *how)
        return self.made[candidate.name]

    def _original(self) -> Rewritten:
        if self.request.emitter is None:
            return Rewritten()
        return rewritten(self.compiled(ORIGINAL), self.request.recipe)

    def contender(self, candidate: Candidate) -> Contender:
        """A candidate to be run. Raises PpclError where a choice of it was not carried out."""
        compiled = self.compiled(candidate)
        if sum(len(each.applied) for each in compiled.passes) < len(candidate.choices):
            missed = [r for r in compiled.remarks if r.kind == "missed"]
            reason = f"{missed[0].code}: {missed[0].message}" if missed else "no reason is given"
            raise PpclError(f"not all of it can be done: {reason}")
        sites = (site for site in self.listed.sites if site.key in candidate.choices)
        return Contender(
            f"version-{list(self.made).index(candidate.name)}",
            rewritten(compiled, self.request.recipe),
            [
                (compiled.files[path].data, compiled.results[path].data)
                for path in compiled.changed
                if path in compiled.files
            ],
            frozenset(kernel for site in sites for kernel in site.kernels),
        )


@dataclass(frozen=True)
class _Tester:
    """Tries candidates of a tuning (search.Tester)."""

    tuning: _Tuning
    ground: Ground

    @cached_property
    def _trial(self) -> Trial:
        """Of the original, which is built once, and no other version yet."""
        track = self.ground.track
        trial = Trial(
            track.root,
            track.recipe,
            Rewritten(),
            track.variables,
            track.recorder,
            track.scratch / "trial",
            self.tuning.request.limits,
            track.progress,
        )
        trial.build_original()
        return trial

    def measure(self, candidate: Candidate, rule: Rule) -> Measured:
        """Beside the original, by its kernels alone if they can be run so."""
        return measured(self.ground, self.tuning.contender(candidate), rule)

    def confirm(self, candidate: Candidate, command: str, rule: Rule) -> Measured:
        """Beside the original in the whole program, run by a command."""
        contender = replace(self.tuning.contender(candidate), name="confirmed")
        shutil.rmtree(self.ground.track.scratch / contender.name, ignore_errors=True)
        track = replace(self.ground.track, command=command)
        original = replace(self.ground.original, command=command)
        ground = replace(self.ground, track=track, original=original)
        return Measured(PROGRAM, in_program(ground, contender, rule))

    def wrong(self, candidate: Candidate, command: str) -> str:
        """What it computes otherwise than the original; "" for nothing."""
        trial = replace(self._trial, rewritten=self.tuning.contender(candidate).made)
        trial.build_rewritten()
        findings = trial.compare(command).findings
        return findings[0].message if findings else ""
