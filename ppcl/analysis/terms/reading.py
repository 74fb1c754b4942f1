"""The state of reading a function: what its variables are worth, and the steps so far."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field

from ppcl.analysis.terms.outline import MEMORY, Branch, Effect, Join, Leave, Load, Step, Values
from ppcl.analysis.terms.term import UNDEFINED, Term
from ppcl.ir.expression import Expression
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import Type
from ppcl.ir.unit import Function
from ppcl.source import Span


class NotModelled(Exception):
    """What terms do not say: a kind of node, and where."""

    def __init__(self, what: str, at: Origin) -> None:
        super().__init__(what)
        self.at = at


@dataclass
class Reading:
    """A function in the middle of being read.

    `values` are those of the variables that no pointer can reach, and of memory; `live` is whether
    control comes here. `functions` are the program's own, by key, `under_way` those that are being
    read, `acting` says of those that were asked for whether they have an effect; `shared` are the
    variables that a pointer may reach. `spelled` gives the text of a place, and to read one of
    `volatile` is a step.
    """

    functions: Mapping[str, Function]
    spelled: Callable[[Origin], bytes]
    volatile: Set[Span] = frozenset()
    values: Values = field(default_factory=lambda: {MEMORY: UNDEFINED})
    steps: list[Step] = field(default_factory=list)
    live: bool = True
    shared: set[str] = field(default_factory=set)
    under_way: list[str] = field(default_factory=list)
    acting: dict[str, bool] = field(default_factory=dict)
    breaks: list[Join] = field(default_factory=list)
    continues: list[Join] = field(default_factory=list)
    returns: list[Join] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)

    def branch(
        self, condition: Term, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        """Do one or the other; what either changes is chosen by the condition from here on."""
        outer, start = self.steps, self.values
        first = self._apart(then, start)
        second = self._apart(otherwise, start)
        self.steps = outer
        if first.steps or second.steps:
            outer.append(Branch(condition, first.steps, second.steps))
        self.live = first.live or second.live
        if first.live and second.live:
            self.values = _chosen(condition, first.values, second.values)
        else:
            self.values = first.values if first.live else second.values

    def _apart(self, do: Callable[[], None], start: Values) -> "_Way":
        self.steps, self.values, self.live = [], dict(start), True
        do()
        return _Way(self.steps, self.values, self.live)

    def leave(self, kind: str, join: Join | None) -> None:
        """Control goes to a join (None: out of the function), and no further here."""
        if join is not None:
            join.enter(self.values)
        self.steps.append(Leave(kind))  # type: ignore[arg-type]
        self.live = False

    def effect(self, effect: Effect) -> Term:
        """A step that may write any memory; the result of a call."""
        self.steps.append(effect)
        done = Term("done", (effect,))
        self.values[MEMORY] = done
        return done

    def load(self, address: Term, node: Expression) -> Term:
        """What is at an address of memory now."""
        if node.at.span in self.volatile:
            return self.effect(Effect("load", (node.type,), (address,), node))
        value = Term("load", (), (address, self.values[MEMORY]), node)
        self.steps.append(Load(value, node))
        return value

    def name_of(self, declaration: Declaration) -> str:
        """A variable's name, and which of that name it is: the same in another version."""
        found = self.names.get(declaration.key)
        if found is None:
            same = sum(other.startswith(f"{declaration.name}#") for other in self.names.values())
            found = self.names[declaration.key] = f"{declaration.name}#{same}"
        return found

    def address_of(self, declaration: Declaration, type_: Type) -> Term:
        """The place of a variable that lies in memory, and what has room there."""
        return Term("variable", (self.name_of(declaration), type_))


@dataclass(frozen=True)
class _Way:
    steps: list[Step]
    values: Values
    live: bool


def _chosen(condition: Term, then: Values, otherwise: Values) -> Values:
    found: Values = {}
    for name in then.keys() & otherwise.keys():
        first, second = then[name], otherwise[name]
        same = first is second
        found[name] = first if same else Term("choose", (), (condition, first, second))
    return found
