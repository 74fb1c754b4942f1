"""`ppcl tune`."""

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from ppcl.cli.options import program_options
from ppcl.cli.rewriting import Rewriting, own_targets, rewriting_options
from ppcl.cli.running import Running, interruptible, running_options
from ppcl.cli.show import note, progress
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.output import OutputFile, write_files
from ppcl.driver.sources.project import Choices, Project, open_project
from ppcl.driver.tune.page import tuned_page
from ppcl.driver.tune.report import NOTHING, dry_text, tune_json, tune_text
from ppcl.driver.tune.saving import save, writable
from ppcl.driver.tune.tune import TuneRequest, listed, tune_program
from ppcl.driver.tune.tuned import FILE, Tuned, read_tuned
from ppcl.transform.choosing.decisions import OTHERS
from ppcl.transform.passes import transforms
from ppcl.verify.trial import Limits
from ppcl.verify.values import TOLERANCES

_OPTIONS = (
    click.option(
        "--seconds",
        metavar="S",
        type=click.FloatRange(min=0, min_open=True),
        default=60,
        show_default=True,
        help="How long to measure on each platform.",
    ),
    click.option("--kernel", metavar="NAME", help="Only at sites of this kernel."),
    click.option(
        "--limit",
        metavar="GB",
        type=click.FloatRange(min=0, min_open=True),
        default=1.0,
        show_default=True,
        help="How much the buffers of kernels that are run alone may be; else programs are run.",
    ),
    click.option("--fresh", is_flag=True, help="Measure again what the file has."),
    click.option("--dry-run", is_flag=True, help="Say what would be tried, and run nothing."),
    click.option(
        "-o",
        "out",
        metavar="FILE.toml",
        type=click.Path(path_type=Path, dir_okay=False),
        help=f"Where to write it (default: {FILE} in the program's folder).",
    ),
)


@dataclass(frozen=True)
class _Tuning:
    seconds: float
    kernel: str | None
    limit: float
    fresh: bool
    dry_run: bool
    out: Path | None


def _tuning_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets them as `tuning`."""

    @wraps(command)
    def collected(**others: Any) -> None:
        tuning = _Tuning(**{each.name: others.pop(each.name) for each in fields(_Tuning)})
        command(tuning=tuning, **others)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


@click.command("tune")
@program_options
@running_options
@rewriting_options
@_tuning_options
def tune_command(
    sources: tuple[str, ...],
    given: Choices,
    running: Running,
    rewriting: Rewriting,
    tuning: _Tuning,
) -> None:
    """Measure what the passes could do to a program, and write down what is best where.

    Each choice at each site is run against the original, in turns, kernel by kernel where that can
    be; what wins is confirmed in the whole program. What [decide] of ppcl.toml says is left alone.
    The file is for `ppcl compile`, and has an entry for each device. It is written as the search
    goes, so that Ctrl-C keeps what is known, and a later run goes on from there. --report FILE.html
    shows the intervals of all candidates.
    """
    project = open_project(sources, given)
    if rewriting.decide or rewriting.device or OTHERS in project.decisions:
        message = "tune decides by itself: leave out --decide and --device, and '*' in [decide]"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    if rewriting.as_c and project.target is None:
        message = "--emit c needs a --target: kernels that are C have no platform that tells it"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    request = _request(project, running, rewriting, tuning)
    path = tuning.out or project.root / FILE
    if tuning.dry_run:
        click.echo(dry_text(listed(request)), nl=False)
        return
    before = writable(path)
    with interruptible(), progress() as show:
        devices = tune_program(request, before, partial(save, path), show)
    tuned = read_tuned(path)
    if running.report is not None:
        html = running.report.suffix == ".html"
        text = tuned_page(project.name, tuned) if html else _json(tuned)
        write_files([OutputFile(running.report, text.encode())])
    if running.format == "json":
        click.echo(_json(tuned), nl=False)
        return
    click.echo(tune_text(devices) if devices else NOTHING, nl=False)
    if devices:
        note(f"written to {path}")


def _request(
    project: Project, running: Running, rewriting: Rewriting, tuning: _Tuning
) -> TuneRequest:
    """What to measure, and how long for, as the command line and ppcl.toml say."""
    recipe = running.recipe(project)
    return TuneRequest(
        own_targets(project),
        recipe,
        transforms(rewriting.passes),
        recipe.small if running.small else recipe.run,
        running.platforms,
        tuning.seconds,
        tuning.kernel,
        int(tuning.limit * 2**30),
        Limits(None, running.timeout, {**TOLERANCES, **recipe.tolerances}),
        tuning.fresh,
        rewriting.emitter,
    )


def _json(tuned: Tuned) -> str:
    return json.dumps(tune_json(tuned), indent=2) + "\n"
