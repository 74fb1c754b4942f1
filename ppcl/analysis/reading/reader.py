"""Read a program: parse every source, walk the host, and model every kernel."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.nominal import NOMINAL
from ppcl.analysis.kernels.programs import Finder, KernelProgram
from ppcl.analysis.kernels.text_doubts import with_doubts
from ppcl.analysis.kernels.ties import Ties
from ppcl.analysis.kernels.units import Kernels, KernelUnit, UnitReader
from ppcl.analysis.model import HostModel, KernelName
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl.analysis.reading.assumed import NOTHING_ASSUMED, Assumed
from ppcl.analysis.reading.entries import mains_of
from ppcl.analysis.reading.host import HostWalk, walk_host
from ppcl.analysis.reading.host_units import host_units
from ppcl.analysis.reading.stated import NOTHING_STATED, Stated
from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.frontend import ParseOptions, binding_text, is_binding
from ppcl.ir.unit import TranslationUnit
from ppcl.source import SourceFile
from ppcl.targets.target import Target

# Remarks on control flow that is not followed, which may hide a launch.
_LOST = ("PPC101", "PPC106", "PPC108")
# Words of hosts that launch kernels, by the C API and by the C++ bindings.
LAUNCH_WORDS = (
    *("clEnqueueNDRangeKernel", "clEnqueueTask", "enqueueNDRangeKernel", "enqueueTask"),
    *("KernelFunctor", "make_kernel"),
)
_LAUNCH = re.compile(rf"\b(?:{'|'.join(LAUNCH_WORDS)})\b".encode())


@dataclass(frozen=True)
class Reading:
    """How sources are parsed: options for host files, by path, and for kernels; `parsed` are host
    files that were parsed so before. `unknown` are named numbers of the host that may be any, and
    `stated` is what the program is run with, `entered` are folders that it may be run in, and
    `assumed` is what nothing proves. `of_kernels`: what matters are the kernels, though nobody is
    seen to launch them."""

    host: Mapping[str, ParseOptions]
    default: ParseOptions
    parsed: Mapping[str, TranslationUnit] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    stated: Stated = NOTHING_STATED
    entered: tuple[str, ...] = ()
    assumed: Assumed = NOTHING_ASSUMED
    of_kernels: bool = False

    def options(self, path: str) -> ParseOptions:
        """The options of a file."""
        return self.host.get(path, self.default)


def analyse(
    root: Path, sources: Sequence[str], texts: Mapping[str, bytes], reading: Reading, target: Target
) -> Facts:
    """Everything that is known of a program.

    `sources` are paths relative to `root`; `texts` replaces files' contents (edited sources).
    Raises PpclError where a kernel or a host file cannot be read.
    """
    own = {path: reading.options(path) for path in sources if not is_kernel(path)}
    hosts = host_units(root, tuple(own), texts, own, reading.parsed)
    files = _read_files(root, sources, hosts, texts)
    for host_unit in hosts:
        _check_problems(host_unit, files)
    unknown = {name: _any_number(name, -1 - i) for i, name in enumerate(sorted(reading.unknown))}
    walked = walk_host(hosts, files, unknown, reading.stated)
    reader = _unit_reader(root, reading, texts, files, walked)
    entered = (*reading.entered, *_above_main(hosts))
    programs = Finder(root, sources, reading.default, files, texts, walked, entered).programs()
    units = _kernel_units(reader, sources, programs, walked.model.kernel_names)
    kernels = [unit.unit for unit in units]
    files = _read_files(root, sources, [*hosts, *kernels], {**texts, **reader.made})
    for unit in units:
        _check_problems(unit.unit, files, unit.options_problem)
    missing = _missing(walked.model, files, reading.of_kernels and bool(kernels))
    programs = with_doubts(root, programs, units, files, entered)
    remarks = [*_on_kernels(sources, programs, units, files), *missing]
    found = _modelled(units, files)
    by_serial = {program.serial: program for program in programs}
    host = Ties(found, by_serial, files, remarks, reading.assumed).host(walked.model)
    remarks += (*_problem_remarks(hosts, files), *_unheard_remarks(hosts, files))
    return Facts(
        files,
        (*hosts, *kernels),
        host,
        found.models,
        target,
        tuple(remarks),
        reading.assumed,
        kernel_units=tuple(units),
        unknown=unknown,
        stated=reading.stated,
    )


def _missing(
    host: HostModel, files: Mapping[str, SourceFile], of_kernels: bool
) -> tuple[Remark, ...]:
    """Says that there is no launch. Raises PpclError where that is not of kernels alone."""
    if host.launches:
        return ()
    why = _no_launch(host, files)
    if not of_kernels:
        raise why
    return (Remark("missed", "PPC307", why.message, why.location),)


def _modelled(units: Sequence[KernelUnit], files: Mapping[str, SourceFile]) -> Kernels:
    """What the kernels do."""
    found = Kernels()
    for unit in units:
        found.add(unit, files)
    return found


def _on_kernels(
    sources: Sequence[str],
    programs: Sequence[KernelProgram],
    units: Sequence[KernelUnit],
    files: Mapping[str, SourceFile],
) -> Iterator[Remark]:
    """What is said of the kernels' files, and of how they are built."""
    for program in programs:
        yield from program.remarks
    yield from _unnamed(sources, programs, files)
    for believed in units:
        yield from _believed(believed, files)
    for nominal in units:
        yield from _nominal(nominal, files)


