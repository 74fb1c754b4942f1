"""What the C backend does not take, with the place in the kernel: a remark, or an error where no
kernel is left."""

from collections.abc import Mapping

from ppcl.diag import ExitCode, PpclError
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import children, descendants
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.source import SourceFile

NO_FORM = "PPC303"
NOT_VALID = "PPC306"


class NotCompiled(Exception):
    """Something in a kernel that has no form in C, or that OpenCL does not have; `at` is where it
    stands, `code` says which."""

    def __init__(
        self,
        message: str,
        at: Origin,
        exit_code: ExitCode = ExitCode.SOURCE,
        code: str = NO_FORM,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.exit_code = exit_code
        self.code = code

    def located(self, files: Mapping[str, SourceFile]) -> PpclError:
        """The error for the user."""
        source = files.get(self.at.span.file)
        location = source.location(self.at.span.start) if source is not None else None
        code = "" if self.exit_code is ExitCode.INTERNAL else f" [{self.code}]"
        return PpclError(f"{self.message} (--emit c){code}", location, self.exit_code)


def without_form(node: ex.Expression | st.Statement) -> NotCompiled:
    """The error for a node that C has nothing for."""
    match node:
        case ex.OpaqueExpression(reason=reason) | st.OpaqueStatement(reason=reason) if reason:
            what = reason
        case _:
            what = type(node).__name__
    return NotCompiled(f"{what} has no form in C", node.at)


def recursive(call: ex.Call) -> NotCompiled:
    """The error for a function that calls itself."""
    message = f"'{call.callee}' comes to itself: OpenCL has no recursion"
    return NotCompiled(message, call.at, code=NOT_VALID)


def check_lanes_are_named(node: ex.Expression) -> None:
    """Raises NotCompiled where a number is made of a vector and nothing says of which lane: what
    was read has lost a part of what was written."""
    if isinstance(node, ex.Swizzle | ex.Index | ex.Call | ex.SizeOf | ex.OpaqueExpression):
        return
    is_list = isinstance(node, ex.Binary) and node.op == ","
    below = list(children(node))[is_list:]
    for each in below:
        if isinstance(each, ex.Expression):
            check_is_value(each, node.type)


def check_is_value(node: ex.Expression, wanted: Type) -> None:
    """Raises NotCompiled where a vector stands for a number."""
    if isinstance(node.type, VectorType) and isinstance(wanted, IntType | FloatType):
        message = "internal error: a vector is taken for a number here"
        raise NotCompiled(message, node.at, ExitCode.INTERNAL)


def check_repeatable(node: ex.Expression) -> None:
    """Raises NotCompiled where an expression that generated C evaluates twice has a side effect."""
    for each in descendants(node):
        steps = isinstance(each, ex.Unary) and each.op in ex.STEPS
        if steps or isinstance(each, ex.Assign | ex.Call):
            raise NotCompiled("a side effect here: put it in a statement of its own", each.at)
