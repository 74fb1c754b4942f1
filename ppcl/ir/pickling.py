"""Parsed files as bytes, for other processes.

What dataclasses with slots do by themselves when pickled runs in Python, for each node, on both
sides; here a node is its class and its fields, which is four times as fast to write and twice as
fast to read (`pickle.loads`).
"""

import io
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from types import ModuleType
from typing import Any

from ppcl.ir import expression, node, statement, types, unit
from ppcl.source import span

Reducer = Callable[[Any], tuple[type, tuple[object, ...]]]


def pickled(parsed: unit.TranslationUnit) -> bytes:
    """A parsed file for `pickle.loads`. RecursionError where it is nested too deeply for that."""
    found = io.BytesIO()
    pickler = pickle.Pickler(found, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    pickler.dump(parsed)
    return found.getvalue()


def _reducer(class_: type) -> Reducer:
    names = [field.name for field in fields(class_)]
    if len(names) < 2:  # of one name, attrgetter makes no tuple
        return lambda node: (class_, tuple(getattr(node, name) for name in names))
    values = attrgetter(*names)
    return lambda node: (class_, values(node))


def _slotted(module: ModuleType) -> Iterator[type]:
    for value in vars(module).values():
        if isinstance(value, type) and is_dataclass(value) and "__slots__" in vars(value):
            yield value


_MODULES = (span, node, types, expression, statement, unit)
_REDUCERS = {class_: _reducer(class_) for module in _MODULES for class_ in _slotted(module)}
