"""What a function does, in its order: steps, and the places where control comes together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ppcl.analysis.terms.term import Term
from ppcl.ir.expression import Expression
from ppcl.ir.node import Origin

# What each variable is worth at a place, by its name and which of that name it is; memory as a
# whole is one of them.
Values = dict[str, Term]
MEMORY = "(memory)"
RESULT = "(result)"


@dataclass(eq=False)
class Join:
    """A place that control comes to in several ways: the values of each, in the text's order."""

    entries: list[Values] = field(default_factory=list)

    def value(self, name: str) -> Term:
        """What a variable is worth there, whichever way was taken."""
        return Term("value", (self, name))

    def enter(self, values: Values) -> None:
        """Control comes here with these values."""
        self.entries.append(dict(values))


@dataclass(eq=False)
class Effect:
    """A store (its place and its value), a load of a volatile place, or a call that may do anything
    (its arguments). `detail` is what belongs to it: a type, a name."""

    kind: Literal["store", "load", "call"]
    detail: tuple[object, ...]
    terms: tuple[Term, ...]
    node: Expression


@dataclass(eq=False)
class Load:
    """A place that is read, by the term of what is read there: that control came to it."""

    value: Term
    node: Expression

    @property
    def place(self) -> Term:
        """The place's term."""
        return self.value.parts[0]


@dataclass(eq=False)
class Branch:
    """Steps that are done where a condition holds, and those that are done otherwise."""

    condition: Term
    then: "list[Step]"
    otherwise: "list[Step]"


@dataclass(eq=False)
class Leave:
    """Control leaves for a join, or the function: always, or `unless` a condition holds."""

    kind: Literal["exit", "break", "continue", "return"]
    unless: Term | None = None


@dataclass(eq=False)
class Loop:
    """Steps that are repeated. Control comes together at its `head`, in front of its step
    (`again`) and `after` it."""

    head: Join
    again: Join
    after: Join
    body: "list[Step]"
    at: Origin


@dataclass(eq=False)
class Case:
    """Labels in a switch (None: default), the join there, and how many steps are before it:
    those that do more than read, and all of them."""

    labels: tuple[Term | None, ...]
    join: Join
    before: int
    first: int


@dataclass(eq=False)
class Region:
    """Steps that control may leave for what comes `after`: those of a function that was called, or
    of a switch. That has a `subject`, which chooses one of the `cases`."""

    after: Join
    body: "list[Step]"
    subject: Term | None = None
    cases: list[Case] = field(default_factory=list)


Step = Effect | Load | Branch | Leave | Loop | Region


def done(steps: "Sequence[Step]") -> "list[Step]":
    """The steps without loads, and without branches in which nothing else is done."""
    return [step for step in steps if not is_quiet(step)]


def is_quiet(step: Step) -> bool:
    """Whether a step only reads: what it reads, and when, is a question of its own."""
    if isinstance(step, Branch):
        return not done(step.then) and not done(step.otherwise)
    return isinstance(step, Load)


@dataclass(frozen=True)
class Outline:
    """A function's steps, and what the variables of its file begin with, by name."""

    steps: tuple[Step, ...]
    constants: Mapping[str, Term]
