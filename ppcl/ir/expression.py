"""Expressions, typed, each with its exact place."""

from typing import TYPE_CHECKING, Literal

from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import Type
from ppcl.source.value_class import value_class

if TYPE_CHECKING:
    from ppcl.ir.statement import Block, Statement, Variable


@value_class(slots=True)
class IntLiteral:
    """An integer, boolean or character constant, or an enumerator."""

    at: Origin
    type: Type
    value: int


@value_class(slots=True)
class FloatLiteral:
    """A floating constant."""

    at: Origin
    type: Type
    value: float


@value_class(slots=True)
class StringLiteral:
    """A string constant after concatenation and escapes, without the final zero."""

    at: Origin
    type: Type
    value: bytes


@value_class(slots=True)
class NameRef:
    """The use of a variable, parameter or function."""

    at: Origin
    type: Type
    declaration: Declaration
    kind: Literal["variable", "parameter", "function"]


# The unary operators that change their operand.
STEPS = ("++x", "--x", "x++", "x--")


@value_class(slots=True)
class Unary:
    """`op operand`: one of `+ - ! ~ * &`, or `++x --x x++ x--`."""

    at: Origin
    type: Type
    op: str
    operand: "Expression"


@value_class(slots=True)
class Binary:
    """`left op right`, the comma operator included; never an assignment."""

    at: Origin
    type: Type
    op: str
    left: "Expression"
    right: "Expression"


@value_class(slots=True)
class Assign:
    """`target op value`, op one of `= += -= *= /= %= &= |= ^= <<= >>=`.

    `begins`: what a constructor begins a base or member with, in the form of an assignment.
    """

    at: Origin
    type: Type
    op: str
    target: "Expression"
    value: "Expression"
    begins: bool = False


@value_class(slots=True)
class Conditional:
    """`condition ? then : otherwise`."""

    at: Origin
    type: Type
    condition: "Expression"
    then: "Expression"
    otherwise: "Expression"


@value_class(slots=True)
class Call:
    """A call. `callee` is the (qualified) name, `target` the declaration, where they are known.

    A method has its object as `receiver`; an overloaded operator is a method named
    `operator[]`, `operator=`, ... For a call through a pointer `callee` is None and `function`
    the called expression. `dynamic`: the object's class says which overrider is called.
    `references` are the arguments that the declaration takes by reference, None where it is not
    known; `gives_reference`: the result is a reference.
    """

    at: Origin
    type: Type
    callee: str | None
    target: Declaration | None
    arguments: "tuple[Expression, ...]"
    receiver: "Expression | None" = None
    function: "Expression | None" = None
    dynamic: bool = False
    references: frozenset[int] | None = None
    gives_reference: bool = False

    @property
    def method(self) -> str:
        """The name of what is called, without its class or namespace."""
        return (self.callee or "").rsplit("::", 1)[-1]


@value_class(slots=True)
class Index:
    """`base[index]` of a pointer, array or vector type."""

    at: Origin
    type: Type
    base: "Expression"
    index: "Expression"


@value_class(slots=True)
class Member:
    """`base.name`, or `base->name` where `arrow`. `this->x` written as `x` has a This base."""

    at: Origin
    type: Type
    base: "Expression"
    name: str
    arrow: bool


@value_class(slots=True)
class Swizzle:
    """`base.xyz`, `base.s01`, `base.lo`: the named components of a vector (empty: not known)."""

    at: Origin
    type: Type
    base: "Expression"
    components: str


@value_class(slots=True)
class VectorLiteral:
    """`(float4)(a, b, c, d)`."""

    at: Origin
    type: Type
    elements: "tuple[Expression, ...]"


@value_class(slots=True)
class Cast:
    """A conversion to `type`; `implicit` where the text does not show it."""

    at: Origin
    type: Type
    operand: "Expression"
    implicit: bool


@value_class(slots=True)
class SizeOf:
    """`sizeof`; `value` in bytes, None where it depends on a VLA or a template. `varies`: another
    compiler may give another one. The operand is not evaluated, so that it is no part of the tree;
    `named` are the variables that it names by themselves, and where."""

    at: Origin
    type: Type
    value: int | None
    varies: bool = False
    named: tuple[tuple[Declaration, Origin], ...] = ()


@value_class(slots=True)
class InitList:
    """`{a, b, c}`, in order of the elements or fields; None for an element left out."""

    at: Origin
    type: Type
    elements: "tuple[Expression | None, ...]"


@value_class(slots=True)
class Construct:
    """A C++ constructor call: `T x(a, b)`, `T(a)`; `target` is the constructor. `references` are
    as of a call."""

    at: Origin
    type: Type
    target: Declaration | None
    arguments: "tuple[Expression, ...]"
    references: frozenset[int] | None = None


@value_class(slots=True)
class New:
    """`new T[count]` or `new T(arguments)`; `target` is the constructor of a class."""

    at: Origin
    type: Type
    allocated: Type
    count: "Expression | None"
    arguments: "tuple[Expression, ...]"
    target: Declaration | None = None


@value_class(slots=True)
class Delete:
    """`delete p` or `delete[] p`."""

    at: Origin
    type: Type
    operand: "Expression"


@value_class(slots=True)
class This:
    """C++ `this`, written or implied."""

    at: Origin
    type: Type


@value_class(slots=True)
class StatementExpression:
    """GNU C's `({ body; value; })`: statements, and the last one's value where it has one."""

    at: Origin
    type: Type
    body: "tuple[Statement, ...]"
    value: "Expression | None"


@value_class(slots=True)
class Lambda:
    """A lambda; `result` is the type of what a call of it gives.

    `copied` and `referred` are the keys of variables that are listed as captured by copy, or by
    reference; with `copies_rest` or `refers_rest` so are all others that it names. `made` are the
    variables that captures make (`[p = table]`). Of a generic lambda each call names an instance,
    and `body` only shows what these name; of a hidden one that is all that is known. A mutable one
    may change what it has by copy.
    """

    at: Origin
    type: Type
    parameters: "tuple[Variable, ...]"
    copied: tuple[str, ...]
    referred: tuple[str, ...]
    copies_rest: bool
    refers_rest: bool
    made: "tuple[Variable, ...]"
    body: "Block"
    result: Type
    form: Literal["plain", "generic", "hidden"] = "plain"
    mutable: bool = False


@value_class(slots=True)
class Throw:
    """`throw value`; without a value, what is handled is thrown again."""

    at: Origin
    type: Type
    value: "Expression | None"


@value_class(slots=True)
class OpaqueExpression:
    """What ppcl cannot model (a generic lambda): why, and the parts."""

    at: Origin
    type: Type
    reason: str
    parts: "tuple[Expression, ...]"


Expression = (
    IntLiteral
    | FloatLiteral
    | StringLiteral
    | NameRef
    | Unary
    | Binary
    | Assign
    | Conditional
    | Call
    | Index
    | Member
    | Swizzle
    | VectorLiteral
    | Cast
    | SizeOf
    | InitList
    | Construct
    | New
    | Delete
    | This
    | StatementExpression
    | Lambda
    | Throw
    | OpaqueExpression
)
