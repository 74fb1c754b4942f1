"""Which transformations there are, and which of them the user wants, with which options."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast, get_args, get_type_hints

from ppcl.diag import Code, ExitCode, PpclError
from ppcl.diag.codes import CODES
from ppcl.transform.contract import AnyTransform

GROUP = "ppcl.transforms"
# Run by default, in this order; transformations of others run when they are named.
BUILT_IN = ("layout",)
_ITEM = re.compile(r"\s*([\w.-]+)\s*(?:\{([^{}]*)\})?\s*(?:,|$)")


def available() -> Mapping[str, EntryPoint]:
    """The installed transformations by name."""
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def transforms(text: str | None = None) -> tuple[AnyTransform, ...]:
    """The transformations of `a,b{option=value}`, in that order; `none` is none, None the default.

    Raises PpclError (usage) for what cannot be understood.
    """
    if text is not None and text.strip() == "none":
        return ()
    wanted = _parsed(text) if text is not None else ((name, "") for name in BUILT_IN)
    return tuple(_made(name, options) for name, options in wanted)


def documentation(name: str) -> str:
    """The page of a transformation: the docstring of the module that its entry point names."""
    return import_module(_point(name).module).__doc__ or ""


def codes() -> Mapping[str, Code]:
    """All codes of remarks: ppcl's own, and those of the installed transformations. One that cannot
    be loaded has none here: that is said where it is named."""
    found: dict[str, Code] = {}
    for name in available():
        with suppress(PpclError):
            found |= _class(name).codes
    return {**found, **CODES}


def _parsed(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while position < len(text):
        item = _ITEM.match(text, position)
        if item is None:
            raise _error(f"cannot read '{text[position:]}' in --passes: write a,b{{option=value}}")
        yield item[1], item[2] or ""
        position = item.end()
    if not text or text.rstrip().endswith(","):
        raise _error("a name is missing in --passes (`none` for no pass)")


def _point(name: str) -> EntryPoint:
    known = available()
    if name not in known:
        close = "".join(f" ('{other}'?)" for other in get_close_matches(name, known, n=1))
        raise _error(f"unknown pass '{name}'{close}; known: {', '.join(known) or 'none'}")
    return known[name]


def _made(name: str, options: str) -> AnyTransform:
    made = _class(name)
    return made(**_options(name, made, options))


def _class(name: str) -> type[AnyTransform]:
    """The class of a transformation. Raises PpclError (usage) where it cannot be loaded."""
    try:
        made = _point(name).load()
    except (ImportError, AttributeError) as error:
        raise _error(f"pass '{name}' cannot be loaded: {error}") from error
    if not hasattr(made, "__dataclass_fields__"):
        raise _error(f"pass '{name}' cannot be loaded: it is not a dataclass")
    if not hasattr(made, "codes"):
        raise _error(f"pass '{name}' cannot be loaded: it has no `codes` (docs/passes.md)")
    return cast(type[AnyTransform], made)


def _options(name: str, made: Any, text: str) -> dict[str, object]:
    types = get_type_hints(made)
    known = {field.name.replace("_", "-"): field.name for field in fields(made)}
    values: dict[str, object] = {}
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in known:
            has = f"its options: {', '.join(known)}" if known else "it has none"
            raise _error(f"pass '{name}' has no option '{part.strip()}'; {has}")
        values[known[key]] = _value(f"{name}{{{key}}}", types[known[key]], value)
    return values


_WORDS = {"true": True, "false": False}


def _value(what: str, type_: Any, text: str) -> object:
    """An option's text as a value of its field's type: bool, int, float, str or Literal."""
    if type_ is bool and text in _WORDS:
        return _WORDS[text]
    if get_args(type_):
        if text in get_args(type_):
            return text
        raise _error(f"{what}: expected one of {', '.join(map(str, get_args(type_)))}: '{text}'")
    try:
        if type_ in (int, float, str):
            return type_(text)
    except ValueError:
        pass
    expected = {bool: "true or false", int: "an integer", float: "a number"}
    raise _error(f"{what}: expected {expected.get(type_, type_)}, found '{text}'")


def _error(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
