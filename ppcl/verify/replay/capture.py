"""Takes launches for replay from the log of a run that captured them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.log import Argument as Recorded
from ppcl.verify.log import Buffer, Given, Launch, MadeOf, Process
from ppcl.verify.replay.launch import Argument, Memory, Replay

# The type of the elements of a kernel's argument: kernel, index.
ElementOf = Callable[[str, int], str]


def captured(processes: Sequence[Process], element_of: ElementOf) -> Iterator[Replay | PpclError]:
    """The captured launches of a run; for one that cannot be run again, why (build or run
    failed)."""
    for process in processes:
        numbers = _numbered(process.launches)
        for made in process.made_of:
            launch = next((each for each in process.launches if each.sequence == made.launch), None)
            if launch is not None:
                try:
                    yield _replay(process, made, launch, numbers[made.launch], element_of)
                except PpclError as error:
                    yield error


def launches_of(processes: Sequence[Process]) -> Counter[str]:
    """How often each kernel was launched, in any of the processes at most."""
    found: Counter[str] = Counter()
    for process in processes:
        found |= Counter(launch.kernel for launch in process.launches)
    return found


def _numbered(launches: Sequence[Launch]) -> Mapping[int, int]:
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
        arguments, memories = _arguments(process, made, launch, element_of)
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
        arguments,
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


def _arguments(
    process: Process, made: MadeOf, launch: Launch, element_of: ElementOf
) -> tuple[tuple[Argument, ...], tuple[Memory, ...]]:
    roots: dict[int, str] = {}
    given = {argument.index: argument for argument in launch.arguments}
    for index in range(made.arguments):
        if index not in given or given[index].kind not in "sbl":
            raise ValueError(f"argument {index} is {_strange(given.get(index))}")
        if given[index].kind == "b":
            root = _root(process.buffers, given[index].number).number
            element = element_of(launch.kernel, index)
            roots[root] = element if roots.get(root, element) == element else "bytes"
    memories = tuple(_memory(process, made, root, roots[root]) for root in roots)
    places = {root: place for place, root in enumerate(roots)}
    arguments = (_argument(process.buffers, given[i], places) for i in range(made.arguments))
    return tuple(arguments), memories


def _strange(argument: Recorded | None) -> str:
    kinds = {"v": "shared virtual memory", "o": "a sampler, or another object that is not captured"}
    return kinds.get(argument.kind, "not set") if argument is not None else "not set"


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
