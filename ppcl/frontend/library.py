"""What the system's headers say of a macro: where they define it, and what decides whether."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ppcl.frontend.conditionals import (
    Conditional,
    Directive,
    conditionals,
    directives_in,
    is_include_guard,
)
from ppcl.frontend.options import HEADERS
from ppcl.frontend.questions import Question, questions
from ppcl.source import WORD

_CHANGES = ("define", "undef")
_LINE = re.compile(rb"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(%b)" % WORD, re.MULTILINE)


@dataclass(frozen=True)
class Definition:
    """A `#define` or `#undef` of a header: the words of its body, what the conditions ask that it
    stands under, and, of that, what decides whether the macro is defined: not where all branches
    do so."""

    words: frozenset[str]
    asked: frozenset[Question]
    decided: frozenset[Question]


def definitions(headers: Iterable[str], name: str) -> tuple[Definition, ...]:
    """All that these headers say of a macro, in any branch."""
    said = (path for path in headers if name.encode() in _names(path))
    return tuple(found for path in said for found in _definitions(path, name))


@lru_cache
def opencl_headers() -> tuple[str, ...]:
    """The headers of OpenCL's C interface, which stand for all others; a program reads some."""
    return tuple(sorted(map(str, (HEADERS / "CL").glob("*.h"))))


@lru_cache(maxsize=1024)
def _names(path: str) -> frozenset[bytes]:
    """The macros that a header may speak of: most speak of few."""
    return frozenset(_LINE.findall(_text(path)))


@lru_cache(maxsize=4096)
def _definitions(path: str, name: str) -> tuple[Definition, ...]:
    return tuple(_found(_text(path), name))


@lru_cache(maxsize=1024)
def _text(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def _found(data: bytes, name: str) -> Iterator[Definition]:
    lines = [d for d in directives_in(data, 0, len(data)) if _changes(d, name)]
    for line in lines:
        around = [group for group in conditionals(data) if _holds(group, line)]
        around = [group for group in around if not is_include_guard(data, group)]
        deciding = around[1:] if around and _is_in_all(around[0], data, lines) else around
        yield Definition(_words(line), _asked(around), _asked(deciding))


def _changes(line: Directive, name: str) -> bool:
    return line.name in _CHANGES and line.tokens[:1] != () and line.tokens[0].text == name.encode()


def _holds(group: Conditional, line: Directive) -> bool:
    return group.directives[0].start < line.start < group.directives[-1].start


def _is_in_all(group: Conditional, data: bytes, lines: Iterable[Directive]) -> bool:
    """Whether each branch of a group, one of which is taken, defines the macro at its own level."""
    own = [d for d in lines if d.name == "define" and _innermost(data, d) == group]
    branches = group.branches
    in_each = all(any(start <= d.start < end for d in own) for start, end in branches)
    return group.directives[-2].name == "else" and in_each


def _innermost(data: bytes, line: Directive) -> Conditional | None:
    return next((group for group in conditionals(data) if _holds(group, line)), None)


def _asked(groups: Iterable[Conditional]) -> frozenset[Question]:
    return frozenset(question for group in groups for question in questions(group))


def _words(line: Directive) -> frozenset[str]:
    body = line.tokens[1:] if line.name == "define" else ()
    return frozenset(t.text.decode("utf-8", "replace") for t in body if t.kind == "word")
