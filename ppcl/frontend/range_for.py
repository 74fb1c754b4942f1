"""C++ range-based for: its variable, its range, and what it calls without showing it."""

from collections.abc import Iterator

from ppcl.frontend import native
from ppcl.frontend.declarations import loop_variable
from ppcl.frontend.expressions import is_expression
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.statements import opaque_statement, through
from ppcl.frontend.structured import is_structured, structured
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin

_FUNCTIONS = (Kind.FUNCTION, Kind.METHOD, Kind.CONVERSION, Kind.CONSTRUCTOR)


def range_for(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    """A range-based for statement."""
    parts = native.children(cursor)
    declared = _declared(reader, parts[0]) if len(parts) == 3 else ()
    if not declared or not is_expression(parts[1]):
        return opaque_statement(reader, cursor, at, "range-based for")
    body = reader.statement(parts[2])
    return st.RangeFor(
        through(at, body),
        declared[0],
        declared[1:],
        reader.expression(parts[1]),
        body,
        tuple(_calls(reader, native.initializer(parts[0]))),
    )


def _declared(reader: Reader, cursor: Cursor) -> tuple[st.Variable, ...]:
    """The variable, with the names for its parts where it has some; none where it is not known."""
    if is_structured(cursor):
        return structured(reader, cursor, of_range=True)
    return (loop_variable(reader, cursor),) if cursor.kind == Kind.VARIABLE else ()


def _calls(reader: Reader, made: Cursor) -> Iterator[Declaration]:
    """What makes an element of clang's hidden iterator, and what gives that."""
    target = native.referenced(made)
    if made.kind == Kind.CALL and target.kind in _FUNCTIONS:
        reader.use(target)
        yield reader.names.declaration(target)
    for part in native.children(made):
        yield from _calls(reader, part)
    if made.kind == Kind.NAME and native.spelling(target).startswith("__begin"):
        yield from _calls(reader, native.initializer(target))
