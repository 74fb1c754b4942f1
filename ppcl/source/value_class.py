"""Classes of values: dataclasses that nobody changes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

Class = TypeVar("Class")


@dataclass_transform(frozen_default=True)
def value_class(
    *, slots: bool = False, order: bool = False
) -> Callable[[type[Class]], type[Class]]:
    """A frozen dataclass of which objects are made by the million: mypy sees to it that none is
    changed, so that setting the attributes of a new one costs no more than of any object."""

    def made(cls: type[Class]) -> type[Class]:
        hashes = "__hash__" not in vars(cls)
        return dataclass(unsafe_hash=hashes, slots=slots, order=order)(cls)

    return made
