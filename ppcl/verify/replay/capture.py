"""Takes launches for replay from the log of a run that captured them."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.log import Argument as Recorded
from ppcl.verify.log import Buffer, Given, Launch, MadeOf, Process
from ppcl.verify.replay.launch import Argument, Memory, Replay

# The type of the elements of a kernel's argument: kernel, index.
ElementOf = Callable[[str, int], str]


@dataclass(frozen=True)
class Taken:
    """A launch that was captured, with the run of its process."""

    process: Process
    launch: Launch
    replay: Replay


def captured(processes: Sequence[Process], element_of: ElementOf) -> Iterator[Taken | PpclError]:
    """The captured launches of a run; for one that cannot be run again, why (build or run
    failed)."""
    launching = [process for process in processes if process.launches]
    for place, process in enumerate(launching, 1):
        numbers = numbered(process.launches)
        for made in process.made_of:
            launch = next((each for each in process.launches if each.sequence == made.launch), None)
            if launch is not None:
                try:
                    replay = _replay(process, made, launch, numbers[made.launch], element_of)
                    yield Taken(process, launch, dataclasses.replace(replay, process=place))
                except PpclError as error:
                    yield error


def launches_of(processes: Sequence[Process]) -> Counter[str]:
    """How often each kernel was launched, in any of the processes at most."""
    found: Counter[str] = Counter()
    for process in processes:
        found |= Counter(launch.kernel for launch in process.launches)
    return found


def why_missing(processes: Sequence[Process]) -> str:
    """Why a launch that was wanted, and that there was, was not captured."""
    notes = {note for process in processes for note in process.notes}
    return "; ".join(sorted(notes)) or "the call of OpenCL failed, or was not made this time"


def numbered(launches: Sequence[Launch]) -> Mapping[int, int]:
    """Which launch of its kernel each one is, by its sequence number."""
    seen: Counter[str] = Counter()
    found: dict[int, int] = {}
    for launch in launches:
        seen[launch.kernel] += 1
        found[launch.sequence] = seen[launch.kernel]
    return found


def _replay(
    process: Process, made: MadeOf, launch: Launch, number: int, element_of: ElementOf
) -> Replay:
    refuse = f"launch {number} of '{launch.kernel}' cannot be run again: "
    try:
        text = _given(process.sources, made.source)
        options = _given(process.options, made.options).decode("utf-8", "surrogateescape")
        memories = _memories(process, made, launch, element_of)
    except ValueError as error:
        raise PpclError(f"{refuse}{error}", exit_code=ExitCode.BUILD_OR_RUN) from error
    spent = [each.end - each.start for each in process.times if each.launch == launch.sequence]
    return Replay(
        launch.kernel,
        number,
        text,
        options,
        launch.offset,
        launch.global_size,
        launch.local_size,
        arguments_of(process, launch),
        memories,
        made.device,
        made.driver,
        spent[0] * 1e-6 if spent else None,
    )


def _given(texts: Sequence[Given], sequence: int) -> bytes:
    found = [each.data for each in texts if each.sequence == sequence]
    if not found:
        raise ValueError("its program was not made of a source text (clCreateProgramWithSource)")
    return found[0]


def _memories(
    process: Process, made: MadeOf, launch: Launch, element_of: ElementOf
) -> tuple[Memory, ...]:
    """Raises ValueError with the reason for an argument that cannot be given again."""
    elements: dict[int, str] = {}
    given = {argument.index: argument for argument in launch.arguments}
    for index in range(made.arguments):
        if index not in given or given[index].kind not in "sbl":
            raise ValueError(f"argument {index} is {_strange(given.get(index))}")
        if given[index].kind == "b":
            root = _root(process.buffers, given[index].number).number
            element = element_of(launch.kernel, index)
            elements[root] = element if elements.get(root, element) == element else "bytes"
    numbers = memories_of(process, launch)
    return tuple(_memory(process, made, number, elements[number]) for number in numbers)


def _strange(argument: Recorded | None) -> str:
    kinds = {"v": "shared virtual memory", "o": "a sampler, or another object that is not captured"}
    return kinds.get(argument.kind, "not set") if argument is not None else "not set"


def memories_of(process: Process, launch: Launch) -> list[int]:
    """The numbers of the buffers that are a launch's memories (`Replay.memories`), in order."""
    bound = (each.number for each in launch.arguments if each.kind == "b")
    return list(dict.fromkeys(_root(process.buffers, number).number for number in bound))


def arguments_of(process: Process, launch: Launch) -> tuple[Argument, ...]:
    """The arguments of a launch, in the terms of its memories."""
    places = {root: place for place, root in enumerate(memories_of(process, launch))}
    given = sorted(launch.arguments, key=lambda each: each.index)
    return tuple(_argument(process.buffers, each, places) for each in given)


def _root(buffers: Mapping[int, Buffer], number: int) -> Buffer:
    """The buffer that one is a part of, or itself."""
    buffer = buffers[number]
    return _root(buffers, buffer.parent) if buffer.parent else buffer


def _memory(process: Process, made: MadeOf, number: int, element: str) -> Memory:
    found = {
        each.after: bytes(each.data)
        for each in process.contents
        if (each.launch, each.buffer) == (made.launch, number)
    }
    if len(found) < 2:
        raise ValueError("an argument is an image, or a buffer that cannot be read")
    return Memory(process.buffers[number].flags, element, found[False], found[True])


def _argument(
    buffers: Mapping[int, Buffer], given: Recorded, places: Mapping[int, int]
) -> Argument:
    if given.kind == "s":
        return Argument("scalar", value=given.data)
    if given.kind == "l":
        return Argument("local", size=given.number)
    buffer = buffers[given.number]
    root = _root(buffers, given.number)
    origin = buffer.origin if buffer is not root else 0
    return Argument("buffer", b"", places[root.number], origin, buffer.size, buffer is root)
