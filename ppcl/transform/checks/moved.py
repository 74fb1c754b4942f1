"""What the new place of a moved access is made of.

That it is the right element is a matter of polynomials, which name what they do not know. Here each
part that is unknown to them is asked for: the new text must have it of the old one.
"""

from collections.abc import Callable, Iterator, Sequence

from ppcl.analysis.terms import Branch, Effect, Leave, Loop, Outline, Region, Step, Term
from ppcl.analysis.terms.outline import Join

_ARITHMETIC = frozenset({"+", "-", "*", "element", "member", "lanes", "cast", "+x", "-x"})
_KNOWN = frozenset({"constant", "parameter", "variable", "sizeof"})
# What is worth something else elsewhere: what is read, what a step gives, where control meets.
_READ = frozenset({"load", "done", "value"})
Look = Callable[[Term], str]


def parts_of(place: Term) -> Iterator[Term]:
    """The parts of a place that are no arithmetic, numbers and parameters left out."""
    seen: set[int] = set()
    waiting = [place]
    while waiting:
        term = waiting.pop()
        if id(term) in seen or term.op in _KNOWN:
            continue
        seen.add(id(term))
        if term.op in _ARITHMETIC:
            waiting += term.parts
        else:
            yield term


def is_the_launchs(term: Term) -> bool:
    """Whether a term is the same for the whole launch, whichever the place: nothing is read."""
    waiting = [term]
    while waiting:
        found = waiting.pop()
        if found.op in _READ:
            return False
        waiting += found.parts
    return True


def terms_of(outline: Outline) -> Iterator[Term]:
    """All terms of an outline, each once."""
    seen: set[int] = set()
    waiting = list(_of_steps(outline.steps))
    while waiting:
        term = waiting.pop()
        if id(term) not in seen:
            seen.add(id(term))
            yield term
            waiting += term.parts


def _of_steps(steps: Sequence[Step]) -> Iterator[Term]:
    for step in steps:
        match step:
            case Effect():
                yield from step.terms
            case Branch():
                yield step.condition
                yield from _of_steps((*step.then, *step.otherwise))
            case Leave():
                yield from () if step.unless is None else (step.unless,)
            case Loop():
                for join in (step.head, step.again, step.after):
                    yield from _of_join(join)
                yield from _of_steps(step.body)
            case Region():
                for join in (step.after, *(case.join for case in step.cases)):
                    yield from _of_join(join)
                yield from _of_steps(step.body)


def _of_join(join: Join) -> Iterator[Term]:
    for values in join.entries:
        yield from values.values()
