"""Kernel source in string literals of the host."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ppcl.frontend import lexing
from ppcl.frontend.text import pieces
from ppcl.source import SourceFile, Span


@dataclass(frozen=True)
class KernelText:
    """Kernel source that is not a file: string literals of the host.

    `data` is the text, escapes resolved and literals joined; `offsets[i]` is the byte offset in
    `path` of `data[i]`, with one more entry for the end. `breaks` are the offsets in `path` where
    another string expression begins: no edit may reach over one.
    """

    path: str
    data: bytes
    offsets: tuple[int, ...]
    breaks: tuple[int, ...] = ()


def literal_text(source: SourceFile, span: Span) -> KernelText | None:
    """The text of one or more adjacent string literals that fill `span`; None for anything else.

    Wide and prefixed literals are refused; raw ones are not.
    """
    data: list[bytes] = []
    offsets: list[int] = []
    end = span.start
    for token in lexing.tokens(source.data, span.start, span.end):
        body = _body(token)
        if body is None:
            return None
        start, text = body
        parts = pieces(text) if token.kind == "string" else _plain(text)
        for position, piece in parts:
            data.append(piece)
            offsets += [start + position] * len(piece)
        end = start + len(text)
    return KernelText(source.path, b"".join(data), (*offsets, end)) if data else None


def joined_literals(source: SourceFile, spans: Sequence[Span]) -> KernelText | None:
    """The text of several string expressions of a file, one after another in the file too."""
    texts = [literal_text(source, span) for span in spans]
    found = [text for text in texts if text is not None]
    ordered = all(a.end <= b.start for a, b in pairwise(spans))
    if not found or len(found) != len(spans) or not ordered:
        return None
    offsets = tuple(offset for text in found for offset in text.offsets[:-1])
    data = b"".join(text.data for text in found)
    breaks = tuple(span.start for span in spans[1:])
    return KernelText(source.path, data, (*offsets, found[-1].offsets[-1]), breaks)


def _body(token: lexing.Token) -> tuple[int, bytes] | None:
    """Where a literal's characters begin, and these."""
    if token.kind == "string" and token.text.startswith(b'"'):
        return token.start + 1, token.text[1:-1]
    if token.kind == "raw" and token.text.startswith(b"R"):
        fence = token.text.index(b"(") + 1
        return token.start + fence, token.text[fence : -(fence - 1)]
    return None


def _plain(text: bytes) -> list[tuple[int, bytes]]:
    return [(position, text[position : position + 1]) for position in range(len(text))]
