"""Passed: launches pass another value for a scalar, which only places that moved may use."""

from dataclasses import dataclass, replace

from ppcl.analysis.model import ArgumentBinding, LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.transform.checks.kind import Difference, Kind


@dataclass(frozen=True)
class Passed(Kind):
    """A scalar argument that launches of a kernel (by its key) pass another value for: the host's
    polynomials before and after."""

    kernel: str
    index: int
    before: Polynomial
    after: Polynomial

    def launches(self, old: LaunchEvent, new: LaunchEvent) -> tuple[LaunchEvent, ...]:
        """The same, with the new value. Raises Difference where the old one is not `before`."""
        if old.kernel != self.kernel:
            return (new,)
        return (replace(new, arguments=tuple(map(self._passed, new.arguments))),)

    def _passed(self, argument: ArgumentBinding) -> ArgumentBinding:
        if argument.index != self.index:
            return argument
        if argument.value != self.before:
            message = f"argument {self.index} of a launch of '{self.kernel}' is not what was passed"
            raise Difference(message)
        return replace(argument, value=self.after)

    def changed(self, key: str) -> frozenset[int]:
        """This one."""
        return frozenset((self.index,) if key == self.kernel else ())
