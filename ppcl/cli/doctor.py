"""`ppcl doctor`."""

import json
import tempfile
from pathlib import Path

import click

from ppcl.diag import ExitCode
from ppcl.driver.text import table
from ppcl.verify.inventory import Item, inventory


@click.command("doctor")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
def doctor_command(format_: str) -> None:
    """Say which platforms, compilers and tools are here, and what is missing.

    Exit status 8 where programs cannot be built and run here; `ppcl compile` needs none of it.
    """
    with tempfile.TemporaryDirectory(prefix="ppcl-doctor-") as scratch:
        items = inventory(Path(scratch))
    if format_ == "json":
        click.echo(json.dumps([vars(item) for item in items], indent=2))
    else:
        click.echo("\n".join(_lines(items)))
    lacking = any(item.needed and not item.found for item in items)
    raise SystemExit(ExitCode.NO_PLATFORM if lacking else ExitCode.DONE)


def _lines(items: list[Item]) -> list[str]:
    rows = [(item.group, item.name, item.found or "missing", item.purpose) for item in items]
    lines = table(("", "what", "found", "for"), rows)
    missing = [item for item in items if not item.found]
    if missing:
        lines += ["", "To get what is missing:"]
        lines += [f"  {item.name}: {item.advice}" for item in missing]
    return lines