def _above_main(hosts: Sequence[TranslationUnit]) -> tuple[str, ...]:
    """The folder of the file with `main`, and those above it: where people run a program whose
    kernels are opened by code that stands in another folder."""
    starts = dict.fromkeys(main.name_at.span.file for unit in hosts for main in mains_of(unit))
    return tuple(folder.as_posix() for path in starts for folder in PurePosixPath(path).parents)


def _unit_reader(
    root: Path,
    reading: Reading,
    texts: Mapping[str, bytes],
    files: Mapping[str, SourceFile],
    walked: HostWalk,
) -> UnitReader:
    """What reads kernels; where the host may see a log, with what compilers warn of."""
    logs = any(each.kind == "log" for each in walked.model.observations)
    given = {path: replace(options, warnings=logs) for path, options in reading.host.items()}
    default = replace(reading.default, warnings=logs)
    return UnitReader(root, given, default, texts, files)


def _any_number(name: str, serial: int) -> Polynomial:
    return Polynomial.atom(Symbol("input", name, serial))


def _kernel_units(
    reader: UnitReader,
    sources: Sequence[str],
    programs: Sequence[KernelProgram],
    names: Sequence[KernelName],
) -> list[KernelUnit]:
    """All units of kernels, in the order of the sources; then those that are no sources."""
    tied = reader.of_programs(programs)
    seen = {path for unit in tied for path in unit.unit.files}
    unread = [source for source in sources if is_kernel(source) and source not in seen]
    others = reader.others(unread, programs, names)
    order = {path: index for index, path in enumerate(sources)}
    last = len(order)
    return [
        unit
        for units in (tied, others)
        for unit in sorted(units, key=lambda unit: order.get(_main_file(unit), last))
    ]


def _main_file(unit: KernelUnit) -> str:
    return unit.unit.path if is_kernel(unit.unit.path) else ""


def _unnamed(
    sources: Sequence[str], programs: Sequence[KernelProgram], files: Mapping[str, SourceFile]
) -> list[Remark]:
    """Files that were read because the host opens them."""
    found = {path: p for p in programs for path in p.files if path not in sources}
    return [
        Remark(
            "analysis",
            "PPC128",
            f"'{path}' is read because the host opens it here",
            files[program.at.span.file].location(program.at.span.start),
        )
        for path, program in found.items()
    ]


def _believed(unit: KernelUnit, files: Mapping[str, SourceFile]) -> Iterator[Remark]:
    """What the command line alone says of how programs are built."""
    for program in unit.programs:
        guessed = program.written is None or program.options.open is not None
        if unit.believed and guessed and not program.options.problem:
            given = " ".join(f"-D{define}" for define in unit.believed)
            message = f"assumed, not proved: '{program.name}' is built with {given}"
            at = (*program.built, program.at)[0]
            yield Remark("analysis", "PPC005", message, files[at.span.file].location(at.span.start))


