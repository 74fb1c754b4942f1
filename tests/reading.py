"""A program compiled for several targets, of which no text is read twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.stated import Stated
from ppcl.driver.compile import Compiled, transformed
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import read_program
from ppcl.targets import Target
from ppcl.transform.contract import AnyTransform
from ppcl.transform.trial import Units

Key = tuple[tuple[tuple[str, bytes], ...], frozenset[str], Stated]


@dataclass(frozen=True)
class Readings:
    """What was read of a program: by its texts, and the named numbers that were taken for unknown.
    What is read is the same for each target but for its name."""

    read: dict[Key, Facts] = field(default_factory=dict)

    def compiled(
        self, project: Project, before: Facts, target: Target, transforms: Sequence[AnyTransform]
    ) -> Compiled:
        """The program for a target, as it was read before."""
        aimed = replace(project, target=target.name)

        def reread(
            texts: Mapping[str, bytes],
            unknown: frozenset[str] = frozenset(),
            parsed: Units | None = None,
            stated: Stated | None = None,
        ) -> Facts:
            given = aimed if stated is None else replace(aimed, stated=stated)
            key = (tuple(sorted(texts.items())), unknown, given.stated)
            if key not in self.read:
                self.read[key] = read_program(given, target, texts, parsed, unknown)
            return replace(self.read[key], target=target)

        return transformed(aimed, replace(before, target=target), transforms, reread)
