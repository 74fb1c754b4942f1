"""The folder for what takes long to make and is kept from one run to the next."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The user's cache folder for ppcl (XDG Base Directory Specification)."""
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "ppcl"
