"""Statements and the variables that they declare."""

from typing import Literal

from ppcl.ir.expression import Expression
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import AddressSpace, Type
from ppcl.source.value_class import value_class


@value_class(slots=True)
class Variable:
    """A declared variable; `at` is its whole declarator with the initialiser.

    `lengths` are those of its array type as written, outermost first, where one is not a constant.
    `cleanup` is the function that runs with its address where its scope ends (GNU C); `weak` gives
    way to another definition; `part`: one of the names of a structured binding, a reference to a
    part of the hidden variable in front of it.
    """

    at: Origin
    declaration: Declaration
    type: Type
    init: Expression | None
    storage: Literal["auto", "static", "extern", "global"]
    space: AddressSpace = AddressSpace.PRIVATE
    const: bool = False
    lengths: tuple[Expression, ...] = ()
    cleanup: Declaration | None = None
    weak: bool = False
    part: bool = False


@value_class(slots=True)
class Declare:
    """`int a = 1, *b;`."""

    at: Origin
    variables: tuple[Variable, ...]


@value_class(slots=True)
class Evaluate:
    """An expression as a statement."""

    at: Origin
    expression: Expression


@value_class(slots=True)
class Block:
    """`{ ... }`: a scope, unless it only groups statements of the block around it."""

    at: Origin
    body: "tuple[Statement, ...]"
    scope: bool = True


@value_class(slots=True)
class If:
    """`if (condition) then else otherwise`."""

    at: Origin
    condition: Expression
    then: "Statement"
    otherwise: "Statement | None"


@value_class(slots=True)
class For:
    """`for (init; condition; step) body`."""

    at: Origin
    init: "Statement | None"
    condition: Expression | None
    step: Expression | None
    body: "Statement"


@value_class(slots=True)
class RangeFor:
    """C++ `for (variable : range) body`. `calls` are the functions that give its hidden
    iterator, and make an element of that; `parts` the names of a structured binding."""

    at: Origin
    variable: Variable
    parts: tuple[Variable, ...]
    range: Expression
    body: "Statement"
    calls: tuple[Declaration, ...] = ()


@value_class(slots=True)
class While:
    """`while (condition) body`."""

    at: Origin
    condition: Expression
    body: "Statement"


@value_class(slots=True)
class DoWhile:
    """`do body while (condition);`."""

    at: Origin
    body: "Statement"
    condition: Expression


@value_class(slots=True)
class Switch:
    """`switch (subject) body`."""

    at: Origin
    subject: Expression
    body: "Statement"


@value_class(slots=True)
class Case:
    """`case value:` (None: `default:`) and the statement that it labels."""

    at: Origin
    value: Expression | None
    body: "Statement"


@value_class(slots=True)
class Return:
    """`return value;`."""

    at: Origin
    value: Expression | None


@value_class(slots=True)
class Break:
    """`break;`."""

    at: Origin


@value_class(slots=True)
class Continue:
    """`continue;`."""

    at: Origin


@value_class(slots=True)
class Empty:
    """`;`."""

    at: Origin


@value_class(slots=True)
class Goto:
    """`goto label;`; None where the label is computed."""

    at: Origin
    label: str | None


@value_class(slots=True)
class Label:
    """`name: body`."""

    at: Origin
    name: str
    body: "Statement"


@value_class(slots=True)
class Handler:
    """`catch (variable) body`; without a variable's name or type (`catch (...)`) it is None."""

    at: Origin
    variable: Variable | None
    body: "Statement"
    catches_all: bool


@value_class(slots=True)
class Try:
    """`try body` and its handlers."""

    at: Origin
    body: "Statement"
    handlers: tuple[Handler, ...]


@value_class(slots=True)
class OpaqueStatement:
    """What ppcl cannot model (inline assembly, what is not understood): why, and the parts."""

    at: Origin
    reason: str
    parts: "tuple[Statement | Expression, ...]"


Statement = (
    Declare
    | Evaluate
    | Block
    | If
    | For
    | RangeFor
    | While
    | DoWhile
    | Switch
    | Case
    | Return
    | Break
    | Continue
    | Empty
    | Goto
    | Label
    | Handler
    | Try
    | OpaqueStatement
)
