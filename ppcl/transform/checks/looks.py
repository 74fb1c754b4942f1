"""What terms look like, so that the parts of two sums can be put side by side."""

from collections.abc import Callable, Mapping
from hashlib import sha1

from ppcl.analysis.terms import Effect, Join, Term

Partners = Mapping[object, object]
NO_PARTNERS: Partners = {}
MayMove = Callable[[Term], bool]


def any_place(place: Term) -> bool:
    """That a place may have moved, whichever it is."""
    del place
    return True


def look(
    term: Term, partners: Partners, known: dict[int, str], may_move: MayMove = any_place
) -> str:
    """A name for all terms that look like this one: terms that are the same have one name, if steps
    of the old text are named by their partners. The places of loads that may move do not count.
    """
    waiting = [term]
    while waiting:
        current = waiting[-1]
        missing = [part for part in _seen(current, may_move) if id(part) not in known]
        if missing:
            waiting += missing
        else:
            known[id(waiting.pop())] = _named(current, partners, known, may_move)
    return known[id(term)]


def _seen(term: Term, may_move: MayMove) -> tuple[Term, ...]:
    return term.parts[1:] if term.op == "load" and may_move(term.parts[0]) else term.parts


def _named(term: Term, partners: Partners, known: Mapping[int, str], may_move: MayMove) -> str:
    details = [
        id(partners.get(each, each)) if isinstance(each, Join | Effect) else each
        for each in term.detail
    ]
    below = [known[id(part)] for part in _seen(term, may_move)]
    return sha1(repr((term.op, details, below)).encode()).hexdigest()
