"""Plans that are carried out together, because each would be the same behind the others.

To read a program again is most of the work for a plan, and grows with the program. Plans of one
look that have nothing in common, of what they are about and of what they write, share one reading.
What only all of them do to a program, such as to leave a name without a use, `Trial.together` asks
of the whole.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.source import words
from ppcl.transform.checks.kind import Together
from ppcl.transform.choosing.chooser import Candidate
from ppcl.transform.contract import Plan


@dataclass(frozen=True)
class Ready:
    """A candidate with its plan as it is carried out, or with what stands against that; `identity`
    is what stays the same of the plan when others are carried out before it."""

    candidate: Candidate
    identity: Hashable
    made: Plan | Remark

    @property
    def kernels(self) -> tuple[str, ...]:
        """The keys of the kernels that its site is about; of all, where there are none."""
        return _kernels(self.candidate)


@dataclass(frozen=True)
class Group:
    """Plans for one text, in the order in which they would be carried out one by one."""

    facts: Facts
    members: list[Ready] = field(default_factory=list)
    _taken: set[Hashable] = field(default_factory=set)

    @property
    def is_open(self) -> bool:
        """Whether others may be taken in: each member is a plan, and about some kernels only."""
        return all(each.kernels and isinstance(each.made, Plan) for each in self.members)

    def may_take(self, candidate: Candidate) -> bool:
        """Whether a candidate is about kernels that no member is about."""
        own = _kernels(candidate)
        return not self.members or (bool(own) and not self._taken & {*_keys(own)})

    def has_room_for(self, ready: Ready) -> bool:
        """Whether a plan is about other data than the members, is written in other lines, and has
        other new words; a file that a plan brings is not its own."""
        if not self.members or isinstance(ready.made, Remark):
            return not self.members
        plans = (ready.made, *(each.made for each in self.members))
        brought = any(isinstance(plan, Plan) and plan.files for plan in plans)
        return not brought and not self._taken & self._claims(ready.made)

    def add(self, ready: Ready) -> None:
        """Take one in."""
        self.members.append(ready)
        self._taken.update(_keys(ready.kernels))
        self._taken.update(self._claims(ready.made) if isinstance(ready.made, Plan) else ())

    def _claims(self, plan: Plan) -> set[Hashable]:
        declared = Together(plan.declared)
        moves = declared.on_host(self.facts)
        found: set[Hashable] = {*_keys(declared.kernels()), *moves.objects, *moves.shuffled}
        for edit in plan.edits:
            source = self.facts.files[edit.span.file]
            first, last = map(source.line_of, (edit.span.start, edit.span.end))
            found.update((source.path, line) for line in range(first, last + 1))
            found.update(word for word in words(edit.text) if word not in self._words)
        return found

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words of the program."""
        return frozenset(word for file in self.facts.files.values() for word in words(file.data))


def _kernels(candidate: Candidate) -> tuple[str, ...]:
    kernels: tuple[str, ...] = candidate.proof.site.kernels
    return kernels


def _keys(kernels: Iterable[str]) -> Iterable[Hashable]:
    """Kernels, as they are told from other words."""
    return (("kernel", key) for key in kernels)
