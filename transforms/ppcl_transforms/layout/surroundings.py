"""What stands around an access: what may be said there, and what must not be left out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.disturbance import Disturbance, Read, kind_of, read_by
from ppcl.analysis.names.steady import Steadiness
from ppcl.analysis.names.visible import (
    TextPlace,
    field_of,
    is_volatile,
    meaning,
    member_of,
    place_of,
    type_of,
)
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType, ReferenceType, Type
from ppcl.ir.unit import Function
from ppcl.transform.obstacles import Obstacle


@dataclass(frozen=True)
class Around:
    """The surroundings of one part of an expression."""

    part: ex.Expression
    place: TextPlace
    disturbance: Disturbance

    def obstacle(self, text: ex.Expression, what: str) -> Obstacle | None:
        """What forbids to leave pieces of a text out, or to put them elsewhere in it."""
        effect = self.disturbance.steady.obstacle(text)
        if effect is not None:
            message = f"{what} holds what may have an effect, or another value at another place"
            return Obstacle("PPC222", message, effect.at)
        beside = self.disturbance.of(self.part, read_by(text))
        if beside is not None:
            return Obstacle("PPC223", f"what {what} reads may change beside it", beside.at)
        return None

    def may_say_for(self, using: "Around") -> Callable[[str], bool]:
        """Whether a name means one variable here, which nothing changes beside this part, or beside
        the one that uses it: a call in an expression gives what is written here."""

        def may_say(name: str) -> bool:
            read = self._read_of(name)
            return read is not None and not any(
                each.disturbance.of(each.part, read) for each in (self, using)
            )

        return may_say

    def _read_of(self, name: str) -> Read | None:
        """What a name reads: a variable, a field of the object that a method is called on, or one
        of a struct that a variable is or points to."""
        of_struct = field_of(self.place, name)
        if of_struct is not None:
            declaration, field = of_struct
            return Read(frozenset((declaration.key,)), frozenset((kind_of(field.type),)))
        meant = meaning(self.place, name)
        if meant is not None:
            volatile = is_volatile(self.place, meant)
            return None if volatile else Read(frozenset((meant.key,)), frozenset())
        member = member_of(self.place, name)
        return Read(frozenset(), frozenset((kind_of(member.type),))) if member else None

    def type_of(self, name: str) -> Type | None:
        """The type of the variable that a name means here, where that is certain."""
        meant = meaning(self.place, name)
        return type_of(self.place, meant) if meant is not None else None

    def may_say(self, name: str) -> bool:
        """Whether a name means one variable here, which nothing beside this part changes."""
        return self.may_say_for(self)(name)


@dataclass(frozen=True)
class Surroundings:
    """The surroundings of all accesses of a program; each function is looked at once."""

    facts: Facts
    _known: dict[int, Disturbance] = field(default_factory=dict)

    def around(self, part: ex.Expression) -> Around | None:
        """The surroundings of a part of an expression; None outside of functions."""
        source = self.facts.files[part.at.span.file]
        place = place_of(self.facts.units, source, part.at)
        if place is None:
            return None
        return Around(part, place, self._disturbance(place.function, place.unit.language))

    def has_operator(self, type_: Type, sign: str) -> bool:
        """Whether the program gives a type an operator of its own: an enumeration of C++."""
        enumeration = isinstance(type_, IntType) and not type_.is_built_in
        return enumeration and (f"operator{sign}", type_) in self._operators

    @cached_property
    def _operators(self) -> frozenset[tuple[str, Type]]:
        """The operators of the program with what they take."""
        found: set[tuple[str, Type]] = set()
        functions = (f for unit in self.facts.hosts for f in unit.functions)
        for function in functions:
            for parameter in function.parameters:
                type_ = parameter.type
                taken = type_.referent if isinstance(type_, ReferenceType) else type_
                found.add((function.declaration.last, taken))
        return frozenset(found)

    def around_place(self, at: Origin) -> Around | None:
        """The surroundings of the call at a place; None outside of functions."""
        place = place_of(self.facts.units, self.facts.files[at.span.file], at)
        body = place.function.body if place is not None else None
        calls = (node for node in descendants(body) if isinstance(node, ex.Call)) if body else ()
        found = next((call for call in calls if call.at.span == at.span), None)
        return self.around(found) if found is not None else None

    def _disturbance(self, function: Function, language: str) -> Disturbance:
        if id(function) not in self._known:
            assert function.body is not None
            by_reference = frozenset(
                p.declaration.key for p in function.parameters if isinstance(p.type, ReferenceType)
            )
            side = self._sides[language == "opencl"]
            self._known[id(function)] = Disturbance(side, function.body, by_reference)
        return self._known[id(function)]

    @cached_property
    def _sides(self) -> Mapping[bool, Steadiness]:
        units = self.facts.units
        return {
            opencl: Steadiness(tuple(u for u in units if (u.language == "opencl") == opencl))
            for opencl in (False, True)
        }
