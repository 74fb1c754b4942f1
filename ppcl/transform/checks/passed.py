"""Passed: launches pass another value for a scalar, which only places that moved may use."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from ppcl.analysis.model import ArgumentBinding, LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.transform.checks.host.given import passed_values
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.side import OnHost
from ppcl.transform.checks.kind import Change, Difference, Kind, Planned
from ppcl.transform.checks.transposed import Transposed


@dataclass(frozen=True)
class Scalar(Change):
    """A scalar argument that was the pitch of a layout, whose parameter has the index `layout`, and
    is its extent now."""

    kind: ClassVar[str] = "passed"
    index: int
    layout: int


@dataclass(frozen=True)
class Passed(Kind):
    """A scalar argument that launches of a kernel (by its key) pass another value for: the host's
    polynomials before and after."""

    kernel: str
    index: int
    before: Polynomial
    after: Polynomial

    def kernels(self) -> frozenset[str]:
        """This one."""
        return frozenset((self.kernel,))

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

    def places(self, host: OnHost) -> Iterator[Place]:
        """Where launches get it."""
        return passed_values(host, self.kernel, self.index)

    def changed(self, key: str) -> frozenset[int]:
        """This one."""
        return frozenset((self.index,) if key == self.kernel else ())

    def shown(self, plan: Planned) -> Iterator[Change]:
        """Which layouts of the plan it is a side of."""
        kernel = plan.facts.kernels[self.kernel]
        for each in plan.declared:
            for parameter in each.of(kernel, self.kernel) if isinstance(each, Transposed) else ():
                yield Scalar(self.kernel, self.index, parameter.index)
