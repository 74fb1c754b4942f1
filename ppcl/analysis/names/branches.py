"""The text in branches of `#if`: whether anything hangs on it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ppcl.analysis.names.headers import is_systems
from ppcl.frontend import Conditional, Directive, Token, bracketed, directives_in, tokens

_PRINTING = frozenset(
    b"printf fprintf puts fputs putchar fflush perror stdout stderr std cout cerr endl".split()
)
_INCLUDED = re.compile(rb"include[ \t]*<([^>\n]+)>")
# What a declaration may have or not and is the same to a walk through it: tokens with one space
# behind each.
_ATTRIBUTE = (
    rb"(?:gnu :: )?(?:__)?(?:unused|used|maybe_unused|always_inline|noinline|warn_unused_result|"
    rb"nodiscard|deprecated|fallthrough|hot|cold|flatten|artificial|format|nonnull|"
    rb"returns_nonnull|visibility)(?:__)? (?:\( [\w ,\"]*\) )?"
)
_MARKS = re.compile(
    rb"(?:(?:__)?inline(?:__)? |(?:__)?restrict(?:__)? |__extension__ |"
    rb"__attribute(?:__)? \( \( (?:%b(?:, )?)*\) \) |\[ \[ (?:%b(?:, )?)*\] \] )*"
    % (_ATTRIBUTE, _ATTRIBUTE)
)
# Pragmas on what a compiler says, and OpenCL C's, which compilers of hosts pass by.
_TELLING = (
    *([b"GCC", b"diagnostic"], [b"clang", b"diagnostic"], [b"warning"], [b"message"]),
    [b"OPENCL", b"EXTENSION"],
)
_CHOOSING = frozenset(["if", "ifdef", "ifndef", "elif", "else", "endif", "define"])
# Operators that touch no memory, where they are the language's own.
_PLAIN = frozenset(b"( ) , ; :: << + - / % *".split())


@dataclass(frozen=True)
class Vocabulary:
    """The operators that touch no memory, and the names that are more than numbers."""

    plain: frozenset[bytes] = _PLAIN
    loud: frozenset[bytes] = frozenset()


def vocabulary(texts: Iterable[bytes], own: frozenset[bytes], loud: frozenset[bytes]) -> Vocabulary:
    """What holds in all branches of texts, whose program has its `own` operators, and variables
    that are `loud`; macros are added to these."""
    known = Vocabulary(_PLAIN - own, loud)
    bodies = [body for text in texts for body in definitions(text)]
    while True:
        macros = {n for n, data, *at in bodies if not is_quiet(data, at[0], at[1], known)}
        if loud | macros == known.loud:
            return known
        known = replace(known, loud=loud | macros)


def is_checked(data: bytes, group: Conditional) -> bool:
    """Whether a group ends the build where its name is set, or set to another value."""
    *others, last = group.branches
    first = next(directives_in(data, *last), None)
    ends = first is not None and first.name == "error"
    return ends and (not others or (len(others) == 1 and bool(defined_in(data, others))))


def bodies_of(data: bytes, group: Conditional, name: str) -> Iterator[tuple[int, int]]:
    """The bodies that the branches of a group give a macro, as byte ranges."""
    first, *_, last = group.directives
    for defined, _, start, end in definitions(data, first.end, last.start):
        if defined == name.encode():
            yield start, end


def definitions(
    data: bytes, start: int = 0, end: int | None = None
) -> Iterator[tuple[bytes, bytes, int, int]]:
    """All macros that a text defines, each with that text, and its body's begin and end."""
    for directive in directives_in(data, start, len(data) if end is None else end):
        if directive.name == "define" and directive.tokens:
            name = directive.tokens[0]
            listed = data[name.end : name.end + 1] == b"("
            inside = bracketed(data, name.end, directive.end) if listed else None
            begin = inside[1] + 1 if inside is not None else name.end
            yield name.text, data, begin, directive.end


def defined_in(data: bytes, branches: Sequence[tuple[int, int]]) -> frozenset[str]:
    """The macros that branches define, if they hold nothing else than that and groups of such."""
    found: set[str] = set()
    for start, end in branches:
        inside = list(directives_in(data, start, end))
        if has_text_beside(data, start, end) or any(d.name not in _CHOOSING for d in inside):
            return frozenset()
        names = (d.tokens[0].text for d in inside if d.name == "define" and d.tokens)
        found |= {name.decode("utf-8", "replace") for name in names}
    return frozenset(found)


def has_text_beside(data: bytes, start: int, end: int) -> bool:
    """Whether a branch holds more than directives."""
    inside = [*directives_in(data, start, end)]
    starts = [start, *(directive.end for directive in inside)]
    ends = [*(directive.start for directive in inside), end]
    return any(list(tokens(data, *between)) for between in zip(starts, ends, strict=True))


def is_idle(data: bytes, start: int, end: int, known: Vocabulary) -> bool:
    """Whether a branch does nothing but to print numbers and text."""
    last = [token.text for token in tokens(data, start, end)][-1:]
    return _is_frame(data, start, end) or (last == [b";"] and prints(data, start, end, known))


def is_idle_body(data: bytes, start: int, end: int, known: Vocabulary) -> bool:
    """Whether a macro's body is nothing, or an expression that prints."""
    words = [token.text for token in tokens(data, start, end)]
    if not words or b"".join(words).strip(b"()") in (b"void)0", b"0"):
        return True
    return b";" not in words and prints(data, start, end, known)


def is_mark(data: bytes, start: int, end: int) -> bool:
    """Whether a macro's body is nothing, or attributes and words of declarations alone."""
    words = (token.text + b" " for token in tokens(data, start, end))
    return bool(_MARKS.fullmatch(b"".join(words)))


def prints(data: bytes, start: int, end: int, known: Vocabulary) -> bool:
    """Whether a text is calls that print numbers and text."""
    before = Token("operator", b";", start)
    for token in tokens(data, start, end):
        if token.text not in _PRINTING and before.text == b";":
            return False
        if not _is_quiet(token, before, known):
            return False
        before = token
    return True


def is_quiet(data: bytes, start: int, end: int, known: Vocabulary) -> bool:
    """Whether arguments are numbers and text that no memory is read for."""
    found = [Token("operator", b"(", start), *tokens(data, start, end)]
    return all(_is_quiet(token, before, known) for before, token in pairwise(found))


def _is_quiet(token: Token, before: Token, known: Vocabulary) -> bool:
    if token.text == b"(" and before.kind == "word" and before.text not in _PRINTING:
        return False
    if token.text == b"*" and before.kind not in ("word", "number"):
        return False
    if token.text in known.loud:
        return False
    return b"%n" not in token.text and (token.kind != "operator" or token.text in known.plain)


def _is_frame(data: bytes, start: int, end: int) -> bool:
    """Whether a branch only includes what systems bring, or begins or ends a part in C."""
    words = [token.text for token in tokens(data, start, end)]
    if words in ([b"extern", b'"C"', b"{"], [b"}"]):
        return True
    brought = all(_is_brought(data, directive) for directive in directives_in(data, start, end))
    return brought and not has_text_beside(data, start, end)


def _is_brought(data: bytes, directive: Directive) -> bool:
    """Whether a directive includes what systems bring, or is a pragma on what a compiler says."""
    words = [token.text for token in directive.tokens]
    if directive.name == "pragma":
        return any(words[: len(telling)] == telling for telling in _TELLING)
    found = _INCLUDED.search(data, directive.start, directive.end)
    return directive.name == "include" and found is not None and is_systems(found[1])
