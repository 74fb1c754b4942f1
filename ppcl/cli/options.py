"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.project import Choices

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
        metavar="no-overlap=A,B",
        multiple=True,
        help="State what ppcl need not prove; the report lists it.",
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
        groups = tuple(_no_overlap(text) for text in assume)
        command(given=Choices(include, define, compile_commands, target, groups), **others)

    for option in reversed(_CHOICES):
        collected = option(collected)
    return collected


def _no_overlap(text: str) -> tuple[str, ...]:
    """Raises PpclError (usage) for what is not such an assumption."""
    kind, _, names = text.partition("=")
    group = tuple(name.strip() for name in names.split(",") if name.strip())
    if kind != "no-overlap" or len(group) < 2:
        message = f"--assume {text}: write no-overlap=A,B with the names of two or more buffers"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    return group
