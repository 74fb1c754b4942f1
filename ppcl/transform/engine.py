"""The engine: the only place where edits are applied (DESIGN.md, "The contract").

One plan at a time is applied in memory, the new text is read and analysed again, and what the plan
declared is checked on it. A plan whose check fails is taken back as a whole.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.stated import Stated
from ppcl.diag import Code, PpclError, Remark
from ppcl.ir.unit import TranslationUnit
from ppcl.source import EditConflict, Location, SourceFile, apply_edits
from ppcl.transform.checks.declaration import check_declaration
from ppcl.transform.contract import Legal, Plan, Refused, Transform
from ppcl.transform.demands.numbers import for_all_numbers
from ppcl.transform.demands.run import Statements, unchecked, with_run_checks
from ppcl.transform.finish.alignment import realigned
from ppcl.transform.finish.comments import with_comments
from ppcl.transform.finish.review import for_the_owner
from ppcl.transform.finish.unused import with_uses
from ppcl.transform.history import History
from ppcl.transform.manifest import Changes, changes_of
from ppcl.transform.refusals.obstacle import obstacle_to, with_obstacles
from ppcl.transform.refusals.sight import changed_messages

Units = Mapping[str, TranslationUnit]


class Reread(Protocol):
    """Reads and analyses the program with these texts in place of the files on disk, and with
    these named numbers of the host as if they could be any. `parsed` are the host files that were
    parsed from the same texts; `stated` is what is taken as given of the program's arguments, where
    it is not all that the user states."""

    def __call__(
        self,
        texts: Mapping[str, bytes],
        unknown: frozenset[str] = frozenset(),
        parsed: Units | None = None,
        stated: Stated | None = None,
    ) -> Facts:
        """The facts."""
        ...


AnyTransform = Transform[Any, Any]
# What clang says of an assertion that does not hold.
_ASSERTED = "static assertion failed"
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


def run_transforms(transforms: Sequence[AnyTransform], facts: Facts, reread: Reread) -> Outcome:
    """Run transformations in order, again and again until none of them finds anything to do."""
    run = _Run(facts, reread, History(facts.files))
    passes = [_Pass(transform) for transform in transforms]
    while waiting := [each for each in passes if each.at_rest_after != run.plans]:
        for each in waiting:
            run.to_rest(each)
    results = tuple(each.result() for each in passes)
    return Outcome(run.facts, results, tuple(run.defects), tuple(run.changes))


@dataclass
class _Pass:
    """One transformation's part of a run.

    `refusals` are those of the last look at the program, in the words of the first: later ones may
    speak of names that ppcl made. `set_aside` holds plans that are not tried again.
    """

    transform: AnyTransform
    passed: list[Remark] = field(default_factory=list)
    applied: list[Applied] = field(default_factory=list)
    first: dict[tuple[str, Location | None, str], Remark] = field(default_factory=dict)
    refusals: list[Remark] = field(default_factory=list)
    set_aside: dict[object, Remark] = field(default_factory=dict)
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
    plans: int = 0
    defects: list[Remark] = field(default_factory=list)
    changes: list[Changes] = field(default_factory=list)

    def to_rest(self, current: _Pass) -> None:
        while self._step(current):
            pass
        current.at_rest_after = self.plans

    def _step(self, current: _Pass) -> bool:
        """One look at the sites, up to the first whose plan is applied; whether one was. Until then
        all are looked at: what is said of them first has the words of the user's text."""
        transform, facts = current.transform, self.facts
        current.refusals.clear()
        legal = self._legal(current, facts)
        found = legal if current.applied else list(legal)
        return any(self._apply(current, transform.plan(proof, facts)) for proof in found)

    def _legal(self, current: _Pass, facts: Facts) -> Iterator[Legal[Any, Any]]:
        """The sites that may be rewritten, one after the other; the others' refusals are kept."""
        for site in current.transform.sites(facts):
            verdict = current.transform.check(site, facts)
            if isinstance(verdict, Refused):
                current.refuse(self._placed(with_obstacles(verdict, facts)))
            else:
                yield verdict

    def _apply(self, current: _Pass, plan: Plan) -> bool:
        identity = self.history.identity(plan.edits)
        if identity in current.set_aside:
            return False
        obstacle = obstacle_to(plan, self.facts) or self._too_many(current)
        if obstacle is None:
            made = self._for_all(plan, current.transform)
            obstacle = made if isinstance(made, Remark) else obstacle_to(made, self.facts)
            plan = (
                plan
                if isinstance(made, Remark)
                else self._realigned(with_comments(made, self.facts))
            )
        if obstacle is None:
            tried = self._tried(plan)
            if isinstance(tried, Facts):
                facts = self.facts
                remark, places = self._placed(plan.remark), self.history.places(plan.edits)
                notes = (*plan.notes, *changed_messages(plan, facts), *for_the_owner(plan, facts))
                current.passed.append(remark)
                current.look_at(map(self._placed, notes))
                current.applied.append(Applied(remark, places))
                self.changes.append(changes_of(self.facts, plan.declared, self.changes))
                self.facts, self.history = tried, self.history.then(plan.edits)
                self.plans += 1
                return True
            obstacle = tried if isinstance(tried, Remark) else self._rolled_back(plan, tried)
        current.set_aside[identity] = self._placed(obstacle)
        return False

    def _realigned(self, plan: Plan) -> Plan:
        """The plan with its lines aligned, as far as nothing stands against that."""
        moved = realigned(plan, self.facts)
        return moved if obstacle_to(moved, self.facts) is None else plan

    def _for_all(self, plan: Plan, transform: AnyTransform) -> Plan | Remark:
        """The plan as it holds for all builds and runs, or with what ends the others."""
        made = self._for_builds(plan, transform, self.facts)
        if isinstance(made, Remark) or not self.facts.stated:
            return made

        def read(stated: Stated) -> Facts:
            return self._again(frozenset(), stated)

        def for_builds(plan: Plan, facts: Facts) -> Plan | Remark:
            return self._for_builds(plan, transform, facts)

        found = Statements(transform, plan, made, read, for_builds)
        needed, made = found.fewest(self.facts.stated)
        checked = with_run_checks(made, needed, self.facts)
        if isinstance(checked, Plan) and needed and not self._checks(checked, needed):
            return unchecked(plan, needed)
        return checked

    def _checks(self, plan: Plan, needed: Stated) -> bool:
        """Whether the new text says by itself what was stated: it is read without that."""
        try:
            texts = edited(self.facts.files, plan)
            rest = self.facts.stated.without(needed)
            alone = self.reread(texts, frozenset(), unchanged(self.facts, texts), rest)
        except (EditConflict, PpclError):
            return False
        return check_declaration(self.facts, alone, plan.declared) is None

    def _for_builds(self, plan: Plan, transform: AnyTransform, facts: Facts) -> Plan | Remark:
        def without(unknown: frozenset[str]) -> Facts:
            return self._again(unknown, facts.stated)

        made = for_all_numbers(plan, transform, facts, without)
        return made if isinstance(made, Remark) else with_uses(made, facts)

    def _tried(self, plan: Plan) -> Facts | Remark | str:
        """The program with a plan carried out, or what is wrong with it; a remark where that is no
        defect: the program itself says how it has to be."""
        try:
            texts = edited(self.facts.files, plan)
            if not self._changes(texts):
                return "nothing was changed"
            after = self.reread(texts, frozenset(), unchanged(self.facts, texts))
        except EditConflict as conflict:
            return str(conflict)
        except PpclError as error:
            if _ASSERTED in error.message:
                message = f"not done, with it a {error.message}: {plan.remark.message}"
                return Remark("missed", "PPC010", message, plan.remark.location, plan.remark.args)
            return f"the new text cannot be read: {error.message}"
        found = check_declaration(self.facts, after, plan.declared)
        if isinstance(found, Remark):
            message = f"not done, {found.message}: {plan.remark.message}"
            return replace(found, message=message, args=plan.remark.args)
        return found or after

    def _again(self, unknown: frozenset[str], stated: Stated) -> Facts:
        texts = {path: source.data for path, source in self.facts.files.items()}
        return self.reread(texts, unknown, unchanged(self.facts, texts), stated)

    def _changes(self, texts: Mapping[str, bytes]) -> bool:
        files = self.facts.files
        return any(path not in files or files[path].data != text for path, text in texts.items())

    def _too_many(self, current: _Pass) -> Remark | None:
        if self.plans < MAX_PLANS:
            return None
        message = f"'{current.transform.name}' stopped after {MAX_PLANS} rewrites in this run"
        remark = Remark("missed", "PPC003", message)
        self.defects.append(remark)
        return remark

    def _rolled_back(self, plan: Plan, reason: str) -> Remark:
        message = f"rolled back: {plan.remark.message}: {reason}"
        remark = Remark("missed", "PPC002", message, plan.remark.location)
        self.defects.append(self._placed(remark))
        return remark

    def _placed(self, remark: Remark) -> Remark:
        return self.history.remark(remark, self.facts.files)


def edited(files: Mapping[str, SourceFile], plan: Plan) -> dict[str, bytes]:
    """All texts after a plan. Raises EditConflict where its edits do not go together."""
    texts = {path: source.data for path, source in files.items()} | dict(plan.files)
    for path in _edited_files(plan):
        edits = [edit for edit in plan.edits if edit.span.file == path]
        texts[path] = apply_edits(files[path], edits).data
    return texts


def unchanged(facts: Facts, texts: Mapping[str, bytes]) -> Units:
    """The host files that are parsed alike with these texts; none where there is a new file, which
    any may include."""
    if not texts.keys() <= facts.files.keys():
        return {}
    changed = {path for path, text in texts.items() if facts.files[path].data != text}
    return {unit.path: unit for unit in facts.hosts if changed.isdisjoint(unit.files)}


def _edited_files(plan: Plan) -> Iterable[str]:
    return dict.fromkeys(edit.span.file for edit in plan.edits)
