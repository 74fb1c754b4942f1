"""Coarsened: neighbours along a dimension of the NDRange are one work-item (PPOpenCL §3.3.1).

A group keeps its extent: `factor` work-items of it are done by one, and its local size is divided
(`merging.Merge`). The kernel as each old work-item ran it, in terms of the new ids, must do what
the new one does for the work-item of any number. Where a kernel cannot see its groups, these may
stay as they are, and be fewer: then launches are rounded up, and work-items that they did not have
must do nothing.

The new text may have two bodies: one where the last of the merged work-items is inside of the
kernel's own guard, so that all are, and one for the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.model.region import Sides
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import Polynomial, make_term
from ppcl.analysis.numbers.sizes import divides
from ppcl.analysis.terms import NotModelled
from ppcl.rewrite.merging import Groups, Merge, NotMerged, Numbering, observed, one_of, over_lanes
from ppcl.source import Edit
from ppcl.transform.checks.beyond import is_idle_beyond
from ppcl.transform.checks.kind import Change, Difference, InKernel, Kind, Moves, Planned
from ppcl.transform.checks.rim import Split, splits
from ppcl.transform.checks.versions import Versions
from ppcl.transform.launching.division import (
    fills_groups,
    groups_rounded_up,
    leaves_no_rest,
    may_count_groups,
    quotient,
)
from ppcl.transform.launching.resize import NewSizes, resized

# Numbers of models that are made here, none of which a program has.
_FIRST = 100_000


@dataclass(frozen=True)
class Merged(Change):
    """A kernel whose launches have `factor` times fewer work-items along a dimension, in groups
    that are as much smaller; `whole_groups`: in so many times fewer groups, rounded up."""

    kind: ClassVar[str] = "coarsened"
    dimension: int
    factor: int
    whole_groups: bool = False


@dataclass(frozen=True)
class Coarsened(Kind):
    """A kernel, by its key, whose work-items each do `factor` along `dimension`, those that the
    `numbering` says, in loops with a counter called `item`. `rim`: it has a body of its own for
    those at the rim. `groups` is what becomes of those. `lanes`: what they do together is said by
    vectors of as many lanes (PPOpenCL §3.3.3)."""

    kernel: str
    dimension: int
    factor: int
    item: str
    rim: bool = False
    numbering: Numbering = "blocked"
    groups: Groups = "smaller"
    lanes: bool = False

    @property
    def resizes(self) -> bool:
        """They do."""
        return True

    def kernels(self) -> frozenset[str]:
        """This one."""
        return frozenset((self.kernel,))

    def launches(self, old: LaunchEvent, new: LaunchEvent) -> tuple[LaunchEvent, ...]:
        """The same, of fewer work-items. Raises Difference where it is not known that all are."""
        if old.kernel != self.kernel:
            return (new,)
        offset = new.global_offset
        if offset is None or (self._side(offset) or Polynomial()).as_int != 0:
            raise Difference(f"a launch of '{self.kernel}' may have an offset")
        if self.groups != "smaller":
            if not fills_groups(new, self.dimension):
                raise Difference(f"a launch of '{self.kernel}' may have failed, and would not now")
            if not may_count_groups(new, self.dimension):
                raise Difference(f"the groups of '{self.kernel}' may have no work-items")
            return (replace(new, global_choices=tuple(self._fewer_groups(new))),)
        whole = self._is_whole(new)
        found, groups = (
            tuple(self._divided(sides, whole, new.guards) for sides in choices)
            for choices in (new.global_choices, new.local_choices)
        )
        return (replace(new, global_choices=found, local_choices=groups),)

    def _side(self, sides: Sides) -> Polynomial | None:
        return sides[self.dimension] if self.dimension < len(sides) else None

    def _is_whole(self, launch: LaunchEvent) -> bool:
        """Whether groups are a multiple of the factor, and fill the NDRange: a launch whose groups
        do not fails (OpenCL 1.2, 5.8), and must go on to."""
        sides = [self._side(each) for each in launch.local_choices if each is not None]
        known = [each.divide_exactly(self._factor) for each in sides if each is not None]
        whole = bool(known) and None not in known and len(known) == len(launch.local_choices)
        return whole and fills_groups(launch, self.dimension)

    @property
    def _factor(self) -> Polynomial:
        return Polynomial.constant(self.factor)

    def _divided(self, sides: Sides | None, whole: bool, guards: Sequence[Guard]) -> Sides | None:
        """Sizes along the dimension divided. Raises Difference where a rest may be left."""
        if sides is None:
            return None
        side = self._side(sides)
        share = side.divide_exactly(self._factor) if side is not None else None
        if share is None and side is not None and (whole or divides(self._factor, side, guards)):
            share = make_term("/", (side, self._factor))
        if share is None:
            raise Difference(f"a size of a launch of '{self.kernel}' may leave a rest")
        return (*sides[: self.dimension], share, *sides[self.dimension + 1 :])

    def _fewer_groups(self, launch: LaunchEvent) -> Iterator[Sides | None]:
        """The global sizes of a launch whose groups are fewer. Raises Difference."""
        if self.groups == "fewer" and not leaves_no_rest(launch, self.dimension, self.factor):
            raise Difference(f"a rest of the groups of '{self.kernel}' may be left")
        if len(launch.local_choices) != 1:
            raise Difference(f"the groups of a launch of '{self.kernel}' may be of several sizes")
        group = self._side(launch.local_choices[0] or ())
        for sides in launch.global_choices:
            side = self._side(sides or ())
            if sides is None or side is None:
                raise Difference(f"a size of a launch of '{self.kernel}' is not known")
            share = (
                quotient(side, self._factor)
                if self.groups == "fewer"
                else groups_rounded_up(side, group, self.factor)
            )
            yield (*sides[: self.dimension], share, *sides[self.dimension + 1 :])

    def in_kernel(self, kernel: InKernel) -> Moves:
        """No data are elsewhere; work-items that its launches did not have do nothing. Raises
        Difference."""
        is_rounded = self.groups == "rounded" and kernel.key == self.kernel
        for old, _ in kernel.launches if is_rounded else ():
            if not is_idle_beyond(kernel.old, old, self.dimension):
                raise Difference(f"more work-items of '{self.kernel}' may do something")
        return Moves()

    def edits(self, before: Facts) -> Iterator[Edit]:
        """Those that make its launches' sizes smaller, which nothing else sees."""
        whole = self.groups != "smaller"
        sizes = resized(before, self.kernel, self.dimension, self.factor, whole_groups=whole)
        yield from sizes.edits if isinstance(sizes, NewSizes) else ()

    def versions(self, kernel: Versions) -> Iterator[Versions]:
        """What an old work-item did, and what is done for it now. Raises NotModelled where the new
        text is not read so."""
        if kernel.key != self.kernel:
            yield kernel
            return
        merge = Merge(self.dimension, self.factor, self.item, self.numbering, self.groups)
        try:
            for number, (was, now) in enumerate(self._split(kernel, merge)):
                old = kernel.old.of(was, _FIRST + 2 * number)
                new = kernel.new.of(now, _FIRST + 2 * number + 1)
                yield Versions(kernel.key, old, new)
        except NotMerged as found:
            message = f"it does not do its work-items one by one: {found}"
            raise NotModelled(message, kernel.old.function.at) from None

    def _split(self, kernel: Versions, merge: Merge) -> Iterator[Split]:
        old, new = kernel.old, kernel.new
        was = observed(old.function, old.functions, merge)
        text = over_lanes(new.function, merge) if self.lanes else new.function
        now = one_of(text, new.functions, new.unit.volatile, merge)
        if self.rim:
            yield from splits(kernel, was, now, merge)
        else:
            yield was, now

    def shown(self, planned: Planned) -> Iterator[Change]:
        """The factor, and what becomes of groups."""
        del planned
        yield Merged(self.kernel, self.dimension, self.factor, self.groups != "smaller")
