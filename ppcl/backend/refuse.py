"""What the C backend does not take: an error with the place in the kernel."""

from collections.abc import Mapping

from ppcl.diag import ExitCode, PpclError
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
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


def check_repeatable(node: ex.Expression) -> None:
    """Raises Refused where an expression that generated C evaluates twice has a side effect."""
    for each in descendants(node):
        steps = isinstance(each, ex.Unary) and each.op in ex.STEPS
        if steps or isinstance(each, ex.Assign | ex.Call):
            raise Refused("a side effect here: put it in a statement of its own", each.at)
