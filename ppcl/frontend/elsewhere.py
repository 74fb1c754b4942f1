"""Macros that no file of the user's defines."""

from dataclasses import dataclass
from typing import Any

from ppcl.frontend import native, session
from ppcl.frontend.native import Cursor


@dataclass(frozen=True)
class Elsewhere:
    """The names of macros of other files and of clang's own; these alone are the predefined. The
    `headers` are the paths of the other files."""

    names: frozenset[str] = frozenset()
    predefined: frozenset[str] = frozenset()
    headers: tuple[str, ...] = ()


NOTHING_ELSEWHERE = Elsewhere()


def is_predefined(macro: Cursor, data: Any) -> bool:
    """Whether a macro's definition stands in no file; `data` is its unit's part of locations."""
    file, _ = session.file_location(native.extent(macro).begin, data)
    return file is None
