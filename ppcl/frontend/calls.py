"""Calls of C and OpenCL C."""

from ppcl.frontend import native
from ppcl.frontend.expressions import opaque, operands
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin


def call(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    """A call of a function by its name, or through a pointer."""
    parts = operands(cursor)
    if not parts:
        return opaque(reader, cursor, at, "call")
    type_ = reader.types.of(cursor)
    callee, arguments = parts[0], tuple(map(reader.expression, parts[1:]))
    target = native.referenced(cursor)
    if target.kind == Kind.FUNCTION:
        name = reader.names.qualified(target)
        return ex.Call(at, type_, name, reader.names.declaration(target), arguments)
    function = reader.expression(callee)
    return ex.Call(at, type_, None, None, arguments, function=function)


CALLS: dict[int, ExpressionReader] = {Kind.CALL: call}
