"""How the launches of a kernel get smaller: groups are divided, or whole ones are merged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import LaunchEvent
from ppcl.rewrite.merging import Groups, Merge, NotMerged, observed
from ppcl.transform.checks.beyond import is_idle_beyond
from ppcl.transform.launching import (
    NewSizes,
    OldSizes,
    fills_groups,
    may_count_groups,
    resized,
)
from ppcl.transform.obstacles import Obstacle
from ppcl_transforms.coarsen.row import Row


@dataclass(frozen=True)
class Smaller:
    """The new sizes of a kernel's launches, and what becomes of groups."""

    sizes: NewSizes
    groups: Groups


def launches_of(facts: Facts, kernel: str) -> list[LaunchEvent]:
    """The launches of a kernel, by its key."""
    return [launch for launch in facts.host.launches if launch.kernel == kernel]


def smaller(facts: Facts, kernel: str, row: Row, factor: int) -> Smaller | Sequence[Obstacle]:
    """The way in which a kernel's launches get smaller, or what stands against it."""
    launches = launches_of(facts, kernel)
    offsets = list(_offsets(launches))
    divided = resized(facts, kernel, row.dimension, factor)
    against = [*_against(divided, launches), *offsets]
    if isinstance(divided, NewSizes) and not against:
        return Smaller(divided, "smaller")
    if offsets:
        return against
    fewer = resized(facts, kernel, row.dimension, factor, whole_groups=True)
    if isinstance(fewer, OldSizes):
        return against
    groups: Groups = "fewer" if fewer.divides == "always" else "rounded"
    return Smaller(fewer, groups) if _may_merge(row, factor, groups, launches) else against


def _offsets(launches: Sequence[LaunchEvent]) -> Iterator[Obstacle]:
    for launch in launches:
        if launch.global_offset is None or any(side.as_int != 0 for side in launch.global_offset):
            yield Obstacle("PPC244", "the ids of a launch begin elsewhere", launch.place)


def _against(
    sizes: NewSizes | OldSizes,
    launches: Sequence[LaunchEvent],
) -> Iterator[Obstacle]:
    """What stands against dividing groups."""
    if isinstance(sizes, OldSizes):
        yield Obstacle("PPC243", sizes.reason, sizes.at)
    elif sizes.divides != "always":
        message = "the number of work-items may be no multiple of the factor"
        yield Obstacle("PPC244", message, launches[0].place)


def _may_merge(row: Row, factor: int, groups: Groups, launches: Sequence[LaunchEvent]) -> bool:
    """Whether a kernel does not see its whole groups, nor that a launch has more work-items, where
    it may have some."""
    along = row.dimension
    try:
        observed(row.function, row.functions, Merge(along, factor, "", groups=groups))
    except NotMerged:
        return False
    known = all(len(launch.local_choices) == 1 for launch in launches)
    fills = all(
        fills_groups(launch, along) and may_count_groups(launch, along) for launch in launches
    )
    idle = groups == "fewer" or all(is_idle_beyond(row.kernel, each, along) for each in launches)
    return known and fills and idle
