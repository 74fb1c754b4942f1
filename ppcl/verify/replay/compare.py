"""Compares the buffers that a launch left with those that it should leave."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.verify.replay.launch import Replay
from ppcl.verify.values import Comparison, Tolerance, compare


@dataclass(frozen=True)
class Difference:
    """The first element of a buffer that differs; `arguments` are the kernel's that it is."""

    arguments: tuple[int, ...]
    element: str
    index: int
    expected: float | int | str
    found: float | int | str

    @property
    def message(self) -> str:
        """One line for people."""
        which = " and ".join(map(str, self.arguments))
        place = f"element {self.index} ({self.element}) of argument {which}"
        return f"{place} is {self.found}, not {self.expected}"


@dataclass(frozen=True)
class Outcome:
    """How the buffers of a launch compare with what was expected. `exact`: all bits are the same;
    else floats are `ulps` apart or differ by `absolute` at most, where nothing `differs`."""

    differs: tuple[Difference, ...]
    exact: bool
    ulps: int = 0
    absolute: float = 0.0


def compare_buffers(
    replay: Replay,
    expected: Sequence[bytes],
    found: Sequence[bytes],
    tolerances: Mapping[str, Tolerance],
) -> Outcome:
    """Both in the layout of `replay`, a buffer for each of its memories."""
    compared = [
        compare(before, after, memory.element, tolerances)
        for memory, before, after in zip(replay.memories, expected, found, strict=True)
    ]
    return Outcome(
        tuple(_differences(replay, compared)),
        all(each.exact for each in compared),
        max((each.ulps for each in compared), default=0),
        max((each.absolute for each in compared), default=0.0),
    )


def _differences(replay: Replay, compared: Sequence[Comparison]) -> Iterator[Difference]:
    for number, comparison in enumerate(compared):
        first = comparison.first
        if first is not None:
            indices = tuple(
                index
                for index, argument in enumerate(replay.arguments)
                if argument.kind == "buffer" and argument.memory == number
            )
            element = replay.memories[number].element
            yield Difference(indices, element, first.index, first.before, first.after)
