"""What a range-based for runs without a call in sight: the program's own begin() and end(), what
its iterators do, and what makes an element of what these give."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.walk.calls.havoc import havoc
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function

_COMPARED = ("operator!=", "operator==")
# What steers the loop: clang's tree does not show which of them.
_STEERING = ("end", "operator++", *_COMPARED)


def hidden_functions(walk: Walk, node: st.RangeFor) -> tuple[Function, ...]:
    """The program's functions that may run; none where only the library's do."""
    shown = [f for one in node.calls for f in walk.program.reach.behind(one)]
    if not shown:
        return ()
    steering = [f for f in walk.program.functions.values() if f.declaration.last in _STEERING]
    names = {function.declaration.last for function in (*shown, *steering)}
    if any(f.template for f in shown) or not _are_all(names):
        walk.not_followed("which functions a range-based for calls", node.range.at)
    return (*shown, *steering, *_copying(walk, shown))


def _are_all(names: set[str]) -> bool:
    """Whether all of those are there that go with those in sight."""
    ends = "begin" not in names or "end" in names
    steps = "operator*" not in names or ("operator++" in names and not names.isdisjoint(_COMPARED))
    return ends and steps


def _copying(walk: Walk, shown: list[Function]) -> Iterator[Function]:
    """What makes and ends iterators."""
    giving = (function for function in shown if function.declaration.last == "operator*")
    for owner in [function.owner for function in giving if function.owner is not None]:
        yield from (f for f in walk.program.classes.methods(owner) if f.role != "function")


@dataclass(frozen=True)
class Hidden:
    """Functions that run any number of times on a range, which is known by a key: what they name
    or reach may change at any time, as what they give may refer to it."""

    functions: tuple[Function, ...]
    range: str
    at: Origin

    def __call__(self, walk: Walk, state: State) -> None:
        """Let them run, where there are any."""
        if self.functions:
            places = walk.frame.places.get(self.range, ())
            given = address(places, self.at)
            reached = self._reached(walk, places, state)
            walk.memory.mixed.update(place.object.serial for place in reached)
            havoc(walk, self.functions, [given], state, "a range-based for", self.at)

    def _reached(self, walk: Walk, places: Places, state: State) -> Iterator[Place]:
        yield from walk.named(walk.program.reach.touched(self.functions))
        for place in places:
            yield place
            for value in state.cells.get(place.object.serial, {}).values():
                yield from (p for p in pointees(value) if p.object.kind == "variable")
