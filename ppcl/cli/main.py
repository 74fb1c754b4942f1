"""The `ppcl` command."""

import errno
import gc
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module

import click

from ppcl import __version__
from ppcl.cli.errors import show_error
from ppcl.diag import ExitCode, PpclError

# The commands and what `--help` says of each. The module `ppcl.cli.NAME` has a NAME_command; only
# that of the command at hand is imported, as what most of them stand on takes long to load.
COMMANDS: Mapping[str, str] = {
    "compile": "Rewrite an OpenCL program, host and kernels, for a platform.",
    "explain": "Explain a remark's code, a pass, or what ppcl knows of a line.",
    "flags": "Print what a build of the C that `ppcl compile --emit c -o OUT` made needs.",
    "graph": "Show what host and kernels share: launches, aliases, the graph of both (WII-CFG).",
    "sites": "List what passes could do to a program, site by site, and what they expect to gain.",
    "targets": "List the platforms, here and elsewhere, or every fact about one with its source.",
    "target": "Make a target of this machine (`ppcl targets` lists those that there are).",
    "verify": "Run a program before and after ppcl's rewrites, and compare what its host sees.",
    "bench": "Time a program before and after ppcl's rewrites, in turns, on each platform.",
    "tune": "Measure what the passes could do to a program, and write down what is best where.",
    "capture": "Run a program once and keep launches of its kernels, which `ppcl replay` runs.",
    "replay": "Run captured launches alone: compare what they leave, and time them.",
    "doctor": "Say which platforms, compilers and tools are here, and what is missing.",
}


# Set where a shell asks how a line could go on.
_COMPLETING = "_PPCL_COMPLETE"


def command(name: str) -> click.Command:
    """A command, loaded."""
    module = import_module(f"ppcl.cli.{name}")
    loaded: click.Command = getattr(module, f"{name}_command")
    return loaded


def _commands(arguments: Sequence[str]) -> click.Group:
    """All commands; those that the arguments do not name have nothing but their help."""

    @click.group(context_settings={"help_option_names": ["-h", "--help"]})
    @click.version_option(__version__, prog_name="ppcl", message="%(prog)s %(version)s")
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colours; by default on a terminal, unless NO_COLOR is set.",
    )
    @click.pass_context
    def group(context: click.Context, color: str) -> None:
        """Make OpenCL programs fast on the machine at hand, host and kernels together."""
        plain = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
        context.color = False if plain else True if color == "always" else None

    completing = _COMPLETING in os.environ
    for name, text in COMMANDS.items():
        loaded = completing or name in arguments
        group.add_command(command(name) if loaded else click.Command(name, help=text))
    return group


# A run is short and makes next to no cycles of objects: to look for them costs a tenth of it.
_ALLOCATIONS_BETWEEN_COLLECTIONS = 1_000_000


# What a file or a pipe that output goes to may answer.
_NO_MORE_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


@contextmanager
def _ended_by_interrupts() -> Iterator[None]:
    """Within, an interrupt ends the process, wherever it is; what must clear up first says so
    (`interruptible`, `write_files`)."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def main() -> None:
    """Run `ppcl`; every error is one line on stderr, and an exit status of its own."""
    gc.set_threshold(_ALLOCATIONS_BETWEEN_COLLECTIONS)
    try:
        with _ended_by_interrupts():
            _commands(sys.argv[1:])(prog_name="ppcl")
    except PpclError as error:
        show_error(error)
        sys.exit(error.exit_code)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _NO_MORE_ROOM:
            show_error(PpclError(f"cannot write the output: {error.strerror}"))
            sys.exit(ExitCode.USAGE)
        if os.environ.get("PPCL_DEBUG") == "1":
            traceback.print_exc()
        what = f"{type(error).__name__}: {error}"
        message = f"internal error: {what}; please report it (PPCL_DEBUG=1 shows where it is)"
        show_error(PpclError(message, exit_code=ExitCode.INTERNAL))
        sys.exit(ExitCode.INTERNAL)
