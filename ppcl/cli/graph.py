"""`ppcl graph`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import click

from ppcl.analysis.facts import Facts
from ppcl.cli.options import program_options
from ppcl.cli.show import KINDS, show_remarks
from ppcl.driver.graph import graph_dot, graph_json, graph_remarks, graph_text
from ppcl.driver.picture import graph_svg
from ppcl.driver.project import Choices, open_project
from ppcl.driver.read import read_program, target_of
from ppcl.driver.summary import summary_text

# Which target is taken matters only for how many work-items the picture shows in step.
_ANY_TARGET = "pocl-cpu"


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
@click.option("--summary", is_flag=True, help="Print figures only.")
def graph_command(sources: tuple[str, ...], given: Choices, format_: str, summary: bool) -> None:
    """Show what host and kernels share: launches, aliases, the graph of both (WII-CFG)."""
    project = open_project(sources, given)
    project = replace(project, target=project.target or _ANY_TARGET)
    facts = read_program(project, target_of(project))
    if format_ == "text":
        show_remarks(project.root, graph_remarks(facts), frozenset(KINDS))
    click.echo(summary_text(facts) if summary else _FORMATS[format_](facts), nl=False)
