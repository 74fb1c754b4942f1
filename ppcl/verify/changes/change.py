"""What a kind of change is asked when two runs are compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ppcl.transform.manifest import Manifest
from ppcl.verify.log import Launch, Process


@dataclass(frozen=True)
class Unknown:
    """A buffer whose order changed in a way that this run does not tell."""

    reason: str


class Order(Protocol):
    """An order of a buffer's bytes that is not the original's."""

    def apply(self, data: bytes) -> bytes | None:
        """The bytes in their new places; None as for `undo`."""
        ...

    def undo(self, data: bytes) -> bytes | None:
        """The bytes in their old places; None where these are not all that belong together."""
        ...


# By buffer number, the orders that its bytes were put into, one after the other.
Orders = Mapping[int, tuple[Order, ...] | Unknown]


@dataclass(frozen=True)
class Shown:
    """A kind of change in a process: the run of the original, and what the manifest says. One that
    says nothing to a question leaves all as it was."""

    process: Process
    manifest: Manifest

    def launches(self, old: Launch, new: Launch) -> tuple[Launch, ...]:
        """The launches that stand for one of the original, in their order; `new` is what other
        kinds have made of it."""
        del old
        return (new,)

    def orders(self) -> Orders:
        """The buffers whose bytes lie elsewhere."""
        return {}
