"""The engine: the only place where edits are applied (DESIGN.md, "The contract").

A plan is applied in memory, the new text is read and analysed again, and what the plan declared is
checked on it. A plan whose check fails is taken back as a whole. Plans that have nothing in common
share one reading and one check; where that fails, they are carried out one by one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark
from ppcl.source import Location
from ppcl.transform.checks.kind import Together
from ppcl.transform.choosing.chooser import Candidate, Chooser
from ppcl.transform.choosing.decisions import NO_DECISIONS, Decisions
from ppcl.transform.contract import AnyTransform, Plan, Refused
from ppcl.transform.finish.review import for_the_owner
from ppcl.transform.group import Group, Ready
from ppcl.transform.history import History
from ppcl.transform.manifest import Changes, changes_of
from ppcl.transform.refusals.obstacle import with_obstacles
from ppcl.transform.refusals.sight import changed_messages
from ppcl.transform.trial import DEFECT, Done, Reread, Trial

# What has to say what is decided of no site.
DECIDING = "decisions"
# More plans than any program needs: transformations that undo each other's work end here.
MAX_PLANS = 200


@dataclass(frozen=True)
class Applied:
    """A plan that was carried out: its remark, and where in the user's text its edits went."""

    remark: Remark
    places: tuple[Location, ...]


@dataclass(frozen=True)
class PassResult:
    """What one transformation has to say, in the places of the text that the user wrote; `codes`
    are its own."""

    name: str
    remarks: tuple[Remark, ...]
    applied: tuple[Applied, ...] = ()
    codes: Mapping[str, Code] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """The program after all transformations. `defects` are internal checks that failed; `changes`
    is what the plans that were applied declared, in their order."""

    facts: Facts
    passes: tuple[PassResult, ...]
    defects: tuple[Remark, ...]
    changes: tuple[Changes, ...] = ()


def run_transforms(
    transforms: Sequence[AnyTransform],
    facts: Facts,
    reread: Reread,
    decisions: Decisions = NO_DECISIONS,
) -> Outcome:
    """Run transformations in order, again and again until none of them finds anything to do."""
    chooser = Chooser(decisions, facts.target.threshold)
    run = _Run(facts, reread, History(facts.files), chooser)
    passes = [_Pass(transform) for transform in transforms]
    chooser.look_at(transforms, facts)
    while waiting := [each for each in passes if each.at_rest_after != run.plans]:
        for each in waiting:
            run.to_rest(each)
    results = [each.result() for each in passes]
    unknown = tuple(chooser.ignored())
    results += [PassResult(DECIDING, unknown)] if unknown else []
    return Outcome(run.facts, tuple(results), tuple(run.defects), tuple(run.changes))


@dataclass
class _Pass:
    """One transformation's part of a run.

    `refusals` are those of the last look at the program, in the words of the first: later ones may
    speak of names that ppcl made. `set_aside` holds plans that are not tried again; each goes
    `alone` once some have failed together.
    """

    transform: AnyTransform
    passed: list[Remark] = field(default_factory=list)
    applied: list[Applied] = field(default_factory=list)
    first: dict[tuple[str, Location | None, str], Remark] = field(default_factory=dict)
    refusals: list[Remark] = field(default_factory=list)
    set_aside: dict[object, Remark] = field(default_factory=dict)
    alone: bool = False
    at_rest_after: int = -1

    def refuse(self, remark: Remark) -> None:
        key = (remark.code, remark.location, str(remark.args.get("buffer")))
        self.refusals.append(self.first.setdefault(key, remark))

    def look_at(self, found: Iterable[Remark]) -> None:
        """What a plan leaves to people; of one place, what an earlier one left need not be said."""
        for remark in found:
            same = (r for r in self.passed if (r.code, r.message) == (remark.code, remark.message))
            if not remark.notes or all(other.notes != remark.notes for other in same):
                self.passed.append(remark)

    def remarks(self) -> tuple[Remark, ...]:
        """What was done, and what was not; that something is well where it was changed goes
        without saying."""
        changed = {remark.location for remark in self.passed}
        kept = [r for r in self.refusals if r.kind != "analysis" or r.location not in changed]
        buffers = {remark.args.get("buffer") for remark in self.passed} - {None}
        kept = [r for r in kept if r.args.get("buffer") not in buffers]
        return (*self.passed, *kept, *self.set_aside.values())

    def result(self) -> PassResult:
        """All that came of it."""
        transform = self.transform
        return PassResult(transform.name, self.remarks(), tuple(self.applied), transform.codes)


