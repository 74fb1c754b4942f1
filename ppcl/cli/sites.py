"""`ppcl sites`."""

import json

import click

from ppcl.cli.options import program_options
from ppcl.cli.rewriting import decided, decision_option
from ppcl.cli.show import patience
from ppcl.driver.sites import sites_json, sites_of, sites_text
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms


@click.command("sites")
@program_options
@click.option("--passes", metavar="A,B{OPT=1}|none", help="Passes whose sites are listed.")
@decision_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
def sites_command(
    sources: tuple[str, ...],
    given: Choices,
    passes: str | None,
    decide: tuple[str, ...],
    format_: str,
) -> None:
    """List what passes could do to a program, site by site, and what they expect to gain.

    A choice that is `legal` was carried out and checked, and can be applied by `ppcl compile
    --decide KEY=CHOICE`, or [decide] of ppcl.toml; what stands against another has a code.
    """
    project = decided(open_project(sources, given), decide)
    with patience(f"reading and trying {project.name}"):
        found = sites_of(project, transforms(passes))
    if format_ == "json":
        click.echo(json.dumps(sites_json(found), indent=2))
    else:
        click.echo(sites_text(found), nl=False)
