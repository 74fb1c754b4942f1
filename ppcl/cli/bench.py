"""`ppcl bench`."""

import json

import click

from ppcl.cli.measuring import pairs_option
from ppcl.cli.options import program_options
from ppcl.cli.rewriting import Rewriting, rewriting_options
from ppcl.cli.running import Running, interruptible, running_options
from ppcl.cli.show import progress
from ppcl.driver.bench import BenchRequest, Variant, bench_program
from ppcl.driver.output import OutputFile, write_files
from ppcl.driver.reports.bench_report import bench_json, bench_text
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms

DEFAULT = "default"


@click.command("bench")
@program_options
@running_options
@rewriting_options
@click.option(
    "--against",
    metavar="A,B{OPT=1}|none",
    multiple=True,
    help="A further choice of passes to time.",
)
@pairs_option
@click.option(
    "--seconds",
    metavar="S",
    type=click.FloatRange(min=0),
    default=300,
    show_default=True,
    help="How long to go on, on each platform, until the ratios are settled.",
)
def bench_command(
    sources: tuple[str, ...],
    given: Choices,
    running: Running,
    rewriting: Rewriting,
    against: tuple[str, ...],
    pairs: int,
    seconds: float,
) -> None:
    """Time a program before and after ppcl's rewrites, in turns, on each platform.

    On each platform the program is compiled for its own target where none is named (or by
    `--target auto`). Kernel times come from profiling events, which the recorder asks for; the
    program need not. More pairs are run until the median ratio is known to 2 % either way, or the
    time is over. With `--emit c` all but the original have their kernels as C.
    """
    project, passes = rewriting.aimed_here(open_project(sources, given))
    note = ", as C" if rewriting.as_c else ""
    variants = [Variant(f"{passes or DEFAULT}{note}", transforms(passes))]
    variants += [Variant(f"{text}{note}", transforms(text)) for text in against]
    request = BenchRequest(
        project,
        running.recipe(project),
        variants,
        running.platforms,
        running.small,
        pairs,
        seconds,
        running.timeout,
        rewriting.emitter,
    )
    with interruptible(), progress() as show:
        timings = bench_program(request, show)
    document = json.dumps(bench_json(request, timings), indent=2) + "\n"
    if running.report is not None:
        write_files([OutputFile(running.report, document.encode())])
    click.echo(document if running.format == "json" else bench_text(request, timings), nl=False)
