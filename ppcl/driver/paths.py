"""Places as the user can click on them: relative to the working directory, not to the program."""

import os
from dataclasses import replace
from pathlib import Path

from ppcl.diag import PpclError, Remark
from ppcl.source import Location


def shown_path(root: Path, path: str) -> str:
    """A path of the program (relative to `root`) as the user would name it."""
    return os.path.normpath(root / path)


def shown_location(root: Path, location: Location) -> Location:
    """A place of the program as the user would name it."""
    return replace(location, file=shown_path(root, location.file))


def shown_remark(root: Path, remark: Remark) -> Remark:
    """A remark with its places as the user would name them."""
    return remark.placed(lambda location: shown_location(root, location))


def shown_error(root: Path, error: PpclError) -> PpclError:
    """An error with its place as the user would name it."""
    if error.location is None:
        return error
    return PpclError(error.message, shown_location(root, error.location), error.exit_code)


def is_inside(path: str) -> bool:
    """Whether a path of the program lies in the program's folder."""
    return not path.startswith(("../", "/"))
