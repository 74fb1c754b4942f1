"""`ppcl verify`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ppcl.cli.options import program_options
from ppcl.cli.rewriting import Rewriting, rewriting_options
from ppcl.cli.running import Running, interruptible, running_options
from ppcl.cli.show import progress
from ppcl.driver.made import read_made
from ppcl.driver.output import OutputFile, write_files
from ppcl.driver.reports.verify_report import verify_json, verify_text
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.verify import Request, exit_code, verify_program
from ppcl.transform.passes import transforms
from ppcl.verify.trial import Limits
from ppcl.verify.values import TOLERANCES, Tolerance, read_tolerances


def _tolerances(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> Mapping[str, Tolerance]:
    given = (text.partition("=") for text in texts)
    try:
        return read_tolerances({name: numbers for name, _, numbers in given})
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@dataclass(frozen=True)
class _Comparing:
    """The options on what is compared, and how closely; `made` are the folder and the report of an
    earlier compilation."""

    stdout: bool | None
    tolerances: Mapping[str, Tolerance]
    oclgrind: bool
    made: tuple[Path, Path] | None


_OPTIONS = (
    click.option(
        "--stdout/--no-stdout",
        default=None,
        help="What the program prints is a result, or is not compared (default: compare what the "
        "original prints each time).",
    ),
    click.option(
        "--tolerance",
        "tolerances",
        metavar="TYPE=ULPS,DIFFERENCE",
        multiple=True,
        callback=_tolerances,
        help="For float16, float32 or float64 ([run] of ppcl.toml).",
    ),
    click.option(
        "--oclgrind", is_flag=True, help="Run both under Oclgrind, too, at the small size."
    ),
    click.option(
        "--made",
        metavar="OUT FILE.json",
        type=(click.Path(path_type=Path), click.Path(path_type=Path)),
        help="Compile nothing: compare what `ppcl compile -o OUT --report FILE.json` made.",
    ),
)


def _comparing_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets them as `comparing`."""

    @wraps(command)
    def collected(**others: Any) -> None:
        names = ("stdout", "tolerances", "oclgrind", "made")
        command(comparing=_Comparing(*(others.pop(name) for name in names)), **others)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


@click.command("verify")
@program_options
@running_options
@rewriting_options
@_comparing_options
def verify_command(
    sources: tuple[str, ...],
    given: Choices,
    running: Running,
    rewriting: Rewriting,
    comparing: _Comparing,
) -> None:
    """Run a program before and after ppcl's rewrites, and compare what its host sees.

    Both versions are built in temporary folders by the program's own build line, and run on each
    OpenCL platform that is found, compiled for its own target where none is named (or by
    `--target auto`). Every read and map is compared, what is printed, and every launch with what
    the rewrites declared. With `--emit c` the version after has its kernels as C, and is
    built with the flags that `ppcl flags` prints, or by --build-c.
    """
    if comparing.made is not None and rewriting.is_asked_for:
        said = "--passes, --decide and --emit c have no use"
        raise click.UsageError(f"--made is compiled already: {said}")
    if rewriting.as_c and comparing.oclgrind:
        raise click.UsageError("--oclgrind sees no kernels that are C: use the sanitizers")
    project, passes = rewriting.aimed_here(open_project(sources, given))
    recipe = running.recipe(project)
    tolerances = {**TOLERANCES, **recipe.tolerances, **comparing.tolerances}
    request = Request(
        project,
        recipe,
        transforms(passes),
        running.platforms,
        running.small,
        comparing.oclgrind,
        Limits(comparing.stdout, running.timeout, tolerances),
        rewriting.emitter,
        read_made(project, *comparing.made) if comparing.made is not None else None,
    )
    with interruptible(), progress() as show:
        results = verify_program(request, show)
    document = json.dumps(verify_json(request, results), indent=2) + "\n"
    if running.report is not None:
        write_files([OutputFile(running.report, document.encode())])
    click.echo(document if running.format == "json" else verify_text(request, results), nl=False)
    raise SystemExit(exit_code(results))
