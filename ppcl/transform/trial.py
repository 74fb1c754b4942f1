"""A plan carried out in memory, and what stands against it: nothing is kept of it here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.stated import Stated
from ppcl.diag import PpclError, Remark
from ppcl.ir.unit import TranslationUnit
from ppcl.source import EditConflict, SourceFile, apply_edits
from ppcl.transform.checks.declaration import check_declaration
from ppcl.transform.checks.kinds import unfit
from ppcl.transform.contract import Plan
from ppcl.transform.demands.numbers import PlansOf, for_all_numbers
from ppcl.transform.demands.run import Statements, unchecked, with_run_checks
from ppcl.transform.finish.alignment import realigned
from ppcl.transform.finish.comments import with_comments
from ppcl.transform.finish.unused import with_uses
from ppcl.transform.refusals.obstacle import obstacle_to

Units = Mapping[str, TranslationUnit]
# The code of an internal check that failed.
DEFECT = "PPC002"
# What clang says of an assertion that does not hold.
_ASSERTED = "static assertion failed"


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


@dataclass(frozen=True)
class Done:
    """A plan as it was carried out, for all builds and runs, and the program with it."""

    plan: Plan
    facts: Facts


@dataclass(frozen=True)
class Trial:
    """Carries out plans of a program on its present text."""

    facts: Facts
    reread: Reread
    _read: dict[tuple[frozenset[str], Stated], Facts] = field(default_factory=dict)

    def of(self, plan: Plan, plans: PlansOf) -> Done | Remark:
        """The program with a plan, or what stands against that (a defect, by its code, where an
        internal check failed). `plans` makes the same plan anew."""
        made = self.prepared(plan, plans)
        return made if isinstance(made, Remark) else self.tried(made)

    def prepared(self, plan: Plan, plans: PlansOf) -> Plan | Remark:
        """A plan with all that it takes in all builds and runs, or what stands against it."""
        if said := unfit(plan.declared, self.facts):
            return _rolled_back(plan, said)
        obstacle = obstacle_to(plan, self.facts)
        if obstacle is not None:
            return obstacle
        made = self._for_all(plan, plans)
        if isinstance(made, Remark):
            return made
        obstacle = obstacle_to(made, self.facts)
        return obstacle or self._realigned(with_comments(made, self.facts))

    def together(self, plans: Sequence[Plan]) -> Facts | None:
        """The program with several prepared plans; None where as a whole they are no plan that is
        prepared, or its check fails."""
        edits = tuple(edit for plan in plans for edit in plan.edits)
        declared = tuple(kind for plan in plans for kind in plan.declared)
        whole = Plan(edits, declared, plans[0].remark)
        if obstacle_to(whole, self.facts) is not None:
            return None
        used = with_uses(whole, self.facts)
        if isinstance(used, Remark) or self._realigned(used) != whole:
            return None
        tried = self.tried(whole)
        return tried.facts if isinstance(tried, Done) else None

    def _realigned(self, plan: Plan) -> Plan:
        """The plan with its lines aligned, as far as nothing stands against that."""
        moved = realigned(plan, self.facts)
        return moved if obstacle_to(moved, self.facts) is None else plan

    def _for_all(self, plan: Plan, plans: PlansOf) -> Plan | Remark:
        """The plan as it holds for all builds and runs, or with what ends the others."""
        made = self._for_builds(plan, plans, self.facts)
        if isinstance(made, Remark) or not self.facts.stated:
            return made

        def read(stated: Stated) -> Facts:
            return self._again(frozenset(), stated)

        def for_builds(plan: Plan, facts: Facts) -> Plan | Remark:
            return self._for_builds(plan, plans, facts)

        found = Statements(plans, plan, made, read, for_builds)
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

    def _for_builds(self, plan: Plan, plans: PlansOf, facts: Facts) -> Plan | Remark:
        def without(unknown: frozenset[str]) -> Facts:
            return self._again(unknown, facts.stated)

        made = for_all_numbers(plan, plans, facts, without)
        return made if isinstance(made, Remark) else with_uses(made, facts)

    def tried(self, plan: Plan) -> Done | Remark:
        """The program with a plan carried out, or what is wrong with it; a remark where that is no
        defect: the program itself says how it has to be."""
        try:
            texts = edited(self.facts.files, plan)
            if not self._changes(texts):
                return _rolled_back(plan, "nothing was changed")
            after = self.reread(texts, frozenset(), unchanged(self.facts, texts))
        except EditConflict as conflict:
            return _rolled_back(plan, str(conflict))
        except PpclError as error:
            if _ASSERTED in error.message:
                message = f"not done, with it a {error.message}: {plan.remark.message}"
                return Remark("missed", "PPC010", message, plan.remark.location, plan.remark.args)
            return _rolled_back(plan, f"the new text cannot be read: {error.message}")
        found = check_declaration(self.facts, after, plan.declared)
        if isinstance(found, Remark):
            message = f"not done, {found.message}: {plan.remark.message}"
            return replace(found, message=message, args=plan.remark.args)
        return _rolled_back(plan, found) if found else Done(plan, after)

    def _again(self, unknown: frozenset[str], stated: Stated) -> Facts:
        """The program as it is, read with less known of it; once for all plans."""
        if (unknown, stated) not in self._read:
            texts = {path: source.data for path, source in self.facts.files.items()}
            hosts = unchanged(self.facts, texts)
            self._read[unknown, stated] = self.reread(texts, unknown, hosts, stated)
        return self._read[unknown, stated]

    def _changes(self, texts: Mapping[str, bytes]) -> bool:
        files = self.facts.files
        return any(path not in files or files[path].data != text for path, text in texts.items())


def _rolled_back(plan: Plan, reason: str) -> Remark:
    message = f"rolled back: {plan.remark.message}: {reason}"
    return Remark("missed", DEFECT, message, plan.remark.location)


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
