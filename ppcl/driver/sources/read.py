"""A project read and analysed for a target."""

from collections.abc import Mapping
from dataclasses import replace

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.paths import shown_error
from ppcl.driver.sources.missing import headers_to_give, macros_to_give
from ppcl.driver.sources.project import Project
from ppcl.ir.unit import TranslationUnit
from ppcl.targets import Target, catalogue, load

# Which target is taken matters to a graph only for how many work-items it shows in step.
ANY_TARGET = "pocl-cpu"


def target_of(project: Project) -> Target:
    """The target that the command line or ppcl.toml names. Raises PpclError where none does."""
    if project.target is None:
        known = ", ".join(target.name for target in catalogue())
        message = f"no target: give --target NAME, or a .toml file; known: {known}"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    return load(project.target)


def read_program(
    project: Project,
    target: Target,
    texts: Mapping[str, bytes] | None = None,
    parsed: Mapping[str, TranslationUnit] | None = None,
    unknown: frozenset[str] = frozenset(),
) -> Facts:
    """The facts of a program, with `texts` in place of files; `parsed` are host files that were
    parsed as they are, and `unknown` named numbers that may be any. Errors name places as users do.
    """
    reading = Reading(
        project.host_options,
        project.options,
        parsed or {},
        unknown,
        project.stated,
        project.commands.entered,
        project.assumed,
        project.own_devices,
    )
    try:
        facts = analyse(project.root, project.sources, texts or {}, reading, target)
    except PpclError as error:
        raise shown_error(project.root, _advised(project, error)) from error
    _check_assumptions(project, facts)
    return replace(
        facts,
        shared=project.shared,
        remade=project.commands.written,
        own_devices=project.own_devices,
    )


def _advised(project: Project, error: PpclError) -> PpclError:
    """An error with what to do about it, where that can be told."""
    advice = headers_to_give(project, error) or macros_to_give(project, error)
    message = f"{error.message} ({advice})" if advice else error.message
    return PpclError(message, error.location, error.exit_code)


def _check_assumptions(project: Project, facts: Facts) -> None:
    """An assumption on something that is not there is a mistake, which must not pass unseen."""
    objects = [buffer.object for buffer in facts.host.buffers]
    objects += [transfer.host for transfer in facts.host.transfers if transfer.host]
    known = dict.fromkeys(target.name for target in objects)
    for name in (name for group in project.assumed.no_overlap for name in group):
        if name not in known:
            message = f"--assume no-overlap: no buffer or host array is named '{name}'"
            raise PpclError(f"{message}; known: {', '.join(known)}", exit_code=ExitCode.USAGE)
