"""Loads may merge, move and vanish: each runs only where an old one of its place ran.

What a load gives is a matter of terms. Here it is asked whether it may run: `t = a[i]; if (i < n)
b[i] = t;` reads past the end where `if (i < n) b[i] = a[i];` did not. An old load covers a new one
if control that comes to the new one came, or is bound to come, to the old one:

- both stand in one list of steps, or the new one deeper, and nothing leaves between them; an old
  one in front of a label of a switch does not cover what is behind it;
- the old one stands in loops that the new one does not, each of which is shown to run, and nothing
  leaves it in front of the load but its own test;
- each condition under which the old one is read alone is one of the new one, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.terms import (
    Branch,
    Case,
    Leave,
    Load,
    Loop,
    Region,
    Step,
    Term,
    done,
    is_quiet,
)

# A list of steps, by which list of the new text it is the partner of (or its own), and how many
# steps, and labels of a switch, stand in it before the place that is meant.
Way = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Question:
    """What is asked of loads: whether an old one and a new one read one place (`same`), and whether
    an old loop, among these, runs at least once where control comes to it, as the guards of an old
    load in it say (`runs`). The looks name a condition of either text, alike if they are."""

    same: Callable[[Load, Load], bool]
    runs: Callable[[Loop, Sequence[Loop], Load], bool]
    look_of_old: Callable[[Term], str]
    look_of_new: Callable[[Term], str]


@dataclass(frozen=True)
class _Site:
    """A load, the lists that it stands in from the outermost on, the loops of these lists, and the
    conditions of the branches in which nothing else is done."""

    load: Load
    way: Way
    loops: Mapping[int, Loop]
    conditions: frozenset[tuple[str, bool]]


def uncovered(
    before: Sequence[Step],
    after: Sequence[Step],
    partners: Mapping[int, int],
    question: Question,
) -> Load | None:
    """The first load of the new steps that no old one covers. `partners` gives by an old list of
    steps (its id) the new one."""
    old = list(_sites(before, (), {}, frozenset(), question.look_of_old, partners))
    new = list(_sites(after, (), {}, frozenset(), question.look_of_new, {}))
    lists = {partners.get(id(steps), id(steps)): done(steps) for steps in _lists(before)}
    for number, site in enumerate(new):
        if not any(_covers(each, site, lists, question) for each in _nearest(old, number)):
            return site.load
    return None


def _nearest(sites: Sequence[_Site], number: int) -> Iterator[_Site]:
    """All sites, those that stand nearest to a number first: most loads are where they were, and to
    tell two places apart takes time."""
    for distance in range(max(number, len(sites) - number) + 1):
        for place in dict.fromkeys((number - distance, number + distance)):
            if 0 <= place < len(sites):
                yield sites[place]


def _sites(
    steps: Sequence[Step],
    outer: Way,
    loops: Mapping[int, Loop],
    conditions: frozenset[tuple[str, bool]],
    look: Callable[[Term], str],
    names: Mapping[int, int],
    cases: Sequence[Case] = (),
) -> Iterator[_Site]:
    """The loads below a list of steps, in which there may be cases."""
    own, count = names.get(id(steps), id(steps)), 0
    for number, step in enumerate(steps):
        labels = sum(case.first <= number for case in cases)
        way = (*outer, (own, count, labels))
        quiet = is_quiet(step)
        match step:
            case _ if quiet:
                yield from _quiet(step, way, loops, conditions, look)
            case Branch():
                for inner in (step.then, step.otherwise):
                    yield from _sites(inner, way, loops, conditions, look, names)
            case Loop(body=body):
                within = {**loops, names.get(id(body), id(body)): step}
                yield from _sites(body, way, within, conditions, look, names)
            case Region(body=body, cases=inner_cases):
                yield from _sites(body, way, loops, conditions, look, names, inner_cases)
        count += not quiet


def _quiet(
    step: Step,
    way: Way,
    loops: Mapping[int, Loop],
    conditions: frozenset[tuple[str, bool]],
    look: Callable[[Term], str],
) -> Iterator[_Site]:
    """The loads of a step that only reads: those of a branch stand where it does."""
    if isinstance(step, Load):
        yield _Site(step, way, loops, conditions)
    elif isinstance(step, Branch):
        for arm, inner in ((True, step.then), (False, step.otherwise)):
            held = conditions | {(look(step.condition), arm)}
            for each in inner:
                yield from _quiet(each, way, loops, held, look)


def quiet_loads(steps: Sequence[Step]) -> Iterator[Load]:
    """The loads of a list of steps, and those in its branches in which nothing else is done."""
    for step in steps:
        if isinstance(step, Load):
            yield step
        elif isinstance(step, Branch) and is_quiet(step):
            yield from quiet_loads((*step.then, *step.otherwise))


def _lists(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """A list of steps, and those below."""
    yield steps
    for step in steps:
        match step:
            case Branch(then=then, otherwise=otherwise):
                yield from _lists(then)
                yield from _lists(otherwise)
            case Loop(body=body) | Region(body=body):
                yield from _lists(body)


def _covers(
    old: _Site, new: _Site, lists: Mapping[int, Sequence[Step]], question: Question
) -> bool:
    """Whether an old load covers a new one; `lists` are the old steps, without those that only
    read, as the ways count them."""
    if not old.conditions <= new.conditions or not question.same(old.load, new.load):
        return False
    places = {name: (count, labels) for name, count, labels in new.way}
    shared = [number for number, (name, *_) in enumerate(old.way) if name in places]
    if shared != list(range(len(shared))) or not shared:
        return False
    for name, count, labels in old.way[: len(shared)]:
        begin, passed = places[name]
        if labels < passed or _leaves(lists[name][begin:count]):
            return False
    inner = old.way[len(shared) :]
    crossed = [old.loops[name] for name, *_ in inner if name in old.loops]
    return len(crossed) == len(inner) and all(
        _is_test(lists[name])
        and not _leaves(lists[name][1:count])
        and question.runs(old.loops[name], crossed, old.load)
        for name, count, _ in inner
    )


def _is_test(steps: Sequence[Step]) -> bool:
    """Whether the first of a loop's steps is its own test."""
    return any(isinstance(step, Leave) and step.kind == "exit" for step in steps[:1])


