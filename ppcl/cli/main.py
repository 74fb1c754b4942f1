"""The `ppcl` command."""

import gc
import os
import sys
import traceback

import click

from ppcl import __version__
from ppcl.cli.compile import compile_command
from ppcl.cli.explain import explain_command
from ppcl.cli.graph import graph_command
from ppcl.cli.show import show_error
from ppcl.cli.targets import targets_command
from ppcl.diag import ExitCode, PpclError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ppcl", message="%(prog)s %(version)s")
def commands() -> None:
    """Make OpenCL programs fast on the machine at hand, host and kernels together."""


for _command in (compile_command, graph_command, explain_command, targets_command):
    commands.add_command(_command)


# A run is short and makes next to no cycles of objects: to look for them costs a tenth of it.
_ALLOCATIONS_BETWEEN_COLLECTIONS = 200_000


def main() -> None:
    """Run `ppcl`; every error is one line on stderr, and an exit status of its own."""
    gc.set_threshold(_ALLOCATIONS_BETWEEN_COLLECTIONS)
    try:
        commands(prog_name="ppcl")
    except PpclError as error:
        show_error(error)
        sys.exit(error.exit_code)
    except Exception as error:
        if os.environ.get("PPCL_DEBUG") == "1":
            traceback.print_exc()
        what = f"{type(error).__name__}: {error}"
        message = f"internal error: {what}; please report it (PPCL_DEBUG=1 shows where it is)"
        show_error(PpclError(message, exit_code=ExitCode.INTERNAL))
        sys.exit(ExitCode.INTERNAL)
