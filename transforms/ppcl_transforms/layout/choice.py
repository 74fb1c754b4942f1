"""Which layout a target wants, by what both cost it (PPOpenCL §3.3.2, Alg. 3), or the user."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.numbers.polynomial import Symbol
from ppcl.targets.target import Target
from ppcl_transforms.layout.cost import Cost, cost
from ppcl_transforms.layout.nominal import sizes_of_sides
from ppcl_transforms.layout.order import is_strided, local_ids
from ppcl_transforms.layout.shape import Shape

CONTINUOUS, COALESCED = "continuous", "coalesced"
Rule = Literal["waits", "distance", "continuous", "coalesced"]
# The other layout is better than the present one; or for some machines only ("unclear"), or for
# some sizes only ("sizes").
Verdict = Literal["better", "equal", "worse", "unclear", "sizes"]

# Costs that are nearer than this to each other are taken for equal, and waits that differ by less
# cycles than a load takes that waits for nothing.
_EQUAL = 1.1
LOAD = 5


@dataclass(frozen=True)
class Choice:
    """What was found for and against the other layout.

    `present` and `other` have the costs at each nominal size, and `sizes` the numbers that stand
    for what is not known of the rectangle's sides there; on GPUs there are none, but the numbers of
    `strided` accesses, now and if changed.
    """

    verdict: Verdict
    present: tuple[Cost, ...] = ()
    other: tuple[Cost, ...] = ()
    strided: tuple[int, int] | None = None
    sizes: tuple[Mapping[Symbol, int], ...] = ()

    @property
    def by_distance(self) -> bool:
        """Whether PPOpenCL's rule takes the other layout and this choice does not."""
        smaller = _together(list(map(_by_distance, self.other, self.present))) == "better"
        return smaller and self.verdict != "better"


def choose(shape: Shape, target: Target, rule: Rule) -> Choice:
    """Whether the other layout is to be taken.

    On a GPU "a coalesced layout is always preferred" (§3.3.2): an access counts as 1 where
    neighbouring work-items of dimension 0 lie a row apart, and as 0 otherwise. `rule` says by what
    CPUs are judged: waits and lines, or PPOpenCL's distances; a layout that it names is taken.
    """
    strided = None
    now: tuple[Cost, ...] = ()
    then: tuple[Cost, ...] = ()
    sizes: tuple[Mapping[Symbol, int], ...] = ()
    if target.kind == "gpu":
        row = ["l0" in local_ids(use, use.subscripts.fast) for use in shape.uses]
        strided = (sum(map(is_strided, shape.uses)), sum(row))
    else:
        now = tuple(cost(shape, target, nominal, False) for nominal in target.nominal)
        then = tuple(cost(shape, target, nominal, True) for nominal in target.nominal)
        sizes = tuple(sizes_of_sides(shape, nominal) for nominal in target.nominal)
    return Choice(_verdict(shape, rule, now, then, strided), now, then, strided, sizes)


def _verdict(
    shape: Shape,
    rule: Rule,
    now: Sequence[Cost],
    then: Sequence[Cost],
    strided: tuple[int, int] | None,
) -> Verdict:
    if rule in (CONTINUOUS, COALESCED):
        return "better" if _is_the_other(shape, rule) else "worse"
    if strided is not None:
        return _by_order(strided[1], strided[0])
    by_size = _by_distance if rule == "distance" else _by_waits
    return _together([by_size(new, old) for old, new in zip(now, then, strict=True)])


def _is_the_other(shape: Shape, wanted: str) -> bool:
    """Whether the other layout is the wanted one, and the present one is not."""
    fast = any(local_ids(use, use.subscripts.fast) for use in shape.uses)
    slow = any(local_ids(use, use.subscripts.slow) for use in shape.uses)
    return slow and not fast if wanted == COALESCED else fast and not slow


def _by_order(new: float, old: float) -> Verdict:
    return "better" if new < old else "worse" if new > old else "equal"


def _by_distance(new: Cost, old: Cost) -> Verdict:
    """By PPOpenCL's Algorithm 3."""
    return _by_order(new.distance, old.distance)


def saved(new: Cost, old: Cost) -> float:
    """The cycles that a work-item saves in what the costs clearly differ in."""
    waits = old.waits - new.waits if _waits(new, old) != "equal" else 0.0
    lines = old.lines - new.lines if _clearly(new.lines, old.lines) != "equal" else 0.0
    return waits + LOAD * lines


def _waits(new: Cost, old: Cost) -> Verdict:
    near = abs(new.waits - old.waits) < LOAD
    return "equal" if near else _clearly(new.waits, old.waits)


def _by_waits(new: Cost, old: Cost) -> Verdict:
    """By what misses wait for and by the lines that are touched, whichever a machine feels.

    How much of a wait is hidden by other work, and what it takes to gather many lines at once,
    differs between machines by more than tenfold: where the two disagree, only a measurement tells.
    """
    waits, lines = _waits(new, old), _clearly(new.lines, old.lines)
    if "equal" in (waits, lines):
        return lines if waits == "equal" else waits
    return waits if waits == lines else "unclear"


def _clearly(new: float, old: float) -> Verdict:
    return "equal" if new <= old * _EQUAL and old <= new * _EQUAL else _by_order(new, old)


def _together(verdicts: Sequence[Verdict]) -> Verdict:
    """Of all sizes: better where it is so for some and worse for none."""
    for decisive in ("unclear", "sizes"):
        if decisive in verdicts:
            return decisive
    if "better" in verdicts and "worse" in verdicts:
        return "sizes"
    return "better" if "better" in verdicts else "worse" if "worse" in verdicts else "equal"
