"""Lines of the host that end a build with another value of a constant than a plan was made for.

The preprocessor knows no enumerators and no constants, but the compiler does: where one is declared
for the whole file, a declaration can ask for its value.
"""

from collections.abc import Iterator

from ppcl.frontend import Token, bracketed, directives_in, tokens
from ppcl.ir.unit import TranslationUnit
from ppcl.source import Edit, SourceFile, Span


def value_check(source: SourceFile, at: int, name: str, value: int) -> Edit:
    """A declaration at an offset that is invalid where a name is not worth a value, which is not
    negative. C and C++ have an assertion since 2011 only; this is one in all of them."""
    ending = source.line_ending
    text = b"typedef char rewritten_by_ppcl_for_%s_%d_run_ppcl_again[%s == %d ? 1 : -1];"
    said = name.encode()
    order = (said, value, said, value)
    return Edit(Span(source.path, at, at), text % order + ending)


def begins_declaration(data: bytes, start: int) -> bool:
    """Whether a declaration may stand at a place outside of functions."""
    directives = list(directives_in(data, 0, start))[-1:]
    behind = directives[0].end if directives else 0
    last = [token.text for token in tokens(data, behind, start)][-1:]
    return not last or last[0] in (b";", b"}", b"{")


def is_constant_at(source: SourceFile, unit: TranslationUnit, name: str, start: int) -> bool:
    """Whether a name is an enumerator, or a constant of C++, that a file declares outside of all
    braces in front of a place which is outside of them, too."""
    if not begins_declaration(source.data, start):
        return False
    outer = list(_outside(source.data, start))
    skipped = [span for span in unit.skipped if span.file == source.path]
    if any(span.start <= token.start < span.end for span in skipped for token in outer):
        return False  # which braces are whose is not known
    if any(_enumerates(source.data, token, name.encode()) for token in outer):
        return True
    named = [v for v in unit.globals if v.declaration.name == name and v.const]
    variables = (v for v in named if not v.declaration.of_template)
    places = {token.start for token in outer}
    return unit.language == "c++" and any(
        v.at.span.file == source.path and v.at.span.start in places for v in variables
    )


def _outside(data: bytes, end: int) -> Iterator[Token]:
    """The tokens outside of braces, with those that close some; none where more are open."""
    found: list[Token] = []
    depth = 0
    for token in tokens(data, 0, end):
        depth += (token.text == b"{") - (token.text == b"}")
        if depth == 0:
            found.append(token)
    return iter(found if depth == 0 else ())


def _enumerates(data: bytes, token: Token, name: bytes) -> bool:
    """Whether an enumeration without a scope that begins here has an enumerator."""
    listed = bracketed(data, token.end, len(data), b"{}") if token.text == b"enum" else None
    if listed is None:
        return False
    head = [each.text for each in tokens(data, token.end, listed[0])]
    body = [each.text for each in tokens(data, *listed)]
    begins = (word for front, word in zip([b",", *body], body, strict=False) if front == b",")
    return b"class" not in head and b"struct" not in head and b";" not in head and name in begins
