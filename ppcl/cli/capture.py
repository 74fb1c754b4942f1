"""`ppcl capture`."""

from pathlib import Path

import click

from ppcl.cli.options import program_options
from ppcl.cli.running import Running, interruptible, running_options
from ppcl.cli.show import note, progress
from ppcl.driver.measure.capture import (
    CaptureRequest,
    Wanted,
    capture_program,
    require_new,
    write_capture,
)
from ppcl.driver.sources.project import Choices, open_project


def _wanted(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> tuple[Wanted, ...]:
    return tuple(_one(text) for text in texts)


def _one(text: str) -> Wanted:
    kernel, colon, number = text.partition(":")
    if not kernel or (colon and not (number.isdecimal() and int(number) > 0)):
        raise click.BadParameter(f"expected KERNEL or KERNEL:N with N from 1, not '{text}'")
    return Wanted(kernel, int(number or 1))


@click.command("capture")
@program_options
@running_options
@click.option(
    "--kernel",
    "wanted",
    metavar="NAME[:N]",
    multiple=True,
    callback=_wanted,
    help="The N-th launch of a kernel, from 1 (default: the first launch of every kernel).",
)
@click.option(
    "--limit",
    metavar="GB",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How much the buffers may be together, before and after.",
)
@click.option(
    "-o",
    "out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    required=True,
    help="A new folder for the launches.",
)
def capture_command(
    sources: tuple[str, ...],
    given: Choices,
    running: Running,
    wanted: tuple[Wanted, ...],
    limit: float,
    out: Path,
) -> None:
    """Run a program once and keep launches of its kernels, which `ppcl replay` runs.

    A launch is kept with its kernel's text, build options, arguments, sizes, and all bytes of its
    buffers before and after. The folder can be sent: nothing else is needed to run it.
    """
    require_new(out)  # before anything takes time
    project = open_project(sources, given)
    recipe = running.recipe(project)
    request = CaptureRequest(
        project,
        recipe,
        recipe.small if running.small else recipe.run,
        running.platforms,
        wanted,
        int(limit * 2**30),
        running.timeout,
    )
    with interruptible(), progress() as show:
        found = capture_program(request, show)
    write_capture(found, out)
    for text in found.notes:
        note(text)
    for replay in found.replays:
        spent = f", {replay.milliseconds:.3f} ms" if replay.milliseconds is not None else ""
        note(f"captured {replay.name} on {found.platform}{spent}")
