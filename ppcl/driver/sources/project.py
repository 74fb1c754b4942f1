"""The program that a command works on: its folder, its sources, how they are parsed."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppcl.analysis.reading.assumed import NOTHING_ASSUMED, Assumed
from ppcl.analysis.reading.stated import NOTHING_STATED, Stated
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.build_line import read_build_line
from ppcl.driver.sources.settings import FILE, Settings, read_settings
from ppcl.driver.sources.shell_commands import NO_COMMANDS, ShellCommands, read_commands
from ppcl.frontend import ParseOptions, read_compile_commands
from ppcl.transform.choosing.decisions import Decisions

TUNED = "ppcl.tune.toml"  # beside the program's ppcl.toml
KERNEL_SUFFIXES = (".cl", ".ocl", ".clh")
HOST_SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".C", ".c++")
_FOLDER_SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".cl")


@dataclass(frozen=True)
class Choices:
    """What the command line says beside the sources; it comes on top of ppcl.toml."""

    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    compile_commands: Path | None = None
    target: str | None = None
    assumed: Assumed = NOTHING_ASSUMED
    stated: Stated = NOTHING_STATED
    decisions: Decisions = field(default_factory=dict)


@dataclass(frozen=True)
class Project:
    """A program. `sources` are relative to `root`, which is as the user named it.

    `settings` are the files that say how it is compiled; `host_options` goes by source; `shared`
    are files of other programs, too, that must stay as they are, each with what is said of that;
    `commands` is what its commands do to files; `own_devices`: kernels become C, with a runtime
    of ppcl's own; `decisions`: what is done at the sites of passes, by their keys; `tuned` is the
    file of what was measured, if there is one, and `device` the one of its devices that is meant.
    """

    root: Path
    name: str
    sources: tuple[str, ...]
    options: ParseOptions = field(default_factory=ParseOptions)
    host_options: Mapping[str, ParseOptions] = field(default_factory=dict)
    target: str | None = None
    assumed: Assumed = NOTHING_ASSUMED
    settings: tuple[Path, ...] = ()
    shared: Mapping[str, str] = field(default_factory=dict)
    stated: Stated = NOTHING_STATED
    commands: ShellCommands = NO_COMMANDS
    own_devices: bool = False
    decisions: Decisions = field(default_factory=dict)
    tuned: Path | None = None
    device: str | None = None

    def options_of(self, source: str) -> ParseOptions:
        """How a source is parsed."""
        return self.host_options.get(source, self.options)


def open_project(sources: Sequence[str], choices: Choices) -> Project:
    """The program of the SOURCE arguments: one folder, or files.

    Raises PpclError where a source is missing or is none.
    """
    for source in sources:
        if not os.path.lexists(source):
            raise PpclError(f"cannot read {source}: No such file or directory")
    folders = [source for source in sources if os.path.isdir(source)]
    if folders and len(sources) > 1:
        message = f"{folders[0]} is a folder: give one folder, or files"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    project = _of_folder(Path(folders[0])) if folders else _of_files(sources)
    _check_sources(project)
    return _with_choices(project, choices)


def _of_folder(folder: Path) -> Project:
    name = folder.resolve().name
    path = folder / FILE
    if not path.exists():
        return Project(folder, name, _sources_in(folder))
    settings = read_settings(path)
    target = settings.target
    own = Choices(tuple(str(folder / path) for path in settings.include), settings.define)
    line = read_build_line(settings.build, folder)
    return Project(
        folder,
        settings.name or name,
        tuple(dict.fromkeys(os.path.normpath(source) for source in settings.sources)),
        _with_flags(ParseOptions(unheard=line.unheard), own),
        {
            source: _with_flags(_agreed(path, options, settings), own)
            for source, options in line.options.items()
        },
        target=str(folder / target) if target and target.endswith(".toml") else target,
        assumed=settings.assumed,
        settings=(path,),
        stated=settings.stated,
        commands=read_commands(settings.build, settings.runs, folder),
        decisions=settings.decisions,
    )


def _agreed(path: Path, options: ParseOptions, settings: Settings) -> ParseOptions:
    """The options of a build line, which must not say another value than program.define."""
    given = dict(word.partition("=")[::2] for word in options.defines)
    for name, value in (word.partition("=")[::2] for word in settings.define):
        if given.get(name, value) != value:
            said = f"program.define has {name}={value}, and build.command -D{name}={given[name]}"
            raise PpclError(f"{path}: {said}: give one of them", exit_code=ExitCode.USAGE)
    return options


def _sources_in(folder: Path) -> tuple[str, ...]:
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
    except OSError as error:
        raise PpclError(f"cannot read {folder}: {error.strerror}") from error
    found = tuple(name for name in names if name.endswith(_FOLDER_SUFFIXES))
    if not found:
        raise PpclError(f"no {FILE} and no {', '.join(_FOLDER_SUFFIXES)} file in {folder}")
    return found


def _of_files(sources: Sequence[str]) -> Project:
    """The files' common folder is the program's."""
    files = list(dict.fromkeys(os.path.abspath(source) for source in sources))
    folder = os.path.commonpath([os.path.dirname(file) for file in files])
    relative = not any(os.path.isabs(source) for source in sources)
    root = Path(os.path.relpath(folder) if relative else folder)
    names = tuple(os.path.relpath(file, folder) for file in files)
    return Project(root, os.path.basename(folder), names)


def _check_sources(project: Project) -> None:
    for source in project.sources:
        path = project.root / source
        if source.startswith("..") or os.path.isabs(source):
            message = f"{path} is outside the folder of {FILE}: move {FILE} up"
            raise PpclError(message, exit_code=ExitCode.USAGE)
        if not source.endswith(KERNEL_SUFFIXES + HOST_SUFFIXES):
            known = ", ".join((*HOST_SUFFIXES, *KERNEL_SUFFIXES))
            message = f"{path} is not a source: its name ends in none of {known}"
            raise PpclError(message, exit_code=ExitCode.USAGE)
        try:
            path.read_bytes()
        except OSError as error:
            raise PpclError(f"cannot read {path}: {error.strerror}") from error


@dataclass(frozen=True)
class GivenOptions:
    """How the command line has files parsed; `by_file` has the absolute paths of the build's."""

    choices: Choices
    by_file: Mapping[str, ParseOptions]

    def of(self, path: Path) -> ParseOptions | None:
        """The options of a file that the build's compile_commands.json has."""
        found = self.by_file.get(os.path.abspath(path))
        return _with_flags(found, self.choices) if found is not None else None

    @property
    def default(self) -> ParseOptions:
        """The options of all other files."""
        return _with_flags(ParseOptions(), self.choices)