def _nominal(unit: KernelUnit, files: Mapping[str, SourceFile]) -> Iterator[Remark]:
    """The macros that a program's kernels are read with nominal numbers for."""
    given = " and ".join(f"{name} = {NOMINAL}" for name in unit.nominal)
    for program in unit.programs if unit.nominal else ():
        message = f"'{program.name}' is read with {given}, which is nominal: it may be any number"
        at = (*program.built, program.at)[0]
        yield Remark("analysis", "PPC133", message, files[at.span.file].location(at.span.start))


def _no_launch(host: HostModel, files: Mapping[str, SourceFile]) -> PpclError:
    """Why there is no launch: none is written, the walk from `main` does not get to it, or it does
    not know the kernel."""
    for launch in host.lost:
        place = files[launch.at.span.file].location(launch.at.span.start)
        at = launch.cause
        cause = files[at.span.file].location(at.span.start) if at is not None else "its value"
        message = f"which kernel is launched here is not known; {cause}: {launch.reason}"
        return PpclError(message, place, ExitCode.SOURCE)
    for path, source in files.items():
        word = _LAUNCH.search(source.data)
        if word is not None and not is_kernel(path) and not is_binding(path):
            lost = next((r for r in host.remarks if r.code in _LOST), None)
            why = f"; {lost.location}: {lost.message}" if lost is not None else ""
            message = f"this kernel launch is not reached from 'main'{why}"
            return PpclError(message, source.location(word.start()), ExitCode.SOURCE)
    return PpclError("no kernel launch found in the sources", exit_code=ExitCode.SOURCE)


def is_kernel(path: str) -> bool:
    """Whether a source is OpenCL C, by its name."""
    return path.endswith((".cl", ".ocl", ".clh"))


def _read_files(
    root: Path,
    sources: Sequence[str],
    units: Sequence[TranslationUnit],
    texts: Mapping[str, bytes],
) -> dict[str, SourceFile]:
    paths = dict.fromkeys([*sources, *(path for unit in units for path in unit.files)])
    return {path: SourceFile(path, _bytes_of(root, path, texts)) for path in paths}


def _bytes_of(root: Path, path: str, texts: Mapping[str, bytes]) -> bytes:
    if is_binding(path):
        return binding_text(path)
    return texts[path] if path in texts else (root / path).read_bytes()


def _check_problems(unit: TranslationUnit, files: Mapping[str, SourceFile], note: str = "") -> None:
    """A kernel with an error ends the run, and so does a host file whose errors hide a launch;
    `note` is what may be the cause."""
    text = files[unit.path].data
    if unit.language != "opencl" and _LAUNCH.search(text) is None:
        return
    for problem in unit.problems:
        if problem.severity in ("error", "fatal"):
            location = files[problem.span.file].location(problem.span.start)
            message = f"{problem.message} ({note})" if note else problem.message
            raise PpclError(message, location, ExitCode.SOURCE)


def _problem_remarks(
    units: Sequence[TranslationUnit], files: Mapping[str, SourceFile]
) -> list[Remark]:
    return [
        Remark("analysis", "PPC105", p.message, files[p.span.file].location(p.span.start))
        for unit in units
        for p in unit.problems
        if p.severity in ("error", "fatal")
    ]


def _unheard_remarks(
    units: Sequence[TranslationUnit], files: Mapping[str, SourceFile]
) -> Iterator[Remark]:
    """What is not understood of how files are compiled, at the first of those that it is about."""
    first = {word: unit for unit in reversed(units) for word in unit.build.unheard}
    for unit in units:
        words = [f"'{word}'" for word, one in first.items() if one is unit]
        if words:
            message = f"not understood in the command that compiles this: {', '.join(words)}"
            yield Remark("analysis", "PPC132", message, files[unit.path].location(0))
