"""What a layout is expected to gain: a share of the kernels' time, from what it costs as modelled.

On a CPU a work-item's time is taken to be the cycles that its misses wait for, and those of a load
from the nearest cache for each line that its operations touch and for each access to other data;
what it computes is left out, so that a share is rather too large. Saved are the waits and the
lines in which the layouts clearly differ. On a GPU each access of neighbouring work-items takes as
long as there are lines between them: one for each work-item where elements lie a row apart.
"""

from collections.abc import Mapping
from math import prod

from ppcl.analysis.model import AccessEvent
from ppcl.targets.target import Target
from ppcl_transforms.layout.choice import LOAD, Choice, saved
from ppcl_transforms.layout.nominal import iterations
from ppcl_transforms.layout.shape import PlacedUse, Shape


def gain(shape: Shape, choice: Choice, target: Target) -> float | None:
    """The share that is saved, over all kernels that use the data, at the mean of the nominal
    sizes; None where the layouts' costs do not say which one is faster."""
    if choice.verdict in ("unclear", "sizes"):
        return None
    if choice.strided is not None:
        return _of_lines(shape, choice.strided, target)
    shares = [
        saved(then, now) / (now.waits + LOAD * (now.lines + _others(shape, nominal)) or 1)
        for now, then, nominal in zip(choice.present, choice.other, target.nominal, strict=True)
    ]
    return sum(shares) / len(shares)


def _of_lines(shape: Shape, strided: tuple[int, int], target: Target) -> float:
    """The share that is saved where `strided` accesses, now and if changed, are a row apart."""
    near = min(shape.width / target.line, 1.0)
    now, then = (len(shape.uses) * near + number * (1 - near) for number in strided)
    return (now - then) / (now + near * len(_other_accesses(shape)))


def _others(shape: Shape, nominal: Mapping[str, int]) -> int:
    """How often a work-item accesses other data of the kernels."""
    others = _other_accesses(shape)
    return sum(prod(iterations(use, nominal["trip"], access)) for access, use in others)


def _other_accesses(shape: Shape) -> list[tuple[AccessEvent, PlacedUse]]:
    """Each access to other data, with a use of these by the same kernel."""
    own = {(use.use.kernel.name, use.use.access.order) for use in shape.uses}
    kernels = {use.use.kernel.name: use for use in shape.uses}
    return [
        (access, use)
        for name, use in kernels.items()
        for access in use.use.kernel.accesses
        if (name, access.order) not in own
    ]