def _leaves(steps: Sequence[Step]) -> bool:
    """Whether control may leave in one of these steps, or stay there for ever."""
    found = (step for inner in steps for step in _all(inner))
    return any(isinstance(step, Leave) or _is_endless(step) for step in found)


def _is_endless(step: Step) -> bool:
    """Whether a loop has no way out but `return`: no `break`, and no test or one of numbers alone,
    as in `while (1)`. All others are taken to end, as C takes them (C11 6.8.5)."""
    if not isinstance(step, Loop):
        return False
    exits = [each for each in step.body if isinstance(each, Leave) and each.kind == "exit"]
    never = [each for each in exits if each.unless is not None and _always_holds(each.unless)]
    return len(step.after.entries) == len(never)


def _always_holds(test: Term) -> bool:
    """Whether a test is made of numbers alone, and is not 0."""
    if test.op == "constant":
        return str(test.detail[1]) != "0"
    return bool(test.parts) and test.op != "builtin" and all(map(_always_holds, test.parts))


def _all(step: Step) -> Iterator[Step]:
    """A step and those in it; of a loop, what leaves more than the loop."""
    yield step
    match step:
        case Branch(then=then, otherwise=otherwise):
            for inner in (*then, *otherwise):
                yield from _all(inner)
        case Loop(body=body):
            found = (each for inner in body for each in _all(inner))
            yield from (e for e in found if not isinstance(e, Leave) or e.kind == "return")
        case Region(body=body):
            for inner in body:
                yield from _all(inner)
