"""Whether a factor divides the sizes of launches."""

from collections.abc import Iterator, Sequence
from typing import Literal

from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.model.region import Sides
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import DEEPEST, ONE, Polynomial, Term, make_term
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.numbers.sizes import DIVISIONS, FLOOR, divides, terms_of

_ROUNDED = ("/", FLOOR, "ceil/")  # quotients that are 1 and more for what is as large as that only

# How well a factor divides: "always"; "whole groups": wherever the global size is a multiple of the
# local one, which OpenCL 1.x demands; "not always".
Divides = Literal["always", "whole groups", "not always"]


def division_of(launches: Sequence[LaunchEvent], dimension: int, factor: int) -> Divides:
    """How well a factor that divides the local sizes divides the global ones."""
    doubtful = [each for each in launches if not _divides_global(each, dimension, factor)]
    if any(launch.local_is_null for launch in doubtful):
        return "not always"
    return "whole groups" if doubtful else "always"


def _divides_global(launch: LaunchEvent, dimension: int, factor: int) -> bool:
    """Whether a factor, or the local size that it divides, is proved to divide all that the global
    size may be."""
    if launch.is_full and divides_local(launch, dimension, factor) and not launch.local_is_null:
        return True
    by = [Polynomial.constant(factor)]
    by += [launch.local_size[dimension]] if launch.local_size is not None else []
    sizes = _along(launch.global_choices, dimension)
    known = of_groups(launch)
    return all(any(divides(one, size, known) for one in by) for size in sizes)


def fills_groups(launch: LaunchEvent, dimension: int) -> bool:
    """Whether the groups of a launch are proved to fill its NDRange along a dimension: one of other
    sizes fails (OpenCL 1.x), and must go on to."""
    if launch.local_is_null or launch.is_full:
        return True
    if launch.local_size is None:
        return False
    sizes = _along(launch.global_choices, dimension)
    known = of_groups(launch)
    return all(divides(launch.local_size[dimension], size, known) for size in sizes)


def of_groups(launch: LaunchEvent) -> tuple[Guard, ...]:
    """What is known where a launch is made, and that its groups have work-items: one with groups
    of none fails, and goes on to."""
    sides = launch.local_size or ()
    return (*launch.guards, *(Guard(side - ONE, ">=") for side in sides))


def some_are(size: Polynomial, known: Sequence[Guard]) -> Iterator[Guard]:
    """What follows of a launch's global size where it has work-items: of none it does nothing, and
    of fewer, which as `size_t` are 2^63 and more, it fails."""
    yield Guard(size - ONE, ">=")
    for monomial, number in size.terms if len(size.terms) == 1 else ():
        quotients = [atom for atom in monomial if isinstance(atom, Term) and atom.op in _ROUNDED]
        others = [Polynomial.atom(atom) for atom in monomial if atom not in quotients]
        if len(quotients) != 1 or number < 0 or not all(_is_some(each, known) for each in others):
            continue
        left, right = quotients[0].operands
        if _is_some(right, known):
            yield Guard(left - (ONE if quotients[0].op == "ceil/" else right), ">=")


def _is_some(value: Polynomial, known: Sequence[Guard]) -> bool:
    return proves_nonnegative(value - ONE, known)


def may_count_groups(launch: LaunchEvent, dimension: int) -> bool:
    """Whether the global size may be divided by the local one, which then is not 0: it is known to
    be none, or the host has divided by it."""
    if launch.local_is_null or launch.is_full:
        return True
    if launch.local_size is None:
        return False
    by, sizes = launch.local_size[dimension], _along(launch.global_choices, dimension)
    return proves_nonnegative(by - ONE, launch.guards) or all(
        _divided_by(by, size) for size in sizes
    )


def _divided_by(by: Polynomial, size: Polynomial) -> bool:
    return any(term.op in DIVISIONS and term.operands[1] == by for term in terms_of(size))


def divides_local(launch: LaunchEvent, dimension: int, factor: int) -> bool:
    """Whether a factor divides all that the local size may be; none is NULL."""
    by = Polynomial.constant(factor)
    sizes = _along(launch.local_choices, dimension)
    return all(divides(by, size, launch.guards) for size in sizes)


def is_followed(launch: LaunchEvent, dimension: int, factor: int, whole_groups: bool) -> bool:
    """Whether sizes that are divided, or rounded up to whole groups, are not nested too deeply for
    the host's text to be followed."""
    sizes, groups = (_along(c, dimension) for c in (launch.global_choices, launch.local_choices))
    if whole_groups:
        by: list[Polynomial | None] = [*groups] or [None]
        new = [groups_rounded_up(size, group, factor) for size in sizes for group in by]
    else:
        new = [quotient(size, Polynomial.constant(factor)) for size in (*sizes, *groups)]
    return all(size.depth <= DEEPEST for size in new)


def numbers_of(launches: Sequence[LaunchEvent], dimension: int) -> tuple[int, ...]:
    """The sizes along a dimension that are plain numbers: they may hang on a name's value."""
    found = [
        size.as_int
        for launch in launches
        for choices in (launch.global_choices, launch.local_choices)
        for size in _along(choices, dimension)
    ]
    return tuple(sorted({number for number in found if number is not None}))


def _along(choices: Sequence[Sides | None], dimension: int) -> list[Polynomial]:
    return [sides[dimension] for sides in choices if sides is not None]


def leaves_no_rest(launch: LaunchEvent, dimension: int, factor: int) -> bool:
    """Whether a launch is proved to have a multiple of so many groups."""
    if launch.local_size is None:
        return False
    by = Polynomial.constant(factor) * launch.local_size[dimension]
    sizes = _along(launch.global_choices, dimension)
    return all(divides(by, size, of_groups(launch)) for size in sizes)


def groups_rounded_up(size: Polynomial, group: Polynomial | None, factor: int) -> Polynomial:
    """A global size for a factor of times fewer groups, which stay as large as they are; of
    work-items, where the runtime makes the groups (None)."""
    groups = size if group is None else quotient(size, group)
    by = Polynomial.constant(factor)
    share = quotient(groups + by - Polynomial.constant(1), by)
    return share if group is None else share * group


def quotient(size: Polynomial, by: Polynomial) -> Polynomial:
    """A quotient of unsigned numbers, as the host's text is read."""
    exact = size.divide_exactly(by)
    return exact if exact is not None else make_term("/", (size, by))
