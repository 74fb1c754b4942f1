"""`ppcl replay`."""

import json
from pathlib import Path

import click

from ppcl.cli.measuring import Measuring, measuring_options
from ppcl.cli.running import interruptible
from ppcl.cli.show import progress
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.measure.replay import ReplayRequest, exit_code, replay_launches
from ppcl.driver.measure.replay_report import replay_json, replay_text
from ppcl.driver.output import OutputFile, write_files
from ppcl.verify.replay.folder import read_folder
from ppcl.verify.replay.launch import Replay


def _files(
    context: click.Context, parameter: click.Parameter, paths: tuple[Path, ...]
) -> tuple[Path, ...]:
    for path in paths:
        if not path.is_file():  # a pipe may never end
            raise click.BadParameter(f"'{path}' is no regular file")
    return paths


@click.command("replay")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@measuring_options
@click.option("--kernel", metavar="NAME[-N]", help="Launches of this kernel, or this one, only.")
@click.option(
    "--with",
    "texts",
    metavar="FILE.cl",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    callback=_files,
    help="Another text of the kernel, run in turns with the captured one.",
)
def replay_command(
    folder: Path,
    kernel: str | None,
    texts: tuple[Path, ...],
    measuring: Measuring,
) -> None:
    """Run captured launches alone: compare what they leave, and time them.

    FOLDER is what `ppcl capture` wrote. Without --platform they run on each that is found. Buffers
    are restored before every run; times come from profiling events.
    """
    request = ReplayRequest(
        _chosen(read_folder(folder), kernel),
        {str(path): path.read_bytes() for path in texts},
        measuring.platforms,
        measuring.pairs,
        measuring.seconds,
        measuring.timeout,
    )
    with interruptible(), progress() as show:
        results = replay_launches(request, show)
    document = json.dumps(replay_json(results), indent=2) + "\n"
    if measuring.report is not None:
        write_files([OutputFile(measuring.report, document.encode())])
    click.echo(document if measuring.format == "json" else replay_text(results), nl=False)
    raise SystemExit(exit_code(results))


def _chosen(replays: list[Replay], kernel: str | None) -> list[Replay]:
    chosen = [each for each in replays if kernel in (None, each.kernel, each.name)]
    if not replays:
        raise PpclError("the folder has no launches", exit_code=ExitCode.USAGE)
    if not chosen:
        names = ", ".join(each.name for each in replays)
        message = f"no launch of '{kernel}' in the folder; it has: {names}"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    return chosen
