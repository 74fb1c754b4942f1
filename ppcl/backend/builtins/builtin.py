"""A function of the C backend's own library."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Builtin:
    """A C function (or a table) that generated programs have a copy of where they use it.

    `name` is the C name, `text` its definition, which starts with `PPCL_INLINE` or
    `PPCL_FUNCTION` (macros; for pycparser: `static`) and uses the types and macros of
    `ppcl_compiler.h`; `needs` are what it calls.
    """

    name: str
    text: str
    needs: "tuple[Builtin, ...]" = ()


def in_order(builtins: Iterable[Builtin]) -> tuple[Builtin, ...]:
    """These and all that they need, each once, what is needed before what needs it."""
    found: dict[str, Builtin] = {}
    for builtin in builtins:
        for one in (*in_order(builtin.needs), builtin):
            found.setdefault(one.name, one)
    return tuple(found.values())
