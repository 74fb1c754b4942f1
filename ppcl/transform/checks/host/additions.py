"""What the engine adds to a host's text beside what a plan changes, told by its form.

Lines that end another build (`#if ... #error ... #endif`, a `typedef` of an array that another
number makes invalid), `(void)name;` against warnings, the includes of ppcl's own headers, and calls
that end a run with other arguments than were stated.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.emit import runtime_file
from ppcl.ir import expression as ex
from ppcl.source import Span
from ppcl.transform.checks.host.items import Item, begins_statement

# The headers of ppcl's own that a rewritten host may include, by name.
_HEADERS = ("ppcl_transpose.h", "ppcl_arguments.h")
_ERROR = b'"rewritten by ppcl for '
_OPENING = ("if", "ifdef", "ifndef")
_CHECKED = re.compile(
    rb"typedef char rewritten_by_ppcl_for_(\w+?)_(\d+)_run_ppcl_again "
    rb"\[ (?:(?::: )?(?:\w+ :: )+)?(\w+) == (\d+) \? 1 : - 1 \] ;"
)
_USED = re.compile(rb"\( void \) (\w+) ;")


def is_runtime_file(facts: Facts, path: str) -> bool:
    """Whether a file is one of ppcl's own headers, as it is."""
    folder, name = posixpath.split(path)
    known = posixpath.basename(folder) == "ppcl" and name in _HEADERS
    return known and facts.files[path].data == runtime_file(name)


@dataclass(frozen=True)
class Additions:
    """Finds what is added to a file's new text."""

    before: Facts
    after: Facts
    path: str
    items: Sequence[Item]

    def length(self, at: int) -> int:
        """How many items from one on are an addition; 0 where none begins there."""
        item = self.items[at]
        if item.kind == "directive":
            return self._build_check(at) or self._include(at)
        if item.text not in (b"typedef", b"(") and not item.text.startswith(b"ppcl_require_"):
            return 0
        if not begins_statement(self.items, at):
            return 0
        return self._number_check(at) or self._use(at) or self._run_check(at)

    def _directive(self, at: int, *names: str) -> list[Item]:
        """The tokens of a directive of one of some names; with it and its end two more."""
        if at >= len(self.items) or self.items[at].kind != "directive":
            return []
        end = next(n for n in range(at, len(self.items)) if self.items[n].kind == "end")
        known = self.items[at].said.decode("utf-8", "replace") in names
        return list(self.items[at : end + 1]) if known else []

    def _build_check(self, at: int) -> int:
        """`#if ... #error ... #endif`, or `#else #error ...` as all that the other branch has."""
        first = self._directive(at, *_OPENING, "else")
        error = self._directive(at + len(first), "error") if first else []
        if len(error) != 3 or not error[1].text.startswith(_ERROR):
            return 0
        last = self._directive(at + len(first) + len(error), "endif")
        if not last:
            return 0
        is_else = first[0].said == b"else"
        return len(first) + len(error) + (0 if is_else else len(last))

    def _include(self, at: int) -> int:
        found = self._directive(at, "include")
        if len(found) != 3 or found[1].kind != "string":
            return 0
        named = found[1].text[1:-1].decode("utf-8", "replace")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), named))
        known = path in self.after.files and is_runtime_file(self.after, path)
        return len(found) if known else 0

    def _text(self, at: int) -> tuple[bytes, int]:
        """A statement with its last token, by a blank between two tokens; how many it has."""
        words: list[bytes] = []
        for item in self.items[at:]:
            words.append(item.said)
            if item.said == b";" or item.kind in ("directive", "place"):
                break
        return b" ".join(words), len(words)

    def _number_check(self, at: int) -> int:
        text, length = self._text(at)
        found = _CHECKED.fullmatch(text)
        return length if found is not None and found[1] == found[3] and found[2] == found[4] else 0

    def _use(self, at: int) -> int:
        """`(void)name;`, which reads nothing that is volatile."""
        text, length = self._text(at)
        if _USED.fullmatch(text) is None:
            return 0
        name = self.items[at + 3]
        return length if self._span(name, name) in self._names else 0

    def _run_check(self, at: int) -> int:
        _, length = self._text(at)
        span = self._span(self.items[at], self.items[at + length - 2])
        return length if span in self._checked else 0

    def _span(self, first: Item, last: Item) -> Span:
        return Span(self.path, first.start, last.end)

    @cached_property
    def _names(self) -> frozenset[Span]:
        """Where variables that are not volatile, and functions, are named outside of macros."""
        hosts = self.after.hosts
        named = {
            node.at.span
            for unit in hosts
            for node in unit.nodes
            if isinstance(node, ex.NameRef) and node.at.macro is None
        }
        return frozenset(named).difference(*(unit.volatile for unit in hosts))

    @cached_property
    def _checked(self) -> frozenset[Span]:
        """The calls that ask for what the user stated of the arguments."""
        return frozenset(
            node.at.span
            for unit in self.after.hosts
            for function in unit.functions
            if function.declaration.name == "main"
            for node in function.nodes
            if isinstance(node, ex.Call)
            and self._asks(node, [p.declaration for p in function.parameters])
        )

    def _asks(self, call: ex.Call, given: Sequence[object]) -> bool:
        stated = self.before.stated
        match call.callee, list(_values(call)):
            case "ppcl_require_argument", [count, texts, int(index), bytes(text)]:
                said = index, text.decode("utf-8", "surrogateescape")
                return [count, texts] == given[:2] and said in stated.arguments
            case "ppcl_require_count", [count, int(number)]:
                return [count] == given[:1] and number == stated.count
        return False


def _values(call: ex.Call) -> Iterator[object]:
    """What the arguments of a call are: numbers, texts, and the variables that are named."""
    for argument in call.arguments:
        node = argument
        while isinstance(node, ex.Cast):
            node = node.operand
        match node:
            case ex.IntLiteral(value=value) | ex.StringLiteral(value=value):
                yield value
            case ex.NameRef(declaration=declaration):
                yield declaration
            case _:
                yield None
