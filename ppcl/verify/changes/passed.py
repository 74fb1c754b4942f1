"""Passed: a launch passes the extent of a layout for its pitch."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ppcl.transform.checks.passed import Scalar
from ppcl.verify.changes.change import Shown, Unknown
from ppcl.verify.changes.transposed import TransposedBuffers
from ppcl.verify.log import Argument, Launch


@dataclass(frozen=True)
class PassedExtents(Shown):
    """The scalars that the manifest says are passed another value."""

    def launches(self, old: Launch, new: Launch) -> tuple[Launch, ...]:
        """The same, with the new values; those that this run does not tell are as they were."""
        values = dict(self._values(old))
        arguments = tuple(_passed(each, values.get(each.index)) for each in new.arguments)
        return (replace(new, arguments=arguments),)

    def _values(self, launch: Launch) -> Iterator[tuple[int, int]]:
        """The new values, by index."""
        buffers = TransposedBuffers(self.process, self.manifest)
        for each in self.manifest.changes:
            if isinstance(each, Scalar) and each.kernel == launch.kernel:
                turns = buffers.turns(launch, each.layout)
                if turns and not isinstance(turns, Unknown):
                    yield each.index, turns[0].extent


def _passed(argument: Argument, value: int | None) -> Argument:
    """An argument with another value, of the same size."""
    if value is None or argument.integer is None:
        return argument
    size = len(argument.data)
    return replace(argument, data=(value % (1 << 8 * size)).to_bytes(size, "little"))
