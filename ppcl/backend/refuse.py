"""What the C backend does not take: an error with the place in the kernel."""

from collections.abc import Mapping

from ppcl.diag import ExitCode, PpclError
from ppcl.ir.node import Origin
from ppcl.source import SourceFile


class Refused(Exception):
    """Something in a kernel that has no form in C; `at` is where it stands."""

    def __init__(self, message: str, at: Origin) -> None:
        super().__init__(message)
        self.message = message
        self.at = at

    def located(self, files: Mapping[str, SourceFile]) -> PpclError:
        """The error for the user."""
        source = files.get(self.at.span.file)
        location = source.location(self.at.span.start) if source is not None else None
        return PpclError(f"{self.message} (--emit c)", location, ExitCode.SOURCE)
