"""Attributes of frozen objects that are computed when first asked for."""

from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
Result = TypeVar("Result")


class lazy(Generic[Owner, Result]):
    """`functools.cached_property` without its lock, which costs more than most values do (until
    Python 3.12, which has none either)."""

    def __init__(self, compute: Callable[[Owner], Result]) -> None:
        self.compute = compute
        self.name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Owner, owner: type[Owner]) -> Result:
        value = self.compute(instance)
        instance.__dict__[self.name] = value
        return value
