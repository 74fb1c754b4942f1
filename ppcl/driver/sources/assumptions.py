"""What --assume states."""

from collections.abc import Sequence

from ppcl.analysis.reading.assumed import Assumed
from ppcl.analysis.reading.stated import Stated
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.settings import is_index


def read_assumptions(texts: Sequence[str]) -> tuple[Assumed, Stated]:
    """What nothing proves, and what the program is run with. Raises PpclError (usage) for what is
    no assumption."""
    assumed, stated = Assumed(), Stated()
    for text in texts:
        kind, _, value = text.partition("=")
        if kind == "no-overlap":
            assumed = assumed.with_others(Assumed((_no_overlap(text, value),)))
        elif text == "full-groups":
            assumed = assumed.with_others(Assumed(full_groups=True))
        else:
            stated = stated.with_others(_stated(text, kind, value))
    return assumed, stated


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
    known = "no-overlap=A,B, full-groups, argv.1=TEXT (any argument but argv.0), or argc=N"
    raise _usage(text, f"write {known}")


def _usage(text: str, message: str) -> PpclError:
    return PpclError(f"--assume {text}: {message}", exit_code=ExitCode.USAGE)
