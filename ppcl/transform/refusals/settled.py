"""Text that is not compiled here, and in no other build that the checks of a plan let pass.

A plan is refused, or gets a line that ends the build, for each name that a build may set and that
more than numbers hang on (`ppcl.transform.demands`). So which branch of a group is compiled is
settled where all that its conditions ask for are such names, and each has a number, or nothing,
for a value.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.open_names import open_names
from ppcl.frontend import BY_OPTION, Conditional, conditionals, questions
from ppcl.frontend.questions import Question
from ppcl.ir.unit import Macro
from ppcl.source import Edit, Span
from ppcl.transform.demands.build import NUMBER


def settled_by(facts: Facts, edits: Iterable[Edit]) -> "Settled":
    """What is settled by the checks of a plan with these edits."""
    files = {path for unit in facts.hosts for path in unit.files}
    return Settled(facts, files & {edit.span.file for edit in edits})


@dataclass(frozen=True)
class Settled:
    """Tells it of places, for a plan that changes these files of the host."""

    facts: Facts
    changed: Set[str]

    def has(self, span: Span) -> bool:
        """Whether a place in skipped text is in no build that passes."""
        units = [unit for unit in self.facts.units if span.file in unit.files]
        # Kernels, and a file that is built alone, may be built otherwise.
        alone = (u for u in units if u not in self.facts.hosts or not self.changed <= {*u.files})
        if not units or any(alone):
            return False
        seen = frozenset[str].intersection(*(frozenset(unit.files) for unit in units))
        group = self._deciding(span)
        return group is not None and all(self._is_pinned(each, seen) for each in questions(group))

    def _deciding(self, span: Span) -> Conditional | None:
        """The outermost group of which the branch around a place is skipped: the inner ones'
        conditions were not asked."""
        skipped = [each for each in self.facts.skipped if each.file == span.file]
        groups = conditionals(self.facts.files[span.file].data)
        for group in sorted(groups, key=lambda each: each.directives[0].start):
            around = [(a, b) for a, b in group.branches if a <= span.start and span.end <= b]
            if any(s.start <= a and b <= s.end for a, b in around for s in skipped):
                return group
        return None

    def _is_pinned(self, question: Question, seen: Set[str]) -> bool:
        """Whether a check sees all that is asked for, where only these files are read."""
        name = question.name
        if name not in self._checked or name in BY_OPTION:
            return False
        bodies = [body for unit in self.facts.hosts for given, body in unit.given if given == name]
        own = self._macros.get(name, [])
        bodies += [macro.body for macro in own]
        exists = not (question.of_value or question.is_zero)
        plain = all(macro.parameters is None and macro.at.file in seen for macro in own)
        return plain and all(NUMBER.match(body) or (exists and not body) for body in bodies)

    @cached_property
    def _checked(self) -> frozenset[str]:
        return frozenset(each.name for each in open_names(self.facts) if not each.is_number)

    @cached_property
    def _macros(self) -> Mapping[str, list[Macro]]:
        found: dict[str, list[Macro]] = {}
        for macro in (macro for unit in self.facts.hosts for macro in unit.macros):
            found.setdefault(macro.name, []).append(macro)
        return found
