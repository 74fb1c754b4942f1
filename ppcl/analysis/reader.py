"""Read a program: parse every source, walk the host, and model every kernel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ppcl.analysis.build_options import kernel_options
from ppcl.analysis.facts import Facts
from ppcl.analysis.host import HostWalk, walk_host
from ppcl.analysis.kernel import kernel_model
from ppcl.analysis.model import HostModel, KernelModel
from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.frontend import (
    ParseOptions,
    literal_text,
    parse_host,
    parse_kernel,
    parse_kernel_text,
)
from ppcl.ir.unit import TranslationUnit
from ppcl.source import SourceFile
from ppcl.targets.target import Target

# Remarks on control flow that is not followed, which may hide a launch.
_LOST = ("PPC101", "PPC106", "PPC108")


@dataclass(frozen=True)
class Reading:
    """How sources are parsed: options for host files, by path, and for kernels."""

    host: Mapping[str, ParseOptions]
    default: ParseOptions

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
    hosts = [
        parse_host(root, path, reading.options(path), texts)
        for path in sources
        if not is_kernel(path)
    ]
    files = _read_files(root, sources, hosts, texts)
    for unit in hosts:
        _check_problems(unit, files)
    walked = walk_host(hosts, files)
    options = kernel_options(walked.build_options, reading.default, files)
    kernels = [
        parse_kernel(root, path, options.added_to(reading.options(path)), texts)
        for path in sources
        if is_kernel(path)
    ]
    files = _read_files(root, sources, [*hosts, *kernels], texts)
    kernels += _embedded(root, walked, options.added_to(reading.default), files)
    for unit in kernels:
        _check_problems(unit, files)
    models, remarks = _models(kernels, files, options.remark is None)
    remarks += [options.remark] if options.remark is not None else []
    host = walked.model
    if not host.launches:
        raise _no_launch(host, files)
    remarks += [*_problem_remarks(hosts, files), *_missing_kernels(host, models, files)]
    return Facts(files, (*hosts, *kernels), host, models, target, tuple(remarks))


def _no_launch(host: HostModel, files: Mapping[str, SourceFile]) -> PpclError:
    """Why there is no launch: none is written, or the walk from `main` does not get to it."""
    for path, source in files.items():
        start = source.data.find(b"clEnqueueNDRangeKernel")
        if start >= 0 and not is_kernel(path):
            lost = next((r for r in host.remarks if r.code in _LOST), None)
            why = f"; {lost.location}: {lost.message}" if lost is not None else ""
            message = f"this kernel launch is not reached from 'main'{why}"
            return PpclError(message, source.location(start), ExitCode.SOURCE)
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
    return {
        path: SourceFile(path, texts[path] if path in texts else (root / path).read_bytes())
        for path in paths
    }


def _check_problems(unit: TranslationUnit, files: Mapping[str, SourceFile]) -> None:
    """A kernel with an error ends the run, and so does a host file whose errors hide a launch."""
    text = files[unit.path].data
    if unit.language != "opencl" and b"clEnqueueNDRangeKernel" not in text:
        return
    for problem in unit.problems:
        if problem.severity in ("error", "fatal"):
            location = files[problem.span.file].location(problem.span.start)
            raise PpclError(problem.message, location, ExitCode.SOURCE)


def _problem_remarks(
    units: Sequence[TranslationUnit], files: Mapping[str, SourceFile]
) -> list[Remark]:
    return [
        Remark("analysis", "PPC105", p.message, files[p.span.file].location(p.span.start))
        for unit in units
        for p in unit.problems
        if p.severity in ("error", "fatal")
    ]


def _missing_kernels(
    host: HostModel, models: Mapping[str, KernelModel], files: Mapping[str, SourceFile]
) -> list[Remark]:
    return [
        Remark(
            "analysis",
            "PPC103",
            f"kernel '{launch.kernel}' is not in the sources",
            files[launch.at.span.file].location(launch.at.span.start),
        )
        for launch in host.launches
        if launch.kernel not in models
    ]


def _embedded(
    root: Path, walked: HostWalk, options: ParseOptions, files: Mapping[str, SourceFile]
) -> list[TranslationUnit]:
    """Kernels in string literals of the host."""
    found: list[TranslationUnit] = []
    for text in dict.fromkeys(walked.program_texts):
        if text.literal is None or text.literal.macro is not None:
            continue
        literal = literal_text(files[text.literal.span.file], text.literal.span)
        if literal is not None:
            found.append(parse_kernel_text(root, literal, options))
    return found


def _models(
    units: Sequence[TranslationUnit], files: Mapping[str, SourceFile], options_known: bool
) -> tuple[dict[str, KernelModel], list[Remark]]:
    models: dict[str, KernelModel] = {}
    remarks: list[Remark] = []
    for unit in units:
        for function in unit.functions:
            name = function.declaration.name
            if not function.kernel or function.body is None:
                continue
            if name in models:
                place = files[function.name_at.span.file].location(function.name_at.span.start)
                message = f"more than one kernel is named '{name}'; the first one is taken"
                remarks.append(Remark("analysis", "PPC107", message, place))
                continue
            model = kernel_model(function, unit, files, len(models) + 1)
            models[name] = model if options_known else replace(model, complete=False)
    return models, remarks
