"""A function of the C backend's own library."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

# What makes a function's text of its name, where the name is of this pattern.
Makers = tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str | None]], ...]

# Functions of C that vector units have instructions for, in names without "__builtin_".
_ROUNDED = ("floor", "ceil", "trunc", "rint", "nearbyint")
_INSTRUCTIONS = frozenset((*_ROUNDED, "fabs", "sqrt", "fma", "copysign", "fmin", "fmax", "memcpy"))
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CALLED = re.compile(r"\b(?!ppcl_|PPCL_)(\w+)\(")
_WORDS = frozenset(("if", "return", "sizeof", "switch", "for", "while"))
_SCALAR_WORDS = re.compile(r"\b(for|while|do|goto|switch)\b|__atomic|\bvolatile\b")


@dataclass(frozen=True, slots=True)
class Builtin:
    """A C function (or a table) that generated programs have a copy of where they use it.

    `name` is the C name, `text` its definition, which starts with `PPCL_INLINE`,
    `PPCL_FUNCTION` or `PPCL_SELDOM` (macros; for pycparser: `static`) and uses the types and macros
    of `ppcl_compiler.h`; `needs` are what it calls.
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


def made(makers: Makers, name: str) -> str | None:
    """The text of a function by its C name, None where no maker knows it."""
    found = ((pattern.fullmatch(name), make) for pattern, make in makers)
    return next((make(match) for match, make in found if match), None)


def is_straight(builtin: Builtin) -> bool:
    """Whether a function's C, and that of all that it calls, is arithmetic only: compilers make
    vector code of a loop with it."""
    return all(map(_is_arithmetic, in_order([builtin])))


def _is_arithmetic(builtin: Builtin) -> bool:
    text = _COMMENT.sub("", builtin.text)
    if _SCALAR_WORDS.search(text):
        return False
    called = (name.removeprefix("__builtin_") for name in _CALLED.findall(text))
    return all(name.removesuffix("f") in _INSTRUCTIONS | _WORDS for name in called)
