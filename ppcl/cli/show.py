"""What the user sees: remarks and notes on stderr, diffs and machine formats on stdout."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import cast, get_args

import click

from ppcl.diag import ExitCode, PpclError, Remark, RemarkKind
from ppcl.diag.render import Part, all_lines, selected
from ppcl.driver.paths import shown_remark

KINDS: tuple[RemarkKind, ...] = get_args(RemarkKind)
_DIFF_COLOURS: Mapping[str, str] = {"+": "green", "-": "red", "@": "cyan"}


def remark_kinds(text: str) -> frozenset[RemarkKind]:
    """`passed,missed`, `all` or `none` as kinds. Raises PpclError (usage) for other words."""
    if text in ("all", "none"):
        return frozenset(KINDS if text == "all" else ())
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in KINDS:
            message = f"--remarks {text}: '{word}' is none of {', '.join(KINDS)}, all, none"
            raise PpclError(message, exit_code=ExitCode.USAGE)
    return frozenset(cast(RemarkKind, word) for word in words)


def show_remarks(root: Path, remarks: Iterable[Remark], kinds: frozenset[RemarkKind]) -> None:
    """Remarks of some kinds by place, on stderr."""
    shown = selected((shown_remark(root, remark) for remark in remarks), kinds)
    for line in all_lines(shown, _painted):
        click.echo(line, err=True)


def _painted(text: str, part: Part) -> str:
    return click.style(text, bold=True, fg="blue" if part == "label" else None)


def show_diff(diff: str) -> None:
    """A diff on stdout, byte for byte; with colours on a terminal."""
    wanted = click.get_current_context().color
    if sys.stdout.isatty() if wanted is None else wanted:
        diff = "".join(_coloured(line) for line in diff.splitlines(keepends=True))
    click.echo(diff.encode("utf-8", "surrogateescape"), nl=False)


def _coloured(line: str) -> str:
    colour = _DIFF_COLOURS.get(line[:1])
    return click.style(line, fg=colour) if colour else line


_PATIENCE = 2.0  # seconds


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Shows what is being done on one line of a terminal; silent where there is none."""
    erase = ""

    def show(text: str) -> None:
        nonlocal erase
        before, erase = erase, "\r\033[K"
        click.echo(before + text, nl=False, err=True)

    if not sys.stderr.isatty():
        yield lambda text: None
        return
    try:
        yield show
    finally:
        click.echo(erase, nl=False, err=True)


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Says what is being done where that takes long, as progress, until it is done."""
    with progress() as show:
        timer = Timer(_PATIENCE, show, [f"{what} ..."])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


def note(text: str) -> None:
    """What was done, on stderr."""
    click.echo(f"ppcl: {text}", err=True)
