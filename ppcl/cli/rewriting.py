"""What becomes of a program, for the commands that compile: --passes and --emit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from importlib import import_module
from typing import Any

import click

from ppcl.driver.compile import Emitter
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import ANY_TARGET

_OPTIONS = (
    click.option("--passes", metavar="A,B{OPT=1}|none", help="Passes to run, in this order."),
    click.option(
        "--emit",
        type=click.Choice(["opencl", "c"]),
        default="opencl",
        show_default=True,
        help="What kernels become: OpenCL C, or C that needs no OpenCL (see ppcl flags).",
    ),
)


@dataclass(frozen=True)
class Rewriting:
    """The passes that are named, and whether kernels become C, whose statements may stand on the
    `lines` of the kernel files."""

    passes: str | None
    as_c: bool
    lines: bool = False

    @property
    def emitter(self) -> Emitter | None:
        """What makes C of kernels, loaded only where it is asked for."""
        if not self.as_c:
            return None
        return partial(import_module("ppcl.backend.emit").emit, lines=self.lines)

    def aimed(self, project: Project) -> tuple[Project, str | None]:
        """A program with its target, and the passes: C for no target is of kernels as they are."""
        if self.as_c and project.target is None:
            return replace(project, target=ANY_TARGET), self.passes or "none"
        return project, self.passes


def rewriting_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets them as `rewriting`."""

    @wraps(command)
    def collected(passes: str | None, emit: str, **others: Any) -> None:
        command(rewriting=Rewriting(passes, emit == "c"), **others)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected
