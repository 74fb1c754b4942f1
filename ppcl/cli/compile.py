"""`ppcl compile`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import click

from ppcl.analysis.facts import Facts
from ppcl.cli.options import program_options
from ppcl.cli.rewriting import Rewriting, rewriting_options
from ppcl.cli.show import note, patience, remark_kinds, show_diff, show_remarks
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled
from ppcl.driver.output import (
    OutputFile,
    check_place,
    in_place,
    mirrored,
    remove_files,
    stale_paths,
    write_files,
)
from ppcl.driver.paths import shown_path
from ppcl.driver.record import Record, read_record
from ppcl.driver.reports.depfile import depfile
from ppcl.driver.reports.report import check_report, report
from ppcl.driver.several import compile_programs
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms

PATH = click.Path(path_type=Path)


@dataclass(frozen=True)
class _Request:
    """The options on what to show and where to write."""

    out: Path | None
    overwrite: bool
    write: bool
    lines: bool
    diff: bool
    check: bool
    reports: tuple[Path, ...]
    measured: Path | None
    depends: Path | None
    remarks: str
    quiet: bool

    def validate(self) -> None:
        """Refuse what cannot be done, before anything is."""
        if self.write and self.out is not None:
            raise click.UsageError("-o OUT and --write exclude each other")
        if self.write and self.check:
            raise click.UsageError("--check writes nothing: leave out --write")
        if self.overwrite and self.out is None:
            raise click.UsageError("--overwrite needs -o OUT")
        if self.depends is not None and self.out is None:
            raise click.UsageError("--depfile needs -o OUT")
        for file in self.reports:
            check_report(file)
        if self.measured is not None and all(file.suffix != ".html" for file in self.reports):
            raise click.UsageError("--measured FILE is for --report FILE.html")

    @property
    def shows_diff(self) -> bool:
        """Without a place to write to, the diff is what there is to see."""
        return self.diff or not (self.write or self.check or self.out is not None)


@click.command("compile")
@program_options
@click.option("-o", "out", metavar="OUT", type=PATH, help="Write the program to this folder.")
@click.option("--overwrite", is_flag=True, help="Replace files in OUT that ppcl did not write.")
@click.option("--write", is_flag=True, help="Change the sources in place.")
@rewriting_options
@click.option("--lines", is_flag=True, help="With --emit c: #line of the kernel files in the C.")
@click.option("--diff", is_flag=True, help="Show the diff (the default without -o or --write).")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if OUT is not up to date.")
@click.option(
    "--report",
    "reports",
    metavar="FILE",
    type=PATH,
    multiple=True,
    help="Write a report: .html, .json or .sarif; may be given again.",
)
@click.option("--measured", metavar="FILE", type=PATH, help="Timings of `bench`, for the report.")
@click.option("--depfile", "depends", metavar="FILE", type=PATH, help="Write a rule for Make.")
@click.option(
    "--remarks",
    metavar="KINDS",
    default="passed,missed,review",
    show_default=True,
    help="Kinds of remarks to show: passed, missed, review, analysis; all; none.",
)
@click.option("-q", "--quiet", is_flag=True, help="Show no remarks.")
def compile_command(
    sources: tuple[str, ...], given: Choices, rewriting: Rewriting, **options: Any
) -> None:
    """Rewrite an OpenCL program, host and kernels, for a platform.

    SOURCE is host files and kernel files, which are taken as the whole program, or a folder (with
    a ppcl.toml, or with such files). Without -o and --write the diff is shown and nothing is
    written. With `--emit c` and no target, kernels are compiled to C as they are.
    """
    request = _Request(**options)
    request.validate()
    if rewriting.as_c and request.out is None:
        raise click.UsageError("--emit c needs -o OUT")
    if request.lines and not rewriting.as_c:
        raise click.UsageError("--lines is for --emit c")
    rewriting = replace(rewriting, lines=request.lines)
    kinds = remark_kinds("none" if request.quiet else request.remarks)
    project, passes = rewriting.aimed(open_project(sources, given))
    chosen = transforms(passes)
    if request.out is not None:
        check_place(project, request.out)
    with patience(f"reading and rewriting {project.name}"):
        compiled = compile_programs(project, chosen, rewriting.emitter)
    show_remarks(project.root, compiled.remarks, kinds)
    if compiled.defects:
        raise PpclError("an internal check failed, nothing is written", None, ExitCode.INTERNAL)
    if request.shows_diff:
        show_diff(compiled.diff())
    record = read_record(request.out, sources) if request.out is not None else None
    copied = not chosen and not rewriting.as_c  # of the sources, which anyone may replace
    _finish(compiled, request, record, copied)


def _finish(compiled: Compiled, request: _Request, record: Record | None, copied: bool) -> None:
    """Write, or compare, and say so."""
    files = mirrored(compiled, record.out) if record is not None else in_place(compiled)
    obsolete = record.obsolete(files) if record is not None else []
    extra = _extra_files(compiled, request)
    if request.check:
        write_files(extra)
        _compare(files, obsolete, record)
    if record is None:
        write_files([*(files if request.write else ()), *extra])
    else:
        if not request.overwrite:
            record.check(files, {path: source.data for path, source in compiled.files.items()})
        kept = [record.renewed(files)] if record.written or not copied else []
        write_files([*files, *kept, *extra])
        remove_files(obsolete)
    if not request.quiet:
        note(_summary(compiled, request))


def _compare(files: list[OutputFile], obsolete: list[Path], record: Record | None) -> NoReturn:
    """Name what lies there and is not what would be written."""
    stale = [*stale_paths(files), *(shown_path(Path(), str(path)) for path in obsolete)]
    for path in stale:
        note(f"stale: {path}")
    if stale and record is not None:
        note(record.why_stale)
    raise SystemExit(ExitCode.STALE if stale else ExitCode.DONE)


def _extra_files(compiled: Compiled, request: _Request) -> Iterator[OutputFile]:
    for file in dict.fromkeys(request.reports):
        yield OutputFile(file, report(file, compiled, request.measured))
    if request.depends is not None and request.out is not None:
        text = depfile(compiled, request.out)
        yield OutputFile(request.depends, text.encode("utf-8", "surrogateescape"))


def _lacking(facts: Facts | None) -> str:
    """What was not there to be read of the kernels that the host launches."""
    launched = [launch.kernel for launch in facts.host.launches] if facts is not None else []
    missing = [name for name in launched if facts is not None and name not in facts.kernels]
    return f"kernel '{missing[0]}' is not in the sources" if missing else ""


def _summary(compiled: Compiled, request: _Request) -> str:
    changed, all_files = len(compiled.changed), len(compiled.results)
    head = f"{compiled.project.name} for {compiled.target}"
    if not changed:
        where = f"; copied to {request.out}" if request.out is not None else ""
        lacking = _lacking(compiled.before)
        said = f"nothing changed, {lacking}" if lacking else "nothing to change"
        return f"{head}: {said} (--remarks all says why){where}"
    if request.out is not None:
        return f"{head}: {changed} of {all_files} files changed; written to {request.out}"
    if request.write:
        return f"{head}: {changed} of {all_files} files changed"
    return f"{head}: {changed} of {all_files} files would change; -o OUT or --write writes them"
