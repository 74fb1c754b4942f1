"""Lines of a program as a tree, and the ways in which people set it out."""

from dataclasses import dataclass
from typing import Union

# A line, or a head with the lines in its braces.
Line = Union[str, "Braced"]


@dataclass(frozen=True)
class Braced:
    """A head and its body; `behind` stands behind the closing brace."""

    head: str
    body: tuple[Line, ...]
    behind: str = ""


@dataclass(frozen=True)
class Setting:
    """How lines are set out: one step of indentation, braces on lines of their own, no braces
    round a plain line, how a line ends."""

    unit: str = "    "
    own_line: bool = False
    bare: bool = False
    ending: str = "\n"

    def text(self, lines: tuple[Line, ...]) -> str:
        """The text of lines."""
        return "".join(line + self.ending for line in self._lines(lines, ""))

    def _lines(self, lines: tuple[Line, ...], indent: str) -> list[str]:
        found: list[str] = []
        for line in lines:
            if isinstance(line, str):
                found.append((indent + line) if line and line[0] != "#" else line)
            else:
                found += self._braced(line, indent)
        return found

    def _braced(self, line: Braced, indent: str) -> list[str]:
        inner = self._lines(line.body, indent + self.unit)
        if self.bare and self._is_plain(line):
            return [indent + line.head, *inner]
        head = [indent + line.head, indent + "{"] if self.own_line else [f"{indent}{line.head} {{"]
        return [*(head if line.head else [indent + "{"]), *inner, f"{indent}}}{line.behind}"]

    def _is_plain(self, line: Braced) -> bool:
        """Whether a body may stand without braces: one line that declares nothing."""
        is_branch = line.head.startswith(("if (", "for (", "while ("))
        first = line.body[0] if len(line.body) == 1 else None
        is_one = isinstance(first, str) and first.count(";") == 1 and not first.startswith("#")
        return (
            is_branch
            and not line.behind
            and is_one
            and not str(first).startswith(("uint ", "unsigned ", "const "))
        )
