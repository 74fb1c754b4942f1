"""What terms look like, so that the parts of two sums can be put side by side."""

from collections.abc import Callable, Mapping
from hashlib import sha1

from ppcl.analysis.terms import Effect, Join, Term

Partners = Mapping[object, object]
NO_PARTNERS: Partners = {}
MayMove = Callable[[Term], bool]


def look(term: Term, partners: Partners, known: dict[int, str], may_move: MayMove) -> str:
    """A name for all terms that look like this one: terms that are the same have one name, if steps
    of the old text, and loads of places that may move, are named by their partners.
    """
    waiting = [term]
    while waiting:
        current = waiting[-1]
        missing = [part for part in _seen(current, may_move) if id(part) not in known]
        if missing:
            waiting += missing
        else:
            waiting.pop()
            moves = len(_seen(current, may_move)) < len(current.parts)
            known[id(current)] = _named(current, partners, known, moves)
    return known[id(term)]


def _seen(term: Term, may_move: MayMove) -> tuple[Term, ...]:
    return term.parts[1:] if term.op == "load" and may_move(term.parts[0]) else term.parts


def _named(term: Term, partners: Partners, known: Mapping[int, str], moves: bool) -> str:
    own = (term,) if moves else ()
    details = [
        id(partners.get(each, each)) if isinstance(each, Join | Effect | Term) else each
        for each in (*term.detail, *own)
    ]
    below = [known[id(part)] for part in (term.parts[1:] if moves else term.parts)]
    return sha1(repr((term.op, details, below)).encode()).hexdigest()
