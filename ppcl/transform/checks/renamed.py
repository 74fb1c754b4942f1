"""Renamed: a kernel has another name, where it is defined, asked for and launched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ppcl.analysis.model import LaunchEvent
from ppcl.transform.checks.host.names import kernel_names
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.side import OnHost
from ppcl.transform.checks.kind import Change, Kind, Planned


@dataclass(frozen=True)
class NewName(Change):
    """A kernel that is called `new_name` now."""

    kind: ClassVar[str] = "renamed"
    new_name: str


@dataclass(frozen=True)
class Renamed(Kind):
    """A kernel, by its key, that is called `name` now."""

    kernel: str
    name: str

    def kernels(self) -> frozenset[str]:
        """This one."""
        return frozenset((self.kernel,))

    def names(self) -> Mapping[str, str]:
        """This one."""
        return {self.kernel: self.name}

    def launches(self, old: LaunchEvent, new: LaunchEvent) -> tuple[LaunchEvent, ...]:
        """The same, of the kernel's new name."""
        return (replace(new, kernel=self.name) if old.kernel == self.kernel else new,)

    def places(self, host: OnHost) -> Iterator[Place]:
        """Where the host asks for it by its name."""
        return kernel_names(host, self.kernel, self.name)

    def shown(self, plan: Planned) -> Iterator[Change]:
        """The new name."""
        del plan
        yield NewName(self.kernel, self.name)
