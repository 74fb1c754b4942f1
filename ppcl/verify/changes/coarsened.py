"""Coarsened: a launch has fewer work-items, which do several each."""

from dataclasses import dataclass, replace

from ppcl.transform.checks.coarsened import Merged
from ppcl.verify.changes.change import Shown
from ppcl.verify.log import Launch


@dataclass(frozen=True)
class FewerWorkItems(Shown):
    """The kernels of which the manifest says that a work-item does several."""

    def launches(self, old: Launch, new: Launch) -> tuple[Launch, ...]:
        """The same, with fewer work-items along the dimension."""
        for each in self.manifest.changes:
            if isinstance(each, Merged) and each.kernel == old.kernel:
                new = _smaller(new, each)
        return (new,)


def _smaller(launch: Launch, by: Merged) -> Launch:
    local = launch.local_size
    if by.whole_groups:
        group = local[by.dimension] if local is not None else 1
        return replace(launch, global_size=_divided(launch.global_size, by, group))
    return replace(
        launch,
        global_size=_divided(launch.global_size, by),
        local_size=_divided(local, by) if local is not None else None,
    )


def _divided(sizes: tuple[int, ...], by: Merged, group: int = 1) -> tuple[int, ...]:
    """Sizes along the dimension divided, and rounded up to whole groups."""
    return tuple(
        -(-size // (by.factor * group)) * group if dimension == by.dimension else size
        for dimension, size in enumerate(sizes)
    )
