"""What `main` is given: its arguments are not known, but for those that the user states."""

from ppcl.analysis.kernels.text import KnownText, joined
from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.least import with_least
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.reading.stated import Stated
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import Characters, Number, Pointer, Unknown, Value
from ppcl.analysis.walk.loops.counter import LoopForm
from ppcl.diag import ExitCode, PpclError
from ppcl.ir.expression import NameRef
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType
from ppcl.ir.unit import Function, Parameter

_POINTER = 8
_ARGUMENT = "it is an argument of the program, which --assume argv.1=TEXT may state"


def check_stated(main: Function | None, stated: Stated) -> None:
    """Raises PpclError (usage) for statements that are not of this program."""
    problem = ""
    if stated.count is not None and any(i >= stated.count for i, _ in stated.arguments):
        problem = "these are more arguments than that"
    elif stated and (main is None or len(main.parameters) < 2):
        problem = "the program has no 'main' that gets arguments"
    if problem:
        raise PpclError(f"assumed: {stated}; {problem}", exit_code=ExitCode.USAGE)


def given_to_main(
    walk: Walk, main: Function, parameter: Parameter, state: State, stated: Stated
) -> Value:
    """What a parameter of `main` begins with."""
    name, key = parameter.declaration.name, parameter.declaration.key
    position = main.parameters.index(parameter)
    if isinstance(parameter.type, IntType):
        unknown = walk.fresh("input", name, key)
        return _count(unknown, stated) if position == 0 else unknown
    target = walk.allocate("variable", name, None, None, parameter.at, "argv", key)
    if position == 1:
        walk.memory.arguments, walk.memory.counted = target, stated.count is not None
        for words in stated.words():
            walk.remark("PPC005", f"assumed, not proved: {words}", parameter.at)
        _put_arguments(walk, target, state, stated)
    return Pointer(target, ZERO)


def is_over_arguments(walk: Walk, loop: LoopForm, state: State) -> bool:
    """Whether a loop names what points into the program's arguments, of which is known how many
    there are."""
    if not walk.memory.counted or loop.condition is None:
        return False
    nodes = (node for part in (loop.condition, loop.body) for node in descendants(part))
    names = {node.declaration.key for node in nodes if isinstance(node, NameRef)}
    places = (place for name in sorted(names) for place in walk.frame.places.get(name, ()))
    held = (state.load(place.object, place.start) for place in places if place.start is not None)
    given = walk.memory.arguments
    return any(isinstance(value, Pointer) and value.object is given for value in held)


def _count(unknown: Number, stated: Stated) -> Number:
    if stated.count is not None:
        return Number(Polynomial.constant(stated.count))
    return Number(with_least(unknown.value, stated.least_count)) if stated else unknown


def _put_arguments(walk: Walk, target: MemoryObject, state: State, stated: Stated) -> None:
    """The texts that are stated, and the NULL behind the last one."""
    cells: dict[int, Value] = {ANYWHERE: Unknown(_ARGUMENT, target.at)}
    if stated.count is not None:
        cells[_POINTER * stated.count] = Number(ZERO)
    for index, text in stated.arguments:
        data = text.encode("utf-8", "surrogateescape")
        cells[_POINTER * index] = text_object(walk, target, index, data, state)
    state.cells[target.serial] = cells


def text_object(walk: Walk, target: MemoryObject, index: int, data: bytes, state: State) -> Pointer:
    """The memory of an argument, which has this text."""
    key = ("argv", target.serial, index)
    own = walk.allocate("variable", f"{target.name}[{index}]", None, None, target.at, *key)
    state.cells[own.serial] = {0: Characters(joined((KnownText(data),)))}
    return Pointer(own, ZERO)
