"""What is merged, and why a text is none of merged work-items."""

from dataclasses import dataclass, replace
from typing import Literal

from ppcl.ir.expression import IntLiteral, NameRef
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import IntType
from ppcl.ir.unit import Attribute, Function, Parameter
from ppcl.source import Span

_INT = IntType("int", 32, True)
# The attributes that give the size of a kernel's groups (OpenCL C 1.2, 6.7.2).
GROUP_SIZES = frozenset({"reqd_work_group_size", "work_group_size_hint"})


class NotMerged(Exception):
    """Why a kernel is not read as one of merged work-items, and where."""

    def __init__(self, reason: str, at: Origin) -> None:
        super().__init__(reason)
        self.at = at


# Which work-items are merged. "blocked": neighbours; number `item` of work-item `i` is
# `i * factor + item`. "strided": those of a group that lie as far from each other as it is long
# then, so that neighbours stay neighbours of the next work-item's. "spread": the same in the whole
# NDRange, where a kernel does not see its groups.
Numbering = Literal["blocked", "strided", "spread"]

# What becomes of groups. "smaller": they do what they did, with fewer work-items. "fewer": they are
# as large as they were; "rounded": so they are, and the last work-items may be more than those that
# there were.
Groups = Literal["smaller", "fewer", "rounded"]


@dataclass(frozen=True)
class Merge:
    """`factor` work-items along a dimension of the NDRange are one, which does them in loops whose
    counter is called `item`; `groups` is what becomes of those."""

    dimension: int
    factor: int
    item: str
    numbering: Numbering = "blocked"
    groups: Groups = "smaller"

    @property
    def declaration(self) -> Declaration:
        """The parameter that stands for the number."""
        return Declaration(self.item, f"#merged {self.item}")

    def number(self, at: Origin) -> NameRef:
        """The number, as an expression."""
        return NameRef(at, _INT, self.declaration, "parameter")

    def literal(self, at: Origin, number: int | None = None) -> IntLiteral:
        """The factor, or another number, as the text has it: by no name."""
        nowhere = Origin(Span(at.span.file, at.span.start, at.span.start))
        return IntLiteral(nowhere, _INT, self.factor if number is None else number)

    def with_number(self, function: Function) -> Function:
        """The function with that parameter, its last."""
        parameter = Parameter(function.name_at, self.declaration, _INT)
        return replace(function, parameters=(*function.parameters, parameter))

    def with_groups(self, function: Function) -> Function:
        """The function with groups that are as much smaller, where attributes give their size."""
        if self.groups != "smaller":
            return function
        return replace(function, attributes=tuple(map(self._divided, function.attributes)))

    def _divided(self, attribute: Attribute) -> Attribute:
        sizes = list(attribute.arguments)
        if attribute.name not in GROUP_SIZES or len(sizes) != 3:
            return attribute
        if sizes[self.dimension] % self.factor:
            return attribute
        sizes[self.dimension] //= self.factor
        return Attribute(attribute.name, tuple(sizes), ", ".join(map(str, sizes)))
