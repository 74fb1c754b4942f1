"""Terms: what an expression is worth, as operator and operands."""

from dataclasses import dataclass

from ppcl.ir.expression import Expression


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """An operator, what belongs to it (a type, a number, a name, where control comes together), and
    the operands. A load has its expression as `node`.

    Two terms are compared by going through them; one object in two places is one value.
    """

    op: str
    detail: tuple[object, ...] = ()
    parts: "tuple[Term, ...]" = ()
    node: Expression | None = None


UNDEFINED = Term("undefined")
