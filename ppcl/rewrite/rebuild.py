"""Makes a tree from another one, with some nodes changed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from ppcl.ir.traverse import Node

Kind = TypeVar("Kind", bound=Node)


def rebuilt(node: Kind, change: Callable[[Node], Node]) -> Kind:
    """The tree with `change` made to each node, those below a node before it; what does not change
    stays the same object."""
    new: dict[str, Any] = {}
    for name in node.__slots__:
        value = getattr(node, name)
        found = _rebuilt_value(value, change)
        if found is not value:
            new[name] = found
    result: Kind = cast(Kind, change(replace(node, **new) if new else node))
    return result


def _rebuilt_value(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, Node):
        return rebuilt(value, change)
    if isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
        new = tuple(rebuilt(part, change) if isinstance(part, Node) else part for part in value)
        return value if all(each is part for each, part in zip(new, value, strict=True)) else new
    return value