@dataclass
class _Run:
    """A run's present state: `plans` counts those that were applied."""

    facts: Facts
    reread: Reread
    history: History
    chooser: Chooser
    plans: int = 0
    defects: list[Remark] = field(default_factory=list)
    changes: list[Changes] = field(default_factory=list)

    def to_rest(self, current: _Pass) -> None:
        while self._step(current):
            pass
        current.at_rest_after = self.plans

    def _step(self, current: _Pass) -> bool:
        """One look at the sites, up to the first whose plan is applied, and those behind it that go
        with it; whether one was. Until then all are looked at: what is said of them first has the
        words of the user's text."""
        current.refusals.clear()
        proved, trial = self._proved(current), Trial(self.facts, self.reread)
        groups = self._groups(current, trial, proved if current.applied else list(proved))
        return any(self._apply(current, trial, each) for each in groups)

    def _proved(self, current: _Pass) -> Iterator[Candidate]:
        """What may be done and is wanted, site by site; what is said of all else is kept."""
        for found in self.chooser.candidates(current.transform, self.facts):
            if isinstance(found, Refused):
                current.refuse(self._placed(with_obstacles(found, self.facts)))
            else:
                yield found

    def _groups(
        self, current: _Pass, trial: Trial, found: Iterable[Candidate]
    ) -> Iterator[Sequence[Ready]]:
        """The plans of candidates, those that go together at once; what stands against one is heard
        when all in front of it have failed."""
        group = Group(self.facts)
        for candidate in found:
            if not group.may_take(candidate):
                yield group.members
                group = Group(self.facts)
            ready = self._ready(current, trial, candidate)
            if ready is None:
                continue
            if not group.has_room_for(ready):
                yield group.members
                group = Group(self.facts)
            group.add(ready)
            if current.alone or not group.is_open or self.plans + len(group.members) >= MAX_PLANS:
                yield group.members
                group = Group(self.facts)
        yield group.members

    def _ready(self, current: _Pass, trial: Trial, candidate: Candidate) -> Ready | None:
        """A candidate with its plan; None where that is not tried again."""
        plan = current.transform.plan(candidate.proof, self.facts)
        identity = self.history.identity(plan.edits)
        if identity in current.set_aside:
            return None
        plans = partial(self.chooser.plans, current.transform, like=candidate)
        made = self._too_many(current) or trial.prepared(plan, plans)
        return Ready(candidate, identity, made)

    def _apply(self, current: _Pass, trial: Trial, group: Sequence[Ready]) -> bool:
        """Carry out plans together or, where that fails, the first of them that can be."""
        plans = [each.made for each in group if isinstance(each.made, Plan)]
        after = trial.together(plans) if len(plans) > 1 else None
        if after is not None:
            self._keep(current, group, after)
            return True
        current.alone = current.alone or len(plans) > 1
        return any(self._apply_alone(current, trial, each) for each in group)

    def _apply_alone(self, current: _Pass, trial: Trial, ready: Ready) -> bool:
        tried = trial.tried(ready.made) if isinstance(ready.made, Plan) else ready.made
        if isinstance(tried, Done):
            self._keep(current, (ready,), tried.facts)
            return True
        current.set_aside[ready.identity] = self._placed(tried)
        self.defects += [current.set_aside[ready.identity]] if tried.code == DEFECT else []
        return False

    def _keep(self, current: _Pass, group: Sequence[Ready], after: Facts) -> None:
        plans = [each.made for each in group if isinstance(each.made, Plan)]
        for ready, plan in zip(group, plans, strict=True):
            self._note(current, ready.candidate, plan)
        self.history = self.history.then(edit for plan in plans for edit in plan.edits)
        self.facts = after
        self.plans += len(plans)

    def _note(self, current: _Pass, candidate: Candidate, plan: Plan) -> None:
        """Keep what is said of a plan, and what it changes."""
        facts = self.facts
        remark, places = self._placed(plan.remark), self.history.places(plan.edits)
        notes = (*plan.notes, *changed_messages(plan, facts), *for_the_owner(plan, facts))
        better = (self._placed(with_obstacles(each, facts)) for each in candidate.better)
        current.passed += [remark, *better]
        current.look_at(map(self._placed, notes))
        current.applied.append(Applied(remark, places))
        self.changes.append(changes_of(facts, plan.declared, self.changes))
        self.chooser = self.chooser.behind(candidate.key, Together(plan.declared).names())

    def _too_many(self, current: _Pass) -> Remark | None:
        if self.plans < MAX_PLANS:
            return None
        message = f"'{current.transform.name}' stopped after {MAX_PLANS} rewrites in this run"
        remark = Remark("missed", "PPC003", message)
        self.defects.append(remark)
        return remark

    def _placed(self, remark: Remark) -> Remark:
        return self.history.remark(remark, self.facts.files)
