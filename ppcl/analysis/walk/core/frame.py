"""What a walk is in the middle of: activations, what ends early, tries, loops known from before;
and which commands need not happen, though the record has no branch around them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from ppcl.analysis.model import EventNode, LaunchEvent, TransferEvent
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, Value, Written
from ppcl.ir.expression import Call
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Statement
from ppcl.ir.types import Type
from ppcl.ir.unit import Function


class Ended(Exception):
    """The path ends here (exit, abort); caught by the statement that holds the call."""


@dataclass
class Exits:
    """States that leave a loop or switch early; `alive` objects are left when they have."""

    alive: int
    states: list[State] = field(default_factory=list)


@dataclass
class Frame:
    """One activation of a function, by the call with the identity `site`.

    `lengths` are those of variable-length arrays, outermost first, None where one is not followed.
    `variables` are the serials of those that end with it; `alive` are the objects whose
    destructors run when their scopes end, in the order of their construction. `labels` can be
    jumped to from here, each with the number of objects that are alive there; `jumps` holds the
    states that are on their way to a label. `enclosing` are the variables around a lambda that its
    body does not name: what each would be there, None where it cannot be named. `written` says of
    each reference that is returned how the element is written.
    """

    function: Function | None
    site: int = 0
    places: dict[str, tuple[Place, ...]] = field(default_factory=dict)
    types: dict[str, tuple[str, Type]] = field(default_factory=dict)
    lengths: dict[str, tuple[Polynomial | None, ...]] = field(default_factory=dict)
    this: tuple[Place, ...] = ()
    variables: list[int] = field(default_factory=list)
    returned: list[tuple[State, Value]] = field(default_factory=list)
    written: list[Written | None] = field(default_factory=list)
    broken: list[Exits] = field(default_factory=list)
    continued: list[Exits] = field(default_factory=list)
    alive: "list[Ending]" = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    jumps: dict[str, list[State]] = field(default_factory=dict)
    temporaries: "list[Ending]" = field(default_factory=list)
    enclosing: Mapping[str, Polynomial | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Closed:
    """A lambda as a function, and the scope that it was made in: what its body's names mean.

    `held` are the variables of that scope that the body does not name and that it has by copy, or
    not at all (None); those in `referred` are the variables of `maker`, for as long as it lasts.
    `form` is the lambda's: the body of one that is not plain is not what runs. `own` are the keys
    of the variables that it holds and may change.
    """

    function: Function
    places: Mapping[str, tuple[Place, ...]]
    types: Mapping[str, tuple[str, Type]]
    this: tuple[Place, ...]
    maker: Frame
    held: Mapping[str, Polynomial | None]
    referred: frozenset[str]
    form: Literal["plain", "generic", "hidden"] = "plain"
    own: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True)
class Referred:
    """A call for the reference that it returns (the address, as a value), as what the walk
    evaluates."""

    call: Call


@dataclass(frozen=True)
class Ending:
    """The end of an object, as what the walk executes: its destructor runs, or the function that a
    variable's `cleanup` names. `optional` counts the operands around the place where it began that
    need not be evaluated."""

    place: Place
    type: Type
    at: Origin | None
    cleanup: Declaration | None = None
    optional: int = 0


@dataclass(frozen=True)
class Throw:
    """A place where an exception may leave: what memory holds there, what is known, what is alive
    in each frame that it leaves, and where the record stands, with so many events in it."""

    cells: Mapping[int, Mapping[int, Value]]
    guards: tuple[Guard, ...]
    alive: tuple[tuple[Ending, ...], ...]
    record: list[EventNode] | None
    recorded: int


@dataclass
class Trying:
    """A `try` whose body is being walked: what its handlers may start from so far.

    `frames`, `alive` and `temporaries` say what is unwound to get there; `path` is where it
    stands; `last` is the place that was come by last.
    """

    node: Statement
    frames: int
    alive: int
    temporaries: int
    path: tuple[int, ...]
    catches_all: bool
    thrown: State | None = None
    last: Throw | None = None


@dataclass
class Passing:
    """The commands that paths go past, `skippable`, by their order; `optional` counts the operands
    around that need not be evaluated."""

    optional: int = 0
    skippable: set[int] = field(default_factory=set)

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """For a while, an operand is walked that need not be evaluated."""
        self.optional += 1
        try:
            yield
        finally:
            self.optional -= 1

    def note(self, event: EventNode, frames: Sequence[Frame], trying: Sequence[Trying]) -> None:
        """An event is recorded: within these activations, in these `try`s."""
        if not isinstance(event, LaunchEvent | TransferEvent):
            return
        if self.optional or _was_left(frames) or any(each.thrown is not None for each in trying):
            self.skippable.add(event.order)


def _was_left(frames: Sequence[Frame]) -> bool:
    """Whether a path that goes on has gone past this place: out of a call, a loop or a switch, or
    to a label. Where main itself returns, none goes on."""
    ways = (way for frame in frames for way in (*frame.broken, *frame.continued))
    return (
        any(frame.returned for frame in frames[1:])
        or any(frame.jumps for frame in frames)
        or any(way.states for way in ways)
    )


@dataclass
class LoopMemo:
    """What earlier walks of a loop found: the cells that it changes, with the handles and pointers
    that it leaves there, and whether it counts."""

    cells: dict[tuple[int, int], Value]
    countable: bool


# A part of an object as it is accessed: its size, and whether it is a floating point number.
Piece = tuple[int, bool]
