"""What --assume states."""

from collections.abc import Sequence

from ppcl.analysis.reading.stated import Stated
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.settings import is_index

Groups = tuple[tuple[str, ...], ...]


def read_assumptions(texts: Sequence[str]) -> tuple[Groups, Stated]:
    """Groups of buffers that do not overlap, and what the program is run with. Raises PpclError
    (usage) for what is no assumption."""
    groups: list[tuple[str, ...]] = []
    stated = Stated()
    for text in texts:
        kind, _, value = text.partition("=")
        if kind == "no-overlap":
            groups.append(_no_overlap(text, value))
        else:
            stated = stated.with_others(_stated(text, kind, value))
    return tuple(groups), stated


def _no_overlap(text: str, names: str) -> tuple[str, ...]:
    group = tuple(name.strip() for name in names.split(",") if name.strip())
    if len(group) < 2:
        raise _usage(text, "write no-overlap=A,B with the names of two or more buffers")
    return group


def _stated(text: str, kind: str, value: str) -> Stated:
    table, _, index = kind.partition(".")
    if "=" in text and table == "argv" and is_index(index):
        return Stated(((int(index), value),))
    if kind == "argc" and value.isdecimal() and int(value) > 0:
        return Stated((), int(value))
    raise _usage(text, "write no-overlap=A,B, argv.1=TEXT (any argument but argv.0), or argc=N")


def _usage(text: str, message: str) -> PpclError:
    return PpclError(f"--assume {text}: {message}", exit_code=ExitCode.USAGE)
