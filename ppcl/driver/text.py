"""Plain text for people: tables, places, ordinals, the first line of a piece of source."""

from collections.abc import Mapping, Sequence

from ppcl.ir.node import Origin
from ppcl.source import SourceFile

Files = Mapping[str, SourceFile]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under a head, in aligned columns."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    rule = ["-" * width for width in widths]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, rule, *rows)
    ]


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under a head in Markdown, which reads as a table as it stands, too."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    first = [cell.ljust(width) for cell, width in zip(head, widths, strict=True)]
    rule = ["-" * width for width in widths]
    return [f"| {' | '.join(cells)} |" for cells in (first, rule, *lines)]


def place(files: Files, at: Origin) -> str:
    """`file:line` of an origin."""
    source = files.get(at.span.file)
    return f"{at.span.file}:{source.location(at.span.start).line}" if source else at.span.file


def ordinal(number: int) -> str:
    """`0th`, `1st`, `2nd`, ..."""
    tens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if tens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def excerpt(files: Files, at: Origin, length: int = 56) -> str:
    """The source at an origin on one line, cut where it is long."""
    source = files.get(at.span.file)
    text = source.said(at.span) if source else ""
    return shortened(" ".join(text.split()), length)


def shortened(text: str, length: int) -> str:
    """A text of at most `length` characters."""
    return text if len(text) <= length else text[: length - 3].rstrip() + "..."
