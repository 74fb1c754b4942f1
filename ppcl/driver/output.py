"""Writing a compiled program: all of it, or nothing.

Every file is written beside its place first; only when all are there, they take their names. Files
whose contents are right already are not touched.
"""

import os
import signal
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import EISDIR
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled
from ppcl.driver.paths import shown_path
from ppcl.driver.sources.project import Project


@dataclass(frozen=True)
class OutputFile:
    """A file to be written; `mode` None is the default of new files."""

    path: Path
    data: bytes
    mode: int | None = None

    @property
    def is_special(self) -> bool:
        """Whether a device or a pipe has the name, which is written to and stays."""
        return self.path.exists() and not (self.path.is_file() or self.path.is_dir())

    @property
    def stale(self) -> bool:
        """Whether the file is missing or has other contents."""
        try:
            return self.is_special or self.path.read_bytes() != self.data
        except OSError:
            return True


def mirrored(compiled: Compiled, out: Path) -> list[OutputFile]:
    """Every file of the program, changed or not, and what is generated, under `out`."""
    root = compiled.project.root
    own = [
        OutputFile(out / path, source.data, _mode(root / path))
        for path, source in sorted(compiled.results.items())
    ]
    return own + [OutputFile(out / path, data) for path, data in sorted(compiled.generated.items())]


def in_place(compiled: Compiled) -> list[OutputFile]:
    """The changed files where they are; a link is followed, and stays a link."""
    root = compiled.project.root
    return [
        OutputFile((root / path).resolve(), compiled.results[path].data, _mode(root / path))
        for path in compiled.changed
    ]


def _mode(path: Path) -> int | None:
    return stat.S_IMODE(path.stat().st_mode) if path.exists() else None


def check_place(project: Project, out: Path) -> None:
    """Raises PpclError (usage) where a mirror cannot be at `out`."""
    above = next(place for place in (out, *out.parents, Path("/")) if place.exists())
    if not above.is_dir():
        raise _error(out, f"{above} is a file; give a folder")
    if out.resolve() == project.root.resolve():
        raise _error(out, "the sources are there; --write changes them in place")
    sources = {(project.root / source).resolve() for source in project.sources}
    for source in project.sources:
        if (out / source).resolve() in sources:
            raise _error(out / source, "it is one of the sources")


def write_files(files: Iterable[OutputFile]) -> list[Path]:
    """Write the stale ones among some files; the paths written.

    Raises PpclError (usage) where one cannot be written; then all are as they were.
    """
    stale = [file for file in files if file.stale]
    with _undisturbed():
        _write_all([file for file in stale if not file.is_special])
    for file in stale:
        if file.is_special:
            _write_into(file)
    return [file.path for file in stale]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals that end a process wait until this is over."""
    asked = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, asked)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _write_all(stale: Sequence[OutputFile]) -> None:
    made: list[Path] = []
    temporary: list[Path] = []
    current = Path()
    try:
        for file in stale:
            current = file.path
            temporary.append(_write_beside(file, made))
        for source, file in zip(temporary, stale, strict=True):
            current = file.path
            os.replace(source, current)
    except OSError as error:
        _remove(made)
        raise _error(current, error.strerror or str(error)) from error


def _write_into(file: OutputFile) -> None:
    try:
        with open(file.path, "wb") as stream:
            stream.write(file.data)
    except OSError as error:
        raise _error(file.path, error.strerror or str(error)) from error


def _write_beside(file: OutputFile, made: list[Path]) -> Path:
    if file.path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    _make_folder(file.path.parent, made)
    path = file.path.with_name(f".{file.path.name}.ppcl-{os.getpid()}")
    with open(path, "xb") as stream:
        made.append(path)
        stream.write(file.data)
    if file.mode is not None:
        path.chmod(file.mode)
    return path


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it; `made` gets the new ones."""
    if not folder.is_dir():
        _make_folder(folder.parent, made)
        folder.mkdir()
        made.append(folder)


def _remove(made: Sequence[Path]) -> None:
    """Take back new files and folders, the last ones first; those in use stay."""
    for path in reversed(made):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def remove_files(paths: Iterable[Path]) -> None:
    """Remove files, and the folders that they leave empty. Raises PpclError (usage)."""
    for path in paths:
        try:
            path.unlink()
        except OSError as error:
            raise _error(path, error.strerror or str(error)) from error
        with suppress(OSError):
            for folder in path.parents:
                folder.rmdir()


def _error(path: Path, problem: str) -> PpclError:
    return PpclError(f"cannot write {path}: {problem}", exit_code=ExitCode.USAGE)


def stale_paths(files: Iterable[OutputFile]) -> list[str]:
    """The files that are missing or have other contents, as the user would name them."""
    return [shown_path(Path(), str(file.path)) for file in files if file.stale]