def given_options(choices: Choices) -> GivenOptions:
    """The parse options of the command line. Raises PpclError as `read_compile_commands` does."""
    folder = choices.compile_commands
    return GivenOptions(choices, read_compile_commands(folder) if folder is not None else {})


def _with_choices(project: Project, choices: Choices) -> Project:
    given = given_options(choices)
    by_line = {
        source: _with_flags(options, choices) for source, options in project.host_options.items()
    }
    options = {source: given.of(project.root / source) for source in project.sources}
    settings = project.settings
    tuned = project.root / TUNED
    if tuned.exists():
        settings += (tuned,)
    if choices.compile_commands is not None:
        settings += (choices.compile_commands / "compile_commands.json",)
    return replace(
        project,
        options=_with_flags(project.options, choices),
        host_options=by_line | {source: o for source, o in options.items() if o is not None},
        target=choices.target or project.target,
        assumed=project.assumed.with_others(choices.assumed),
        stated=project.stated.with_others(choices.stated),
        settings=settings,
        decisions={**project.decisions, **choices.decisions},
        tuned=tuned if tuned.exists() else None,
    )


def _with_flags(options: ParseOptions, choices: Choices) -> ParseOptions:
    return replace(
        options,
        include_dirs=options.include_dirs + choices.include,
        defines=options.defines + choices.define,
    )
