"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ppcl.driver.sources.assumptions import read_assumptions
from ppcl.driver.sources.project import Choices

_CHOICES = (
    click.option("--target", metavar="NAME|FILE.toml", help="Platform to compile for."),
    click.option("-I", "include", metavar="DIR", multiple=True, help="Folder for #include."),
    click.option("-D", "define", metavar="NAME[=V]", multiple=True, help="Define a macro."),
    click.option(
        "-p",
        "compile_commands",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Folder of compile_commands.json.",
    ),
    click.option(
        "--assume",
        metavar="FACT",
        multiple=True,
        help="State what ppcl need not prove: no-overlap=A,B for buffers, full-groups (no launch "
        "fails for its sizes), argv.1=TEXT and argc=N for what the program is run with. The report "
        "lists it.",
    ),
)


def program_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the sources, and the options of `choice_options`.

    The command gets them as its parameters `sources` and `given`.
    """
    argument = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
    return argument(choice_options(command))


def choice_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that say how sources are parsed and for what target.

    The command gets them as its parameter `given`.
    """

    @wraps(command)
    def collected(
        target: str | None,
        include: tuple[str, ...],
        define: tuple[str, ...],
        compile_commands: Path | None,
        assume: tuple[str, ...],
        **others: Any,
    ) -> None:
        assumed = read_assumptions(assume)
        given = Choices(include, define, compile_commands, target, *assumed)
        command(given=given, **others)

    for option in reversed(_CHOICES):
        collected = option(collected)
    return collected
