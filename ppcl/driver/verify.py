"""What `ppcl verify` does: compile, build both versions, run them on each platform, compare."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled, Emitter, compile_program
from ppcl.driver.flags import build_line_as_c
from ppcl.driver.made import Made
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import ANY_TARGET, read_program, target_of
from ppcl.transform.contract import AnyTransform
from ppcl.verify import oclgrind
from ppcl.verify.findings import Finding, Tally
from ppcl.verify.platforms import Loader, Platform, environment, find_loader, find_platforms
from ppcl.verify.programs import Recipe
from ppcl.verify.recorder import build_recorder
from ppcl.verify.trial import Limits, Progress, Rewritten, Trial, Verdict

OCLGRIND_LOG = "ppcl-oclgrind.log"  # in the folder that the program runs in


@dataclass(frozen=True)
class Request:
    """What is to be verified, and how. Without `platforms`, on all that are found; with an
    `emitter`, the rewritten version has its kernels as C; one that is `made` is not compiled."""

    project: Project
    recipe: Recipe
    transforms: Sequence[AnyTransform]
    platforms: tuple[str, ...] = ()
    small: bool = False
    oclgrind: bool = False
    limits: Limits = field(default_factory=Limits)
    emitter: Emitter | None = None
    made: Made | None = None

    @property
    def command(self) -> str:
        """The command line that is run."""
        return self.recipe.small if self.small else self.recipe.run


@dataclass(frozen=True)
class PlatformResult:
    """What came out on one platform; `error` is why nothing could be compared."""

    platform: str
    target: str
    changed: tuple[str, ...] = ()
    verdict: Verdict = field(default_factory=lambda: Verdict((), Tally()))
    error: PpclError | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What differed."""
        return self.verdict.findings

    @property
    def equal(self) -> bool:
        """Whether something was compared and nothing differed."""
        return self.error is None and not self.findings


def exit_code(results: Sequence[PlatformResult]) -> ExitCode:
    """The status that the command ends with: a difference comes first."""
    if any(result.findings for result in results):
        return ExitCode.DIFFERENT
    errors = [result.error.exit_code for result in results if result.error is not None]
    return errors[0] if errors else ExitCode.DONE


def chosen_platforms(names: tuple[str, ...]) -> tuple[tuple[Platform, ...], Loader]:
    """The platforms to run on. Raises PpclError (no platform) where there is none."""
    loader = find_loader()
    found = find_platforms()
    if loader is None or not found:
        what = "no OpenCL platform" if loader else "no OpenCL headers and loader, or no C compiler"
        message = f"{what} that ppcl knows; `ppcl doctor` says what is missing"
        raise PpclError(message, exit_code=ExitCode.NO_PLATFORM)
    known = {platform.name: platform for platform in found}
    for name in names:
        if name not in known:
            message = f"no OpenCL platform '{name}' here; found: {', '.join(known)}"
            raise PpclError(message, exit_code=ExitCode.NO_PLATFORM)
    return tuple(known[name] for name in names) or found, loader


def compile_for(
    project: Project,
    target: str,
    transforms: Sequence[AnyTransform],
    emitter: Emitter | None = None,
) -> Compiled:
    """The program for its target, or else this one; `emitter` as in `compile_program`. Raises
    PpclError (internal) where a check of ppcl's own failed."""
    aimed = replace(project, target=project.target or target)
    compiled = compile_program(aimed, transforms, emitter)
    if compiled.defects:
        message = f"an internal check failed: {compiled.defects[0].message}"
        raise PpclError(message, exit_code=ExitCode.INTERNAL)
    return compiled


def verify_program(request: Request, progress: Progress) -> list[PlatformResult]:
    """Both versions on each platform. Raises PpclError where the program cannot be compiled."""
    platforms, loader = chosen_platforms(request.platforms)
    results: list[PlatformResult] = []
    with tempfile.TemporaryDirectory(prefix="ppcl-verify-") as name:
        scratch = Path(name)
        recorder = build_recorder(scratch)
        for platform in platforms:
            progress(f"{platform.name}: compiling")
            version = _version(request, platform)
            trial = Trial(
                request.project.root,
                request.recipe,
                version.rewritten,
                environment(platform, loader, scratch),
                recorder,
                scratch / platform.name,
                request.limits,
                on_platform(platform, progress),
                version.before,
            )
            results += _results(request, platform, version, trial)
    return results


@dataclass(frozen=True)
class _Version:
    """What is compared with the original: the target that it is for, what differs by name, its
    files, and what is known of the original."""

    target: str
    changed: tuple[str, ...]
    rewritten: Rewritten
    before: Facts | None


def _version(request: Request, platform: Platform) -> _Version:
    """What was made, or else what is made now for the platform."""
    made = request.made
    if made is not None:
        project = replace(request.project, target=ANY_TARGET)
        before = read_program(project, target_of(project))
        files = Rewritten(made.texts, made.manifest)
        return _Version(made.target, tuple(made.texts), files, before)
    transforms, emitter = request.transforms, request.emitter
    compiled = compile_for(request.project, platform.target, transforms, emitter)
    made_now = rewritten(compiled, request.recipe)
    return _Version(compiled.target, compiled.differing, made_now, compiled.before)


def rewritten(compiled: Compiled, recipe: Recipe) -> Rewritten:
    """What a compilation made, as the verify layer sees it."""
    texts = {path: compiled.results[path].data for path in compiled.changed}
    build = build_line_as_c(recipe) if compiled.generated else None
    return Rewritten({**texts, **compiled.generated}, compiled.manifest, build)


def on_platform(platform: Platform, progress: Progress) -> Progress:
    """Progress that says where it is made."""
    return lambda text: progress(f"{platform.name}: {text}")


def _results(
    request: Request, platform: Platform, version: _Version, trial: Trial
) -> list[PlatformResult]:
    """The platform's result, and Oclgrind's if it is wanted."""
    result = PlatformResult(platform.name, version.target, version.changed)
    try:
        trial.build()
        results = [replace(result, verdict=trial.compare(request.command))]
    except PpclError as error:
        return [replace(result, error=error)]
    if request.oclgrind:
        under = replace(result, platform=f"oclgrind ({platform.name})")
        try:
            results.append(replace(under, verdict=under_oclgrind(request.recipe, trial)))
        except PpclError as error:
            results.append(replace(under, error=error))
    return results


def under_oclgrind(recipe: Recipe, trial: Trial) -> Verdict:
    """Both at the small size; what Oclgrind reports of the rewritten program only is a finding.

    Raises PpclError as the trial does, and where there is no Oclgrind.
    """
    runtime = oclgrind.library()
    if runtime is None:
        message = "Oclgrind is not installed; `ppcl doctor` says how to get it"
        raise PpclError(message, exit_code=ExitCode.NO_PLATFORM)
    verdict = trial.compare(recipe.small, oclgrind.variables(runtime, OCLGRIND_LOG))
    logs = (trial.scratch / version / OCLGRIND_LOG for version in ("original", "rewritten"))
    texts = (log.read_text(errors="replace") if log.exists() else "" for log in logs)
    new = [Finding("oclgrind", report) for report in oclgrind.new_reports(*texts)]
    return replace(verdict, findings=(*verdict.findings, *new))
