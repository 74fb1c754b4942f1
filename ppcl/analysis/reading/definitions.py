"""Which definition of a function or variable counts, where translation units have several.

A strong one counts before weak ones (GNU C's `weak`); of weak ones it depends on the order in which
the linker sees them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ppcl.ir.node import Origin
from ppcl.ir.statement import Variable
from ppcl.ir.unit import Attribute, Function, TranslationUnit

_Defined = TypeVar("_Defined", Function, Variable)


@dataclass(frozen=True)
class Doubt:
    """A name of which it is not known what it stands for: why, and where."""

    reason: str
    at: Origin


@dataclass(frozen=True)
class Definitions:
    """The functions with bodies by key, the variables in the order of their definitions, what is
    not certain, and the keys of weak functions that no source defines: their addresses may be null.
    """

    functions: dict[str, Function]
    variables: tuple[Variable, ...]
    doubts: tuple[Doubt, ...]
    missing: frozenset[str]


def definitions(units: Sequence[TranslationUnit]) -> Definitions:
    """What the names of a program stand for."""
    functions: dict[str, list[Function]] = {}
    declared: dict[str, Function] = {}
    for unit in units:
        marks = _marks(unit.functions)
        for function in unit.functions:
            key = function.declaration.key
            marked = replace(function, attributes=marks[key])
            declared.setdefault(key, marked)
            if function.body is not None:
                functions.setdefault(key, []).append(marked)
    variables: dict[str, list[Variable]] = {}
    for variable in (v for unit in units for v in unit.globals):
        if variable.storage != "extern" or variable.init is not None:
            variables.setdefault(variable.declaration.key, []).append(variable)
    known = {key: _chosen(found) for key, found in functions.items()}
    held = tuple(_chosen(_initialised(found)) for found in variables.values())
    doubts = [
        *(d for key, found in functions.items() if key != "main" for d in _doubts(found)),
        *(d for found in variables.values() for d in _doubts(_initialised(found))),
    ]
    missing = frozenset(key for key, f in declared.items() if _is_weak(f)) - functions.keys()
    return Definitions(known, held, tuple(doubts), missing)


def _marks(functions: Iterable[Function]) -> dict[str, tuple[Attribute, ...]]:
    """The attributes of each function, those of its other declarations among them."""
    found: dict[str, dict[Attribute, None]] = {}
    for function in functions:
        held = found.setdefault(function.declaration.key, {})
        held.update(dict.fromkeys(function.attributes))
    return {key: tuple(held) for key, held in found.items()}


def _is_weak(defined: Function | Variable) -> bool:
    if isinstance(defined, Variable):
        return defined.weak
    return any(attribute.name.strip("_") == "weak" for attribute in defined.attributes)


def _initialised(found: list[Variable]) -> list[Variable]:
    """C's tentative definitions give way to one with a value."""
    return [variable for variable in found if variable.init is not None] or found[:1]


def _chosen(found: list[_Defined]) -> _Defined:
    return next((each for each in reversed(found) if not _is_weak(each)), found[0])


def _doubts(found: list[_Defined]) -> Iterator[Doubt]:
    """More than one definition that may count; those of a header are one."""
    strong = [each for each in found if not _is_weak(each)] or found
    if len({each.at for each in strong}) > 1:
        name, at = strong[0].declaration.name, strong[0].at
        yield Doubt(f"which of {len(strong)} definitions '{name}' stands for", at)
