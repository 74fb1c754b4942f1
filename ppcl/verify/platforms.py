"""OpenCL runtimes here that have a target, found by their files, and how to run on each."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

SYSTEM_VENDORS = Path("/etc/OpenCL/vendors")

# The runtimes that have a target in the catalogue, by the stem of their library's name.
_KNOWN = {
    "libpocl": ("pocl", "pocl-cpu"),
    "libintelocl": ("intel", "intel-opencl-cpu"),
    "libnvidia-opencl": ("nvidia", "nvidia-gpu"),
}


@dataclass(frozen=True)
class Platform:
    """An OpenCL runtime: its name, the catalogue target made for it, what the loader opens."""

    name: str
    target: str
    library: str


@dataclass(frozen=True)
class Loader:
    """Where CL/cl.h and libOpenCL come from; None where the compiler finds them by itself."""

    include: Path | None = None
    library: Path | None = None


def find_platforms(vendors: Path | None = None) -> tuple[Platform, ...]:
    """The known runtimes that are installed, as wheels or where loaders look, in a fixed order.

    Loaders look in the folder that OCL_ICD_VENDORS names, or the system's, and take the libraries
    of OCL_ICD_FILENAMES (separated by colons) first.
    """
    folder = vendors or Path(os.environ.get("OCL_ICD_VENDORS") or SYSTEM_VENDORS)
    named = [name for name in os.environ.get("OCL_ICD_FILENAMES", "").split(":") if name]
    found = {platform.name: platform for platform in _from_wheels()}
    found |= {platform.name: platform for platform in _installed(_listed(folder))}
    found |= {platform.name: platform for platform in _installed(named)}
    return tuple(found[name] for name, _ in _KNOWN.values() if name in found)


def find_loader() -> Loader | None:
    """Headers and ICD loader: the system's own where it has them, else those of the wheels.

    None where there is neither, or no C compiler.
    """
    include = library = None
    if shutil.which("cc") is None:
        return None
    if not _system_headers():
        include = _wheel_file("nvidia-cuda-opencl-cu12", "CL/cl.h")
        if include is None:
            return None
    if not _system_library():
        library = _wheel_file("nvidia-cuda-opencl-cu12", "libOpenCL.so.1")
        if library is None:
            return None
    return Loader(include.parent.parent if include else None, library)


def environment(platform: Platform, loader: Loader, scratch: Path) -> Mapping[str, str]:
    """Variables with which a build links OpenCL, and a run sees this platform and no other.

    The files that they name are written to `scratch`, which must live as long as they are used. So
    are temporary files: a compiler that is ended leaves its own behind. What pocl compiles is kept
    there, too, unless the user names a folder for it (POCL_CACHE_DIR).
    """
    temporary = scratch / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    vendors = scratch / platform.name / "vendors"
    vendors.mkdir(parents=True, exist_ok=True)
    (vendors / f"{platform.name}.icd").write_text(platform.library + "\n")
    variables = {
        "OCL_ICD_VENDORS": f"{vendors}/",  # the wheel's loader wants the slash
        "OCL_ICD_FILENAMES": "",  # Khronos's loader takes these first
        "POCL_CACHE_DIR": os.environ.get("POCL_CACHE_DIR")
        or str(scratch / platform.name / "cache"),
        "TMPDIR": str(temporary),
    }
    if loader.include:
        variables["CPATH"] = _prepended("CPATH", loader.include)
    if loader.library:
        folder = _loader_folder(loader.library, scratch / "lib")
        variables |= {n: _prepended(n, folder) for n in ("LIBRARY_PATH", "LD_LIBRARY_PATH")}
    return variables


def _listed(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.icd")):
        yield path.read_text(errors="replace").strip()


def _installed(libraries: Iterable[str]) -> Iterator[Platform]:
    for library in libraries:
        if not library.startswith("/") or Path(library).exists():
            yield from _known(library)


def _from_wheels() -> Iterator[Platform]:
    library = _wheel_file("intel-opencl-rt", "libintelocl.so")
    if library:
        yield from _known(str(library))


def _known(library: str) -> Iterator[Platform]:
    stem = Path(library).name.partition(".so")[0]
    if stem in _KNOWN:
        name, target = _KNOWN[stem]
        yield Platform(name, target, library)


def _wheel_file(package: str, ending: str) -> Path | None:
    """The installed file of a package whose path ends so."""
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())).resolve() for file in files if file.match(ending))
    return next((path for path in paths if path.exists()), None)


def _system_headers() -> bool:
    command = ["cc", "-x", "c", "-fsyntax-only", "-"]
    probe = subprocess.run(command, input=b"#include <CL/cl.h>", capture_output=True, check=False)
    return probe.returncode == 0


def _system_library() -> bool:
    command = ["cc", "-print-file-name=libOpenCL.so"]
    probe = subprocess.run(command, capture_output=True, text=True, check=False)
    return Path(probe.stdout.strip()).is_absolute()


def _loader_folder(library: Path, folder: Path) -> Path:
    """A folder with the names under which linkers and the dynamic loader look for it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("libOpenCL.so", "libOpenCL.so.1"):
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(library)
    return folder


def _prepended(variable: str, folder: Path) -> str:
    rest = os.environ.get(variable)
    return f"{folder}{os.pathsep}{rest}" if rest else str(folder)
