"""Functions that tell the time in one of several ways: `#ifdef _OPENMP`, `omp_get_wtime()`,
`#else`, `gettimeofday`. What they give is known in none of them, and they touch nothing else."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from ppcl.frontend import Conditional, Token, directives_in, tokens

_CLOCKS = frozenset(
    b"omp_get_wtime MPI_Wtime gettimeofday clock_gettime timespec_get clock time".split()
)
_TYPES = frozenset(b"double float long int unsigned timeval timespec clock_t time_t".split())
_WORDS = frozenset(
    b"static const struct return if NULL TIME_UTC CLOCK_REALTIME CLOCK_MONOTONIC "
    b"CLOCKS_PER_SEC".split()
)
_PARTS = frozenset(b"tv_sec tv_usec tv_nsec".split())
_SIGNS = frozenset(b"( ) , ; & . + - * / < =".split())
_HEADS = ((b"(", b")", b"{"), (b"(", b"void", b")", b"{"))


def tells_time(data: bytes, group: Conditional, defined: Collection[str]) -> bool:
    """Whether a group of `#if` is all of a function of floating type, whose branches ask for the
    time and do nothing else; `defined` are the program's own functions and macros."""
    own = frozenset(name.encode() for name in defined)
    inside = group.directives[0].start, group.directives[-1].end
    before = [token.text for token in tokens(data, 0, inside[0])][-6:]
    after = next(tokens(data, inside[1], len(data)), None)
    if after is None or after.text != b"}" or not _begins(before):
        return False
    return all(_asks(data, *branch, own) for branch in group.branches)


def _begins(before: Sequence[bytes]) -> bool:
    """Whether words end with `double name(void) {`."""
    for head in _HEADS:
        count = len(head)
        if tuple(before[-count:]) == head and len(before) >= count + 2:
            return before[-count - 2] in (b"double", b"float")
    return False


def _asks(data: bytes, start: int, end: int, own: frozenset[bytes]) -> bool:
    found = list(tokens(data, start, end))
    texts = [token.text for token in found]
    if not texts or any(directives_in(data, start, end)) or b"return" not in texts:
        return False
    variables = {b for a, b in pairwise(texts) if a in _TYPES} - _TYPES
    known = variables | _TYPES | _WORDS | _CLOCKS | _PARTS
    last = texts[len(texts) - 1 - texts[::-1].index(b"return") :]
    returned = last[-1:] == [b";"] and last.count(b";") == 1 and {*last} & (_CLOCKS | _PARTS)
    plain = all(_is_plain(token, before, known) for token, before in _pairs(found))
    return plain and bool(returned) and bool({*texts} & _CLOCKS) and own.isdisjoint(texts)


def _pairs(found: Sequence[Token]) -> list[tuple[Token, bytes]]:
    return [(token, found[n - 1].text if n else b";") for n, token in enumerate(found)]


def _is_plain(token: Token, before: bytes, known: Collection[bytes]) -> bool:
    if token.kind == "word":
        return token.text in known
    if token.text == b"&":
        return before in (b"(", b",")
    return token.kind == "number" or (token.kind == "operator" and token.text in _SIGNS)
