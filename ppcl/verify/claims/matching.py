"""Whether a recorded command is one that the graph has."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.model.region import Sides
from ppcl.analysis.numbers.polynomial import Symbol
from ppcl.verify.claims.commands import Bound, Claims, Pointed, Sizes
from ppcl.verify.claims.memory import Memory
from ppcl.verify.claims.values import Number, Outcome, check_guards, check_loops, settle, valued


@dataclass
class Known:
    """What is known of a process so far; `values` are those of symbols that never change."""

    memory: Memory = field(default_factory=Memory)
    values: dict[Symbol, int] = field(default_factory=dict)


@dataclass
class Match:
    """A command beside an event: what came out, and what follows where it is the only one."""

    outcome: Outcome
    narrowed: dict[int, frozenset[int]] = field(default_factory=dict)
    host: tuple[MemoryObject, int] | None = None


def match(claims: Claims, known: Known) -> Match:
    """Compare all that can be."""
    outcome = claims.outcome
    outcome.values = dict(known.values)
    found = Match(outcome)
    single = [each for each in claims.sizes if len(each.choices) == 1]
    settle([*claims.numbers, *(n for each in single for n in _numbers(each, outcome))], outcome)
    for each in claims.sizes:
        if each not in single:
            outcome.count(each.what, *_is_one(each, outcome))
    for bound in claims.bound:
        _buffer(bound, known.memory, found)
    if claims.host is not None:
        _host(claims.host, known.memory, found)
    check_guards(claims.guards, outcome)
    check_loops(claims.loops, outcome)
    return found


def _numbers(sizes: Sizes, outcome: Outcome) -> Sequence[Number]:
    sides = sizes.choices[0]
    if sides is None or sizes.seen is None:
        null = sizes.seen is None
        message = f"the {sizes.what} is {'NULL' if null else sizes.seen}, by the graph it is not"
        outcome.count(sizes.what, sides is None and null, message)
        return ()
    if len(sides) != len(sizes.seen):
        outcome.count(sizes.what, False, f"{len(sizes.seen)} dimensions, by the graph {len(sides)}")
        return ()
    return [
        Number(f"{sizes.what} {at}", side, number)
        for at, (side, number) in enumerate(zip(sides, sizes.seen, strict=True))
    ]


def _is_one(sizes: Sizes, outcome: Outcome) -> tuple[bool | None, str]:
    """Whether an index space is one of several that it may be."""
    if not sizes.choices:
        return None, ""
    message = f"the {sizes.what} {sizes.seen} is none that the graph has"
    verdicts = [_is_side(each, sizes.seen, outcome) for each in sizes.choices]
    return (True if True in verdicts else None if None in verdicts else False), message


def _is_side(sides: Sides | None, seen: tuple[int, ...] | None, outcome: Outcome) -> bool | None:
    if sides is None or seen is None or len(sides) != len(seen):
        return sides is None and seen is None
    values = [valued(side, outcome.values) for side in sides]
    if any(
        value is not None and value != number for value, number in zip(values, seen, strict=True)
    ):
        return False
    return None if None in values else True


def _buffer(bound: Bound, memory: Memory, found: Match) -> None:
    may_be = memory.may_be(bound.buffer, bound.objects) if bound.objects else None
    names = "|".join(each.name for each in bound.objects)
    message = f"{bound.what} is another buffer than '{names}', which the graph has there"
    found.outcome.count(bound.what, None if may_be is None else bool(may_be), message)
    if may_be:
        found.narrowed[bound.buffer] = may_be & found.narrowed.get(bound.buffer, may_be)


def _host(pointed: Pointed, memory: Memory, found: Match) -> None:
    """The same object is at the same address each time."""
    target = pointed.objects[0] if len(pointed.objects) == 1 else None
    offset = valued(pointed.offset, found.outcome.values) if pointed.offset is not None else None
    if target is None or offset is None or not target.unique:
        found.outcome.count("host memory", None)
        return
    base = pointed.address - offset
    message = f"the host memory is not where '{target.name}' was before"
    at_home = memory.is_at(target, base)
    if at_home is None:
        found.outcome.learnt += 1
    else:
        found.outcome.count("host memory", at_home, message)
    found.host = target, base
