"""Conversions that proofs trust (docs/adr/0001), and that guards of loads must not stand on.

Polynomials take a number to be the same after a conversion: a size is not negative, a counter fits
an `int`. A load in front of a loop is read where that is not so, too: `if (n > 0u)` holds for -1.
"""

from collections.abc import Iterator, Sequence

from ppcl.analysis.terms import Branch, Join, Leave, Loop, Region, Step, Term
from ppcl.ir.types import IntType, Type


def believes(steps: Sequence[Step], parameters: Sequence[Type]) -> bool:
    """Whether some condition in a kernel is made of a number that is converted and may be another
    one then, ids and sizes of the launch apart; `parameters` are the types of the kernel's."""
    seen: set[int] = set()
    waiting = list(_conditions(steps))
    while waiting:
        term = waiting.pop()
        if id(term) in seen:
            continue
        seen.add(id(term))
        if (term.op == "cast" and not _is_held(term, parameters)) or _is_in_memory(term):
            return True
        waiting += (*term.parts, *_met(term))
    return False


def _met(term: Term) -> Iterator[Term]:
    """What a value may be, where control comes together."""
    if term.op == "value":
        join, name = term.detail
        assert isinstance(join, Join)
        yield from (values[str(name)] for values in join.entries if str(name) in values)


def _is_in_memory(term: Term) -> bool:
    """Whether a value is read from a variable that pointers reach: what was stored there is no part
    of the term."""
    while term.op in ("load", "element", "member", "lanes", "cast"):
        term = term.parts[0]
    return term.op == "variable"


def _conditions(steps: Sequence[Step]) -> Iterator[Term]:
    for step in steps:
        match step:
            case Branch():
                yield step.condition
                yield from _conditions((*step.then, *step.otherwise))
            case Leave():
                yield from () if step.unless is None else (step.unless,)
            case Loop(body=body) | Region(body=body):
                yield from _conditions(body)


def _is_held(cast: Term, parameters: Sequence[Type]) -> bool:
    """Whether a conversion to an integer keeps the number, whichever it is."""
    to, (term,) = cast.detail[0], cast.parts
    if not isinstance(to, IntType) or term.op == "builtin":
        return not isinstance(to, IntType) or to.bits >= 32
    if term.op == "constant":
        return to.signed or not str(term.detail[1]).startswith("-")
    of = _type_of(term, parameters)
    if not isinstance(of, IntType):
        return False
    wider = to.bits > of.bits and (to.signed or not of.signed)
    return wider or (to.bits == of.bits and to.signed == of.signed)


def _type_of(term: Term, parameters: Sequence[Type]) -> object:
    if term.op == "parameter":
        return parameters[int(str(term.detail[0]))]
    if term.op == "load" and term.node is not None:
        return term.node.type
    return term.detail[0] if term.detail else None
