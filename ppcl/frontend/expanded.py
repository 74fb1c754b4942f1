"""What macros made of a kernel file's expressions, by clang's own print of its functions.

All that a macro's body makes has the extent of the whole invocation, so that `v.y` there looks like
a conversion of `v`. Clang prints the functions as it understood them; the print is read again,
behind the file and without its macros: extents in it are exact. Both trees are walked side by side,
and where they differ nothing is known.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ppcl.frontend import native, session
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor

CONVERSION = ""
REINTERPRETATION = "__builtin_astype"
_NAME = "ppcl_expanded_"
# Clang prints what it does not read: `#pragma unroll (enable)`, `read_only image2d_t i read_only`.
_HINT = re.compile(r"^(#pragma (?:no)?unroll(?:_and_jam)?) \((?:enable|disable)\)$", re.MULTILINE)
_ACCESS = re.compile(r"(?<=\w) (?:__)?(?:read_only|write_only|read_write)(?=[,)])")


@dataclass(frozen=True)
class Expanded:
    """The forms of the nodes that libclang has no kind for, of some functions of an open unit.

    `opened`, `arguments` and `texts` are those that it was parsed with, `text` is its main file;
    `macros` are the names that the user defines.
    """

    opened: str
    arguments: Sequence[str]
    texts: Mapping[str, bytes]
    text: bytes
    macros: Sequence[str]
    functions: Sequence[Cursor]

    def form(self, cursor: Cursor) -> str | None:
        """The components of a vector that a node names, CONVERSION or REINTERPRETATION; None where
        that is not known."""
        return self._forms.get(native.node(cursor))

    @cached_property
    def _forms(self) -> dict[int, str]:
        text = b"\n".join((self.text, *self._undefined(), *self._printed(), b""))
        texts = {**self.texts, self.opened: text}
        with session.parsed(self.opened, self.arguments, texts) as unit:
            return dict(self._compared(unit, text)) if unit is not None else {}

    def _undefined(self) -> Iterator[bytes]:
        for name in dict.fromkeys(self.macros):
            yield b"#undef " + native.encoded(name)

    def _printed(self) -> Iterator[bytes]:
        for number, function in enumerate(self.functions):
            name = rf"\b{re.escape(native.spelling(function))}(?=\()"
            printed = re.sub(name, f"{_NAME}{number}", native.printed(function), count=1)
            if printed.endswith(("}", "}\n")):  # a definition
                yield native.encoded(_ACCESS.sub("", _HINT.sub(r"\1", printed)))

    def _compared(self, unit: int, text: bytes) -> Iterator[tuple[int, str]]:
        root = native.unit_cursor(unit)
        again = {native.spelling(c): c for c in native.children(root) if c.kind == Kind.FUNCTION}
        for number, function in enumerate(self.functions):
            other = again.get(f"{_NAME}{number}")
            if other is not None:
                yield from _forms(function, other, text)


def _forms(function: Cursor, again: Cursor, text: bytes) -> Iterator[tuple[int, str]]:
    """The forms of a function's nodes, by those of its print."""
    pending = [(function, again)]
    while pending:
        one, other = pending.pop()
        ours, theirs = _parts(one), _parts(other)
        if [part.kind for part in ours] != [part.kind for part in theirs]:
            continue
        pending += zip(ours, theirs, strict=True)
        if one.kind == Kind.UNEXPOSED_EXPRESSION and len(theirs) == 1:
            form = _form(other, text)
            if form is not None:
                yield native.node(one), form


def _parts(cursor: Cursor) -> list[Cursor]:
    """The variables, statements and expressions directly below a node; parentheses are not kept by
    all prints."""
    found = map(_without_parentheses, native.children(cursor))
    return [part for part in found if part.kind == Kind.VARIABLE or _is_code(part)]


def _is_code(cursor: Cursor) -> bool:
    return bool(Kind.UNEXPOSED_EXPRESSION <= cursor.kind < Kind.UNEXPOSED_ATTRIBUTE)


def _without_parentheses(cursor: Cursor) -> Cursor:
    while cursor.kind == Kind.PAREN:
        cursor = native.children(cursor)[0]
    return cursor


def _form(cursor: Cursor, text: bytes) -> str | None:
    """What a node is whose text has no macros."""
    outer, inner = native.extent(cursor), native.extent(native.children(cursor)[-1])
    if (outer.begin, outer.end) == (inner.begin, inner.end):
        return CONVERSION
    if outer.begin == inner.begin:
        return _last_word(text, _offset(outer.end, outer.data)) or None
    begins = text.startswith(REINTERPRETATION.encode(), _offset(outer.begin, outer.data))
    return REINTERPRETATION if begins else None


def _last_word(text: bytes, end: int) -> str:
    begin = end
    while begin > 0 and (text[begin - 1 : begin].isalnum() or text[begin - 1 : begin] == b"_"):
        begin -= 1
    return text[begin:end].decode("ascii")


def _offset(raw: int, data: Any) -> int:
    return session.file_location(raw, data)[1]
