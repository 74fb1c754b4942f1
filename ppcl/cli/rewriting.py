"""What becomes of a program, for the commands that compile: --passes and --emit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from importlib import import_module
from typing import Any

import click

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Emitter
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import ANY_TARGET
from ppcl.transform.choosing.decisions import HOW_TO_DECIDE, decision_of

AUTO = "auto"
decision_option = click.option(
    "--decide",
    metavar="KEY=CHOICE[@HASH]",
    multiple=True,
    help="What is done at a site (`ppcl sites` lists them); `*=keep`: nothing at all others.",
)
_OPTIONS = (
    click.option("--passes", metavar="A,B{OPT=1}|none", help="Passes to run, in this order."),
    click.option(
        "--emit",
        type=click.Choice(["opencl", "c"]),
        default="opencl",
        show_default=True,
        help="What kernels become: OpenCL C, or C that needs no OpenCL (see ppcl flags).",
    ),
    decision_option,
    click.option(
        "--device",
        metavar="KEY",
        help="Take what `ppcl tune` measured on this device (default: where all devices agree).",
    ),
)


@dataclass(frozen=True)
class Rewriting:
    """The passes that are named, whether kernels become C, whose statements may stand on the
    `lines` of the kernel files, what to `decide`, and the tuned `device` that is meant."""

    passes: str | None
    as_c: bool
    decide: tuple[str, ...] = ()
    device: str | None = None
    lines: bool = False

    @property
    def is_asked_for(self) -> bool:
        """Whether the command line says anything of it."""
        return self.as_c or self.passes is not None or bool(self.decide)

    @property
    def emitter(self) -> Emitter | None:
        """What makes C of kernels, loaded only where it is asked for."""
        if not self.as_c:
            return None
        return partial(import_module("ppcl.backend.emit").emit, lines=self.lines)

    def aimed(self, project: Project) -> tuple[Project, str | None]:
        """A program with its target and decisions, and the passes: C for no target is of kernels
        as they are. Raises PpclError (usage) for what is no decision."""
        project = replace(decided(project, self.decide), device=self.device)
        if self.as_c and project.target is None:
            return replace(project, target=ANY_TARGET), self.passes or "none"
        return project, self.passes

    def aimed_here(self, project: Project) -> tuple[Project, str | None]:
        """The same where the program runs: `--target auto` is each platform's own, as is none, but
        whatever ppcl.toml says, and for kernels as C, too."""
        if project.target != AUTO:
            return self.aimed(project)
        return replace(self, as_c=False).aimed(own_targets(project))


def own_targets(project: Project) -> Project:
    """A program with no target where AUTO is given: it is compiled for each platform's own."""
    return replace(project, target=None) if project.target == AUTO else project


def decided(project: Project, texts: Sequence[str]) -> Project:
    """A program with decisions, which come on top of ppcl.toml's. Raises PpclError (usage) for a
    text that is none."""
    found = dict(project.decisions)
    for text in texts:
        key, _, choice = text.rpartition("=")
        decision = decision_of(key, choice)
        if not key or decision is None:
            raise PpclError(f"--decide {text}: {HOW_TO_DECIDE}", exit_code=ExitCode.USAGE)
        found[key] = decision
    return replace(project, decisions=found)


def rewriting_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets them as `rewriting`."""

    @wraps(command)
    def collected(
        passes: str | None,
        emit: str,
        decide: tuple[str, ...],
        device: str | None,
        **others: Any,
    ) -> None:
        command(rewriting=Rewriting(passes, emit == "c", decide, device), **others)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected
