"""Lines of the host that end a build with another value of a constant than a plan was made for.

The preprocessor knows no enumerators and no constants, but the compiler does: where one is declared
for the whole file, a declaration can ask for its value.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ppcl.frontend import Token, bracketed, directives_in, tokens
from ppcl.ir.unit import TranslationUnit
from ppcl.source import Edit, SourceFile, Span


def value_check(source: SourceFile, at: int, name: str, value: int, said: bytes = b"") -> Edit:
    """A declaration at an offset that is invalid where a name, which is `said` so there, is not
    worth a value, which is not negative. C and C++ have an assertion since 2011 only; this is one
    in all of them."""
    ending = source.line_ending
    text = b"typedef char rewritten_by_ppcl_for_%s_%d_run_ppcl_again[%s == %d ? 1 : -1];"
    order = (name.encode(), value, said or name.encode(), value)
    return Edit(Span(source.path, at, at), text % order + ending)


def begins_declaration(data: bytes, start: int) -> bool:
    """Whether a declaration may stand at a place outside of functions."""
    directives = list(directives_in(data, 0, start))[-1:]
    behind = directives[0].end if directives else 0
    last = [token.text for token in tokens(data, behind, start)][-1:]
    return not last or last[0] in (b";", b"}", b"{")


def constant_at(source: SourceFile, unit: TranslationUnit, name: str, start: int) -> bytes | None:
    """How a place outside of functions says the name of an enumerator, or of a constant of C++,
    that a file declares in front of it, outside of all braces but those of namespaces; None where
    there is none, or several."""
    outer = _outside(source.data, start)
    if outer is None or not begins_declaration(source.data, start):
        return None
    skipped = [span for span in unit.skipped if span.file == source.path]
    if any(span.start <= each.token.start < span.end for span in skipped for each in outer.tokens):
        return None  # which braces are whose is not known
    named = [v for v in unit.globals if v.declaration.name == name and v.const]
    variables = {
        v.at.span.start
        for v in named
        if not v.declaration.of_template and v.at.span.file == source.path
    }
    is_said = unit.language == "c++"
    found = [
        each
        for each in outer.tokens
        if _enumerates(source.data, each.token, name.encode())
        or (is_said and each.token.start in variables)
    ]
    if len(found) != 1 or len(named) > len(variables):
        return None
    path = [word for word in found[0].within if word]
    return b"::".join([*([b""] if outer.within else []), *path, name.encode()])


@dataclass(frozen=True)
class _Outer:
    """A token outside of functions and types, and the names of the namespaces that it is in, empty
    for one that has none."""

    token: Token
    within: tuple[bytes, ...]


@dataclass(frozen=True)
class _Outside:
    """What stands outside of functions and types in front of a place, and the namespaces around
    the place."""

    tokens: Sequence[_Outer]
    within: tuple[bytes, ...]


def _outside(data: bytes, end: int) -> _Outside | None:
    """The tokens in front of a place, None where it is in other braces than those of namespaces."""
    found: list[_Outer] = []
    braces: list[tuple[bytes, ...] | None] = []  # what each adds to a name, None for no namespace
    seen: list[Token] = []
    for token in tokens(data, 0, end):
        if token.text == b"{":
            braces.append(_namespace(seen) if None not in braces else None)
        elif token.text == b"}" and braces:
            braces.pop()
        if None not in braces:
            found.append(_Outer(token, tuple(w for each in braces for w in each or ())))
        seen.append(token)
    if None in braces:
        return None
    return _Outside(found, tuple(w for each in braces for w in each or ()))


def _namespace(front: Sequence[Token]) -> tuple[bytes, ...] | None:
    """What a brace behind tokens adds to the names in it; None where it opens something else."""
    last = [token.text for token in front[-2:]]
    if last[:1] == [b"extern"] and last[-1] == b'"C"':
        return ()
    names: list[bytes] = []
    for token in reversed(front):
        if token.text == b"namespace":
            return tuple(reversed(names)) or (b"",)
        if token.kind == "word":
            names.append(token.text)
        elif token.text not in (b":", b"::"):
            return None
    return None


def _enumerates(data: bytes, token: Token, name: bytes) -> bool:
    """Whether an enumeration without a scope that begins here has an enumerator."""
    listed = bracketed(data, token.end, len(data), b"{}") if token.text == b"enum" else None
    if listed is None:
        return False
    head = [each.text for each in tokens(data, token.end, listed[0])]
    body = [each.text for each in tokens(data, *listed)]
    begins = (word for front, word in zip([b",", *body], body, strict=False) if front == b",")
    return b"class" not in head and b"struct" not in head and b";" not in head and name in begins
