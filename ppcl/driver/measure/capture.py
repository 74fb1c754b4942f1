"""What `ppcl capture` does: run a program once and keep chosen launches of its kernels."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.output import OutputFile, write_files
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.driver.verify import chosen_platforms, on_platform
from ppcl.transform.manifest import MIXED, Manifest, manifest_of
from ppcl.verify.observe import OverLimit, Program, Run, observe
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.programs import Recipe, build
from ppcl.verify.recorder import TIMES, Recording, build_recorder
from ppcl.verify.replay.capture import ElementOf, Taken, captured, launches_of, why_missing
from ppcl.verify.replay.folder import folder_files
from ppcl.verify.replay.includes import with_includes
from ppcl.verify.replay.launch import Replay
from ppcl.verify.trees import lay_out
from ppcl.verify.trial import Progress


@dataclass(frozen=True)
class Wanted:
    """A launch to be captured: the `number`-th of a kernel, from 1."""

    kernel: str
    number: int = 1

    def __str__(self) -> str:
        return f"{self.kernel}:{self.number}"


@dataclass(frozen=True)
class CaptureRequest:
    """A program to be run by `command` on a platform (the first that is found without one), and
    what of it is wanted: without `wanted` the first launch of every kernel. `limit` is of all
    buffers together, in bytes; `timeout` of each run, in seconds."""

    project: Project
    recipe: Recipe
    command: str
    platforms: tuple[str, ...]
    wanted: tuple[Wanted, ...]
    limit: int
    timeout: float


@dataclass(frozen=True)
class Captured:
    """The launches, where they ran, and what is to be said of them."""

    platform: str
    replays: tuple[Replay, ...]
    notes: tuple[str, ...] = ()


def capture_program(request: CaptureRequest, progress: Progress) -> Captured:
    """Raises PpclError where the program cannot be built or run, or a launch cannot be captured."""
    platforms, loader = chosen_platforms(request.platforms[:1])
    with tempfile.TemporaryDirectory(prefix="ppcl-capture-") as name:
        return capture_on(request, platforms[0], loader, Path(name), progress)


def capture_on(
    request: CaptureRequest, platform: Platform, loader: Loader, scratch: Path, progress: Progress
) -> Captured:
    """The same on one platform; `scratch` is for its folders."""
    say = on_platform(platform, progress)
    program = _built(request, environment(platform, loader, scratch), scratch, say)
    wanted = request.wanted or _first_of_each(_run(program, TIMES, request))
    say("running the program, and capturing")
    run = _run_capturing(program, wanted, request)
    found = list(captured(run.processes, elements_of(_known(request.project, platform))))
    replays = [each.replay for each in found if isinstance(each, Taken)]
    errors = [each for each in found if isinstance(each, PpclError)]
    if errors and (request.wanted or not replays):
        raise errors[0]
    if not errors:
        _require_all(wanted, replays, run)
    pairs = [with_includes(replay, program.folder) for replay in replays]
    notes = [error.message for error in errors] + [
        f"{replay.name} includes '{name}', which was not found and is not in the folder"
        for replay, missing in pairs
        for name in missing
    ]
    return Captured(platform.name, tuple(replay for replay, _ in pairs), tuple(notes))


def require_new(folder: Path) -> None:
    """Raises PpclError (usage) where something is there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"cannot write {folder}: it is there already; give a new folder"
        raise PpclError(message, exit_code=ExitCode.USAGE)


def write_capture(found: Captured, folder: Path) -> None:
    """Writes a folder of launches. Raises PpclError (usage) where something else is there."""
    require_new(folder)
    files = folder_files(found.replays)
    write_files(OutputFile(folder / path, data) for path, data in files.items())


def _built(
    request: CaptureRequest, variables: Mapping[str, str], scratch: Path, say: Progress
) -> Program:
    say("building the program")
    folder = lay_out(request.project.root, {}, scratch / "original")
    variables = {**variables, "PPCL_ROOT": str(request.project.root.resolve())}
    build(request.recipe.build, folder, variables)
    recorder = build_recorder(scratch)
    return Program(folder, request.command, variables, recorder, request.timeout)


def _run(program: Program, recording: Recording, request: CaptureRequest) -> Run:
    run = observe(program, recording)
    if run.completed.status != 0:
        completed = run.completed
        raise _failed(f"'{request.command}' {completed.ending}: {completed.reason}")
    if not run.launches:
        raise _failed(f"nothing recorded: '{request.command}' launched no kernel that was seen")
    return run


def _run_capturing(program: Program, wanted: Iterable[Wanted], request: CaptureRequest) -> Run:
    recording = Recording(True, tuple(map(str, wanted)), request.limit)
    try:
        return _run(program, recording, request)
    except OverLimit as error:
        limit = f"--limit {request.limit / 2**30:.3g} (GB)"
        message = f"the buffers of these launches are over {limit}: give a larger one, or name "
        raise _failed(f"{message}fewer launches (--kernel)") from error


def elements_of(manifest: Manifest) -> ElementOf:
    """The element types of kernels' parameters, as far as they are known."""
    known = {
        (kernel.name, parameter.index): parameter.element
        for kernel in manifest.kernels
        for parameter in kernel.parameters
    }
    return lambda kernel, index: known.get((kernel, index), MIXED)


def _first_of_each(run: Run) -> tuple[Wanted, ...]:
    return tuple(Wanted(kernel) for kernel in launches_of(run.processes))


def _require_all(wanted: Iterable[Wanted], replays: Sequence[Replay], run: Run) -> None:
    """Raises PpclError for a launch that there was not, or that was not captured."""
    counts = launches_of(run.processes)
    for each in wanted:
        if each.number > counts[each.kernel]:
            known = ", ".join(f"{kernel} ({count})" for kernel, count in counts.items())
            message = f"the program has no launch {each.number} of '{each.kernel}'; it has: {known}"
            raise PpclError(message, exit_code=ExitCode.USAGE)
        if (each.kernel, each.number) not in {(replay.kernel, replay.number) for replay in replays}:
            raise _failed(f"launch {each} was not captured: {why_missing(run.processes)}")


def _known(project: Project, platform: Platform) -> Manifest:
    """What ppcl knows of the kernels' parameters; nothing of a program that it cannot read."""
    aimed = replace(project, target=project.target or platform.target)
    try:
        return manifest_of(read_program(aimed, target_of(aimed)), ())
    except PpclError:
        return Manifest()


def _failed(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
