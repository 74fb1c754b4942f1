"""What the commands that run programs share: options, an orderly end."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.settings import FILE
from ppcl.verify.programs import RUN_SECONDS, Recipe, read_recipe

_PATH = click.Path(path_type=Path)
platform_option = click.option(
    "--platform", "platforms", metavar="NAME", multiple=True, help="Run on it only."
)
format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
report_option = click.option(
    "--report", metavar="FILE.json", type=_PATH, help="Write the result as JSON."
)
_OPTIONS = (
    click.option("--build", metavar="COMMAND", help="How it is built ([build] of ppcl.toml)."),
    click.option("--build-c", metavar="COMMAND", help="How it is built with kernels as C."),
    click.option("--run", metavar="COMMAND", help="How it is run ([run] of ppcl.toml)."),
    platform_option,
    click.option("--small", is_flag=True, help="Run at the small size of ppcl.toml."),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        default=RUN_SECONDS,
        show_default=True,
        help="The longest that one run may take.",
    ),
    format_option,
    report_option,
)


@dataclass(frozen=True)
class Running:
    """The options on building and running a program."""

    build: str | None
    build_c: str | None
    run: str | None
    platforms: tuple[str, ...]
    small: bool
    timeout: float
    format: str
    report: Path | None

    def recipe(self, project: Project) -> Recipe:
        """How a program is built and run: by its ppcl.toml, and by the options first.

        Raises PpclError (usage) where neither says so.
        """
        listed = (project.root / FILE).exists()
        if self.build is not None and self.run is not None and not listed:
            return Recipe(project.name, self.build, self.run, self.run, build_c=self.build_c)
        if not listed:
            message = (
                f"{project.root} has no {FILE}, which would say how the program is built and run: "
                "give --build COMMAND and --run COMMAND"
            )
            raise PpclError(message, exit_code=ExitCode.USAGE)
        recipe = read_recipe(project.root)
        run = self.run or recipe.run
        small = self.run or recipe.small
        output = () if self.run else recipe.output
        checked = (output, recipe.element, recipe.tolerance)
        build_c = self.build_c or (recipe.build_c if self.build is None else None)
        also = recipe.also if self.run is None else ()
        how = (*checked, build_c, recipe.tolerances, also)
        return Recipe(recipe.name, self.build or recipe.build, run, small, *how)


def running_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets them as `running`, after the program's."""

    @wraps(command)
    def collected(*arguments: Any, **others: Any) -> None:
        names = ("build", "build_c", "run", "platforms", "small", "timeout", "format_", "report")
        running = Running(*(others.pop(name) for name in names))
        command(*arguments, running=running, **others)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


@contextmanager
def interruptible() -> Iterator[None]:
    """Within, SIGINT, SIGTERM and SIGHUP end the command with everything cleared; while it is, more
    of them change nothing."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def stop(number: int, _: FrameType | None) -> NoReturn:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, stop) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
