"""What stands in the way of a rewrite, and the edits of one side of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.ir.node import Origin
from ppcl.source import Edit, Location


@dataclass(frozen=True)
class Obstacle:
    """What stands in the way: a code, a message, and the place."""

    code: str
    message: str
    at: Origin | Location | None

    @property
    def is_root(self) -> bool:
        """Whether it says what was not read or not followed, on which others hang."""
        return self.code.startswith("PPC1")


def rooted(gaps: Iterable[Remark]) -> list[Obstacle]:
    """What was not followed, as obstacles."""
    return [Obstacle(gap.code, gap.message, gap.location) for gap in gaps]


def by_cause(found: Iterable[Obstacle]) -> list[Obstacle]:
    """Obstacles, each once: causes first, then what may follow from them."""
    return sorted(dict.fromkeys(found), key=lambda obstacle: not obstacle.is_root)


def location_of(facts: Facts, at: Origin | Location | None) -> Location | None:
    """The line and column of an origin, None for what stands in no file."""
    if at is None or isinstance(at, Location):
        return at
    source = facts.files.get(at.span.file)
    return source.location(at.span.start) if source is not None else None


@dataclass(frozen=True)
class Rewrites:
    """The edits of one side, or what forbids them."""

    edits: tuple[Edit, ...]
    obstacles: tuple[Obstacle, ...]
