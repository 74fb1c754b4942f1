"""What the parser complains of in one source of a program."""

from ppcl.driver.sources.project import KERNEL_SUFFIXES, Project
from ppcl.frontend import parse_host, parse_kernel
from ppcl.ir.unit import Problem


def problems_of(project: Project, source: str) -> tuple[Problem, ...]:
    """The problems of a source, read alone. Raises PpclError where it cannot be read."""
    parse = parse_kernel if source.endswith(KERNEL_SUFFIXES) else parse_host
    return parse(project.root, source, project.options_of(source), {}).problems
