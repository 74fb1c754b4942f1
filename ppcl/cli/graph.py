"""`ppcl graph`."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import click

from ppcl.analysis.facts import Facts
from ppcl.cli.options import program_options
from ppcl.cli.running import interruptible
from ppcl.cli.show import KINDS, patience, show_remarks
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.graph.listing import graph_dot, graph_json, graph_remarks, graph_text
from ppcl.driver.graph.part import part_of
from ppcl.driver.graph.picture import graph_svg
from ppcl.driver.programs.find import Limits, find_programs
from ppcl.driver.programs.survey import survey
from ppcl.driver.programs.survey_table import survey_json, survey_text
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import ANY_TARGET, read_program, target_of


def _json(facts: Facts) -> str:
    return json.dumps(graph_json(facts), indent=2) + "\n"


_FORMATS: Mapping[str, Callable[[Facts], str]] = {
    "text": graph_text,
    "json": _json,
    "dot": graph_dot,
    "svg": graph_svg,
}


@click.command("graph")
@program_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(_FORMATS)),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option(
    "--kernel",
    "kernels",
    metavar="NAME",
    multiple=True,
    help="Draw the launches of this kernel only, for dot and svg; may be given again.",
)
@click.option("--summary", is_flag=True, help="A line for each program of files, or of trees.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1),
    help="Processes, for --summary [default: one for each processor].",
)
@click.option(
    "--timeout",
    metavar="S",
    type=click.FloatRange(0, min_open=True),
    help="Seconds for each program, for --summary.",
)
def graph_command(
    sources: tuple[str, ...],
    given: Choices,
    format_: str,
    kernels: tuple[str, ...],
    summary: bool,
    jobs: int | None,
    timeout: float | None,
) -> None:
    """Show what host and kernels share: launches, aliases, the graph of both (WII-CFG).

    With --summary, SOURCE may be whole trees: folders with a ppcl.toml are programs, others are
    found from the files that have a `main`.
    """
    if kernels and (summary or format_ not in ("dot", "svg")):
        raise click.UsageError("--kernel is for --format dot and svg")
    if summary:
        with interruptible():
            _summary(sources, given, format_, Limits(jobs or len(os.sched_getaffinity(0)), timeout))
        return
    if jobs is not None or timeout is not None:
        raise click.UsageError("--jobs and --timeout are for --summary")
    project = open_project(sources, given)
    project = replace(project, target=project.target or ANY_TARGET)
    with patience(f"reading {project.name}"):
        facts = read_program(project, target_of(project))
    facts = part_of(facts, kernels) if kernels else facts
    if format_ == "text":
        show_remarks(project.root, graph_remarks(facts), frozenset(KINDS))
    click.echo(_FORMATS[format_](facts), nl=False)


def _summary(sources: tuple[str, ...], given: Choices, format_: str, limits: Limits) -> None:
    """The table of all programs; exit 4 where ppcl failed on one."""
    if format_ not in ("text", "json"):
        raise click.UsageError("--summary has the formats text and json")
    programs = find_programs(sources, given, limits)
    if not programs.candidates:
        raise PpclError(f"no program with a kernel launch in {' '.join(sources)}")
    found = survey(programs, limits)
    if format_ == "json":
        click.echo(json.dumps(survey_json(found), indent=2))
    else:
        remarks = (remark for line in found.lines for remark in line.remarks)
        show_remarks(Path(), remarks, frozenset(KINDS))
        click.echo(survey_text(found), nl=False)
    if found.has_defect:
        raise SystemExit(ExitCode.INTERNAL)
