"""Whether two versions of a kernel compute the same (DESIGN.md, "One equivalence").

Both outlines are gone through side by side: each store, call, branch and way out of a loop must
have its partner, done with the same values. Loops are shown by induction: what a variable is worth
at a place where control comes together is the same if it is the same along each way to it. Where
elements are declared to have moved, places are those that the comparison of events paired.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.terms import (
    Branch,
    Effect,
    Join,
    Leave,
    Load,
    Loop,
    Outline,
    Region,
    Step,
    Term,
    done,
)
from ppcl.ir.expression import Expression, Swizzle
from ppcl.source import Span
from ppcl.transform.checks.loads import Question, quiet_loads, uncovered
from ppcl.transform.checks.looks import NO_PARTNERS, look
from ppcl.transform.checks.moved import is_the_launchs, parts_of, terms_of
from ppcl.transform.checks.sums import is_sum, matched

Pairs = Set[tuple[Span, Span]]
# Operators that give a part of what their first operand is the place of.
_PARTS = frozenset({"element", "member", "lanes", "cast", "+", "-", "+=", "-="})


Runs = Callable[[Loop, Sequence[Loop], Load], bool]


def never(loop: Loop, crossed: Sequence[Loop], load: Load) -> bool:
    """That no loop is known to run."""
    del loop, crossed, load
    return False


@dataclass(frozen=True)
class Allowed:
    """What may differ: the places of accesses through the parameters `moved` (by index), as
    `paired`, and what the scalar parameters `changed` are worth, which nothing else may use.
    `runs` is whether an old loop runs, as in `loads.Question`."""

    moved: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()
    paired: Pairs = frozenset()
    runs: Runs = never


def difference(before: Outline, after: Outline, allowed: Allowed) -> Expression | str | None:
    """What two outlines do not have in common, None where they do the same: the expression of the
    old one whose value differs, or words."""
    comparison = _Comparison(allowed, before)
    try:
        comparison.steps(before.steps, after.steps)
        comparison.constants(before.constants, after.constants)
        comparison.values()
        comparison.loads(before.steps, after.steps)
    except _Differs as found:
        return found.node or str(found)
    return None


class _Differs(Exception):
    def __init__(self, what: str, node: Expression | None = None) -> None:
        super().__init__(what)
        self.node = node


@dataclass(frozen=True)
class _Asked:
    """Two terms that must be worth the same, and for which expression."""

    before: Term
    after: Term
    node: Expression | None


@dataclass
class _Comparison:
    allowed: Allowed
    old: Outline
    partners: dict[object, object] = field(default_factory=dict)
    questions: list[_Asked] = field(default_factory=list)
    asked: set[tuple[int, int]] = field(default_factory=set)
    effects: list[tuple[Effect, Effect]] = field(default_factory=list)
    joined: set[tuple[Join, str, Join, str]] = field(default_factory=set)
    looks: dict[int, str] = field(default_factory=dict)
    lists: dict[int, int] = field(default_factory=dict)

    def steps(self, before: Sequence[Step], after: Sequence[Step]) -> None:
        """Pair the steps; the values that they are done with are asked for."""
        self.lists[id(before)] = id(after)
        self._moved_loads(before, after)
        old_steps, new_steps = done(before), done(after)
        same = len(old_steps) == len(new_steps)
        _require(same, "there are more, or fewer, steps than before")
        for old, new in zip(old_steps, new_steps, strict=True):
            self._step(old, new)

    def _moved_loads(self, before: Sequence[Step], after: Sequence[Step]) -> None:
        """Pair the loads of moved data that stand in two lists of steps, in their order: of two in
        one place of the text (a function's that is called twice) only that tells them apart."""
        old_loads, new_loads = (
            [load for load in quiet_loads(steps) if self._moves(load.place)]
            for steps in (before, after)
        )
        same = len(old_loads) == len(new_loads)
        _require(same, "there are more, or fewer, loads of data that moved")
        for old, new in zip(old_loads, new_loads, strict=True):
            self.partners[old.value] = new.value

    def loads(self, before: Sequence[Step], after: Sequence[Step]) -> None:
        """Each load runs only where an old one of its place ran."""
        looks = self._look_of_old, self._look_of_new
        question = Question(self._same_place, self.allowed.runs, *looks)
        found = uncovered(before, after, self.lists, question)
        if found is not None:
            raise _Differs("a load that may run where none ran before", found.node)

    def _same_place(self, before: Load, after: Load) -> bool:
        if self._moves(before.place):
            return self.partners.get(before.value) is after.value
        if _root_of(before.place) != _root_of(after.place):
            return False
        same = self._look_of_old(before.place) == self._look_of_new(after.place)
        return same or self._is_worth(before, after)

    def _is_worth(self, before: Load, after: Load) -> bool:
        """Whether two places are the same by what they are made of, as values are asked for."""
        trial = _Comparison(self.allowed, self.old, self.partners, looks=self.looks)
        trial.joined |= self.joined
        try:
            trial._ask(before.place, after.place)
            trial.values()
        except _Differs:
            return False
        return True

    def _moves(self, place: Term) -> bool:
        return _parameter_of(place) in self.allowed.moved

    def constants(self, before: Mapping[str, Term], after: Mapping[str, Term]) -> None:
        """What the file's variables begin with is asked for."""
        _require(before.keys() == after.keys(), "there are other constants than before")
        for name, value in before.items():
            self._ask(value, after[name])

    def _step(self, before: Step, after: Step) -> None:
        self.partners[before] = after
        match before, after:
            case Effect(), Effect():
                self._effect(before, after)
            case Branch(), Branch():
                self._ask(before.condition, after.condition)
                self.steps(before.then, after.then)
                self.steps(before.otherwise, after.otherwise)
            case Leave(), Leave():
                alike = before.kind == after.kind
                _require(alike and self._optional(before.unless, after.unless), "another way out")
            case Loop(), Loop():
                self._join(before.head, after.head)
                self._join(before.again, after.again)
                self._join(before.after, after.after)
                self.steps(before.body, after.body)
            case Region(), Region():
                self._region(before, after)
            case _:
                raise _Differs("the steps come in another order than before")

    def _effect(self, before: Effect, after: Effect) -> None:
        alike = (before.kind, before.detail) == (after.kind, after.detail)
        if not alike or len(before.terms) != len(after.terms):
            raise _Differs("another effect", before.node)
        self.effects.append((before, after))

    def _region(self, before: Region, after: Region) -> None:
        self._join(before.after, after.after)
        _require(self._optional(before.subject, after.subject), "another kind of step")
        _require(len(before.cases) == len(after.cases), "there are more, or fewer, cases")
        for old, new in zip(before.cases, after.cases, strict=True):
            same = old.before == new.before and len(old.labels) == len(new.labels)
            labels = zip(old.labels, new.labels, strict=False)
            _require(same and all(self._optional(*pair) for pair in labels), "another case")
            self._join(old.join, new.join)
        self.steps(before.body, after.body)

    def _join(self, before: Join, after: Join) -> None:
        self.partners[before] = after
        same = len(before.entries) == len(after.entries)
        _require(same, "control comes together in another way")

    def _optional(self, before: Term | None, after: Term | None) -> bool:
        if before is not None and after is not None:
            self._ask(before, after)
        return (before is None) == (after is None)

    def _ask(self, before: Term, after: Term, node: Expression | None = None) -> None:
        if (id(before), id(after)) not in self.asked:
            self.asked.add((id(before), id(after)))
            self.questions.append(_Asked(before, after, node))

    def values(self) -> None:
        """Answer all questions, those that come of them too; all steps are paired now."""
        for old, new in self.effects:
            pairs = list(zip(old.terms, new.terms, strict=True))
            moved = old.kind != "call" and self._moved(pairs[0], old.node, new.node)
            for before, after in pairs[1:] if moved else pairs:
                self._ask(before, after, old.node)
        while self.questions:
            self._answer(self.questions.pop())

    def _answer(self, question: _Asked) -> None:
        before, after, node = question.before, question.after, question.node or question.before.node
        pairs = self._as_sums(before, after)
        if pairs is not None:
            for old, new in pairs:
                self._ask(old, new, node)
            return
        if before.op != after.op or len(before.parts) != len(after.parts):
            raise _Differs(f"'{before.op}' became '{after.op}'", node)
        if before.op == "value":
            self._joined(before, after, node)
        elif before.op == "done":
            same = self.partners.get(before.detail[0]) is after.detail[0]
            _require(same, "a value comes of another step", node)
        else:
            _require(before.detail == after.detail, "another value", node)
            known = before.op != "parameter" or before.detail[0] not in self.allowed.changed
            _require(known, "a use of an argument that is passed another value", node)
        for old, new in self._parts(before, after):
            self._ask(old, new, node)

    def _parts(self, before: Term, after: Term) -> Sequence[tuple[Term, Term]]:
        parts = list(zip(before.parts, after.parts, strict=True))
        partners = self.partners.get(before) is after
        moved = partners and self._moved(parts[0], before.node, after.node)
        return parts[1:] if moved else parts

    def _as_sums(self, before: Term, after: Term) -> Sequence[tuple[Term, Term]] | None:
        if not (is_sum(before) and is_sum(after)):
            return None
        if self._look_of_old(before) == self._look_of_new(after):
            return None
        return matched(before, after, self._look_of_old, self._look_of_new)

    def _look_of_old(self, term: Term) -> str:
        return look(term, self.partners, self.looks, self._moves)

    def _look_of_new(self, term: Term) -> str:
        return look(term, NO_PARTNERS, self.looks, self._moves)

    def _joined(self, before: Term, after: Term, node: Expression | None) -> None:
        (join, name), (other, new_name) = before.detail, after.detail
        assert isinstance(join, Join)
        assert isinstance(other, Join)
        _require(self.partners.get(join) is other, "a value of another place", node)
        key = (join, str(name), other, str(new_name))
        if key in self.joined:
            return
        self.joined.add(key)
        for old, new in zip(join.entries, other.entries, strict=True):
            _require(str(name) in old and str(new_name) in new, "a value that is not known", node)
            self._ask(old[str(name)], new[str(new_name)], node)

    def _moved(
        self, places: tuple[Term, Term], before: Expression | None, after: Expression | None
    ) -> bool:
        """Whether two places are one that was moved as declared: that of a pair of accesses."""
        if before is None or after is None or not self.allowed.moved:
            return False
        old, new = (_parameter_of(place) for place in places)
        paired = (_whole(before).at.span, _whole(after).at.span) in self.allowed.paired
        if not paired or old != new or old not in self.allowed.moved:
            return False
        if _lanes_of(places[0]) != _lanes_of(places[1]):
            return False
        self._made_of(*places, before)
        return True

    def _made_of(self, before: Term, after: Term, node: Expression) -> None:
        """Ask for all that a new place is made of: the old one has it, or the old text does and it
        is no more one place's than another's."""
        own = {self._look_of_old(part): part for part in parts_of(before)}
        for part in parts_of(after):
            known = self._look_of_new(part)
            old = own.get(known) or self.known.get(known)
            if old is None or not (known in own or is_the_launchs(old)):
                raise _Differs("a part of a place that is new", node)
            self._ask(old, part, node)

    @cached_property
    def known(self) -> Mapping[str, Term]:
        """The terms of the old text, by what they look like."""
        return {self._look_of_old(term): term for term in terms_of(self.old)}


def _whole(node: Expression) -> Expression:
    """The vector that an expression names components of: events are of the whole."""
    while isinstance(node, Swizzle):
        node = node.base
    return node


def _lanes_of(place: Term) -> list[tuple[object, ...]]:
    """The components that a place is, of the components that it is part of, and so on."""
    found: list[tuple[object, ...]] = []
    while place.op == "lanes":
        found.append(place.detail)
        (place,) = place.parts
    return found


def _parameter_of(place: Term) -> int | None:
    """The parameter that a place is reached from, by its index."""
    root = _root_of(place)
    return root if isinstance(root, int) else None


def _root_of(place: Term) -> object:
    """What a place is reached from: the index of a parameter, the name of a variable in memory;
    None where it is something else."""
    seen: set[int] = set()
    while id(place) not in seen:
        seen.add(id(place))
        if place.op in ("parameter", "variable"):
            return place.detail[0]
        if place.op == "value":
            join, name = place.detail
            assert isinstance(join, Join)
            found = join.entries[0].get(str(name)) if join.entries else None
            place = found or place
        elif place.op in _PARTS or place.op.startswith("step"):
            place = place.parts[0]
    return None


def _require(same: bool, what: str, node: Expression | None = None) -> None:
    if not same:
        raise _Differs(what, node)
