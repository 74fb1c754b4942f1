"""Coarsened: a launch has fewer work-items, which do several each."""

from dataclasses import dataclass, replace

from ppcl.transform.checks.coarsened import Merged
from ppcl.verify.changes.change import Shown
from ppcl.verify.log import Launch


@dataclass(frozen=True)
class FewerWorkItems(Shown):
    """The kernels of which the manifest says that a work-item does several."""

    def launches(self, old: Launch, new: Launch) -> tuple[Launch, ...]:
        """The same, with the sizes along the dimension divided."""
        for each in self.manifest.changes:
            if isinstance(each, Merged) and each.kernel == old.kernel:
                local = new.local_size
                new = replace(
                    new,
                    global_size=_divided(new.global_size, each),
                    local_size=_divided(local, each) if local is not None else None,
                )
        return (new,)


def _divided(sizes: tuple[int, ...], by: Merged) -> tuple[int, ...]:
    return tuple(
        -(-size // by.factor) if dimension == by.dimension else size
        for dimension, size in enumerate(sizes)
    )
