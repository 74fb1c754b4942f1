"""isl behind plain questions and plain sets: the only file that imports islpy.

Sets and relations are text in isl's syntax, and each question is asked in a context of its own, so
that no answer depends on those before it. Every isl exception, an exceeded operation count
included, means "not provable" (DESIGN.md): None, or False where the question is a plain one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import islpy

from ppcl.analysis.numbers.condition import Comparison, Condition

# An answer takes well under a millisecond as a rule; this is some tens of them.
_MAX_OPERATIONS = 400_000
_PARAMETER, _DIMENSION, _DIVISION = (
    islpy.dim_type.param,
    islpy.dim_type.set,
    islpy.dim_type.div,
)
Answer = TypeVar("Answer")


@lru_cache(maxsize=8192)
def is_empty(dimensions: tuple[str, ...], constraints: tuple[str, ...]) -> bool:
    """Whether no integer point satisfies all constraints; False where isl cannot tell."""
    points = f"{{ [{', '.join(dimensions)}] : {' and '.join(constraints) or 'true'} }}"
    return IntegerSet(points).is_empty()


def equal_relations(left: str, right: str) -> bool:
    """Whether two relations in isl's syntax hold the same pairs for all parameters' values.

    Names of dimensions do not matter, names of parameters and arrays do. False where isl cannot
    tell.
    """
    return bool(_asked(lambda isl: isl.relation(left).is_equal(isl.relation(right))))


@dataclass(frozen=True, slots=True)
class IntegerSet:
    """A set of integer points in isl's syntax: `[n] -> { [i] : 0 <= i < n }`.

    Equal texts are equal sets; sets with different texts may be equal as well.
    """

    text: str

    def is_empty(self) -> bool:
        """Whether it has no point for any values of its parameters; False where isl cannot tell."""
        return bool(_asked(lambda isl: isl.set(self.text).is_empty()))

    def is_within(self, other: "IntegerSet") -> bool:
        """Whether all of its points are in another set; False where isl cannot tell."""
        return bool(_asked(lambda isl: isl.set(self.text).is_subset(isl.set(other.text))))

    def intersect(self, other: "IntegerSet") -> "IntegerSet | None":
        """The points of both."""
        return _set(lambda isl: isl.set(self.text).intersect(isl.set(other.text)))

    def subtract(self, other: "IntegerSet") -> "IntegerSet | None":
        """The points that are not in another set."""
        return _set(lambda isl: isl.set(self.text).subtract(isl.set(other.text)))

    def project(self, *names: str) -> "IntegerSet | None":
        """What is left of its points without the named dimensions; None also where it has no
        dimension of such a name."""

        def projected(isl: _Isl) -> islpy.Set:
            found = isl.set(self.text)
            for name in names:
                found = found.project_out(_DIMENSION, _place(found, name), 1)
            return found

        return _set(projected)

    def condition(self, given: "IntegerSet | None" = None) -> Condition | None:
        """When a point is in it, in terms of its dimensions' and parameters' names; of points that
        are in `given`, where that is stated. None also where a name is missing, or where it takes
        a quotient, other than to say what a number is divisible by."""

        def asked(isl: _Isl) -> Condition | None:
            found = isl.set(self.text)
            found = found if given is None else found.gist(isl.set(given.text))
            parts = found.coalesce().remove_redundancies().get_basic_sets()
            alternatives = [_alternative(part) for part in parts]
            known = tuple(part for part in alternatives if part is not None)
            return Condition(known) if len(known) == len(alternatives) else None

        return _asked(asked)


@dataclass(frozen=True, slots=True)
class IntegerMap:
    """Pairs of integer points in isl's syntax: `[n] -> { [i] -> a[2i] : 0 <= i < n }`."""

    text: str

    def compose(self, then: "IntegerMap") -> "IntegerMap | None":
        """What its second points are the first of in another relation."""

        def composed(isl: _Isl) -> islpy.Map:
            return isl.relation(self.text).apply_range(isl.relation(then.text)).coalesce()

        found = _asked(composed)
        return IntegerMap(str(found)) if found is not None else None

    def image(self, of: IntegerSet) -> IntegerSet | None:
        """The points that it pairs those of a set with."""
        return _set(lambda isl: isl.set(of.text).apply(isl.relation(self.text)))


class _Isl:
    """A context for one question."""

    def __init__(self) -> None:
        self._context = islpy.Context()
        self._context.set_max_operations(_MAX_OPERATIONS)

    def set(self, text: str) -> islpy.Set:
        """What a text stands for."""
        return islpy.Set.read_from_str(self._context, text)

    def relation(self, text: str) -> islpy.Map:
        """What a text stands for."""
        return islpy.Map.read_from_str(self._context, text)


def _asked(question: Callable[[_Isl], Answer]) -> Answer | None:
    try:
        return question(_Isl())
    except islpy.Error:
        return None


def _set(question: Callable[[_Isl], islpy.Set]) -> IntegerSet | None:
    found = _asked(lambda isl: str(question(isl).coalesce()))
    return IntegerSet(found) if found is not None else None


def _place(of: islpy.Set, name: str) -> int:
    place = int(of.find_dim_by_name(_DIMENSION, name))
    if place < 0:
        raise islpy.Error(f"no dimension {name}")
    return place


def _alternative(part: islpy.BasicSet) -> tuple[Comparison, ...] | None:
    """The comparisons that hold for the points of a part without holes."""
    found = [_comparison(each, part) for each in part.get_constraints()]
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else None


def _comparison(constraint: islpy.Constraint, part: islpy.BasicSet) -> Comparison | None:
    terms: list[tuple[str, int]] = []
    for kind in (_DIMENSION, _PARAMETER):
        for place in range(part.dim(kind)):
            number = int(constraint.get_coefficient_val(kind, place).to_python())
            name = part.get_dim_name(kind, place)
            if number and name is None:
                return None
            if number and name is not None:
                terms.append((name, number))
    quotients = _quotients(constraint, part)
    constant = int(constraint.get_constant_val().to_python())
    is_equality = bool(constraint.is_equality())
    if not quotients:
        return Comparison(tuple(terms), constant, "==" if is_equality else ">=")
    (place, divisor), *others = quotients.items()
    is_alone = all(place not in _quotients(each, part) for each in _others(constraint, part))
    if others or not is_equality or not is_alone:
        return None
    return Comparison(tuple(terms), constant, "%", abs(divisor))


def _others(constraint: islpy.Constraint, part: islpy.BasicSet) -> list[islpy.Constraint]:
    return [each for each in part.get_constraints() if not each.is_equal(constraint)]


def _quotients(constraint: islpy.Constraint, part: islpy.BasicSet) -> dict[int, int]:
    """The numbers that integer unknowns, by place, are multiplied with in a constraint."""
    found = (
        (place, int(constraint.get_coefficient_val(_DIVISION, place).to_python()))
        for place in range(part.dim(_DIVISION))
    )
    return {place: number for place, number in found if number}
