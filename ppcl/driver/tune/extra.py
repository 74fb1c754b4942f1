"""Packages that come with the extra `tune`."""

from importlib import import_module
from typing import Any

from ppcl.diag import ExitCode, PpclError


def extra(name: str) -> Any:
    """A module of one of them. Raises PpclError (usage) where it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        message = f"tune needs the package of {name}: pip install 'ppcl[tune]'"
        raise PpclError(message, exit_code=ExitCode.USAGE) from error
