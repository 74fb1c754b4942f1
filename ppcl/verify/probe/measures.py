"""Times kernels of one thing each on a device (`templates/probe/probe.cl`).

Most run as one work-item or one work-group, and for less than a millisecond: how many compute units
are free, and what else the machine does, matters least then. Times come from profiling events.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy
import pyopencl as cl

from ppcl.verify.probe.samples import APART, BLOCKS, WIDTHS, Timing, timing

Say = Callable[[str], None]
Argument = cl.Buffer | int | float

REPEATS = 15
LARGEST = 128 << 20  # bytes
_SMALLEST = 4 << 10
_STEPS = 3  # sizes in an octave
_GROUP = 64
_TWO_WAYS = 128  # work-items: twice the widest warp that there is
_AIM = 1e6  # nanoseconds that a sample of latencies is to take
_ROUNDS = 100  # through the pairs
_LARGE_PAGE = 2 << 20


@dataclass(frozen=True)
class Bench:
    """A device, ready. `memory` is a large buffer for pointers to chase through; for a CPU it is
    `host` memory in large pages, since caches are to be seen and not the translation of
    addresses."""

    queue: cl.CommandQueue
    program: cl.Program
    memory: cl.Buffer
    state: cl.Buffer
    host: "numpy.ndarray[Any, Any] | None"

    def run(self, kernel: str, work: tuple[int, int], *arguments: Argument) -> float:
        """Nanoseconds of a launch of `work`: work-items, and how many in a group."""
        made = cl.Kernel(self.program, kernel)
        made.set_args(*map(_value, arguments))
        event = cl.enqueue_nd_range_kernel(self.queue, made, work[:1], work[1:])
        event.wait()
        return float(event.profile.end - event.profile.start)

    def time(self, kernel: str, work: tuple[int, int], *arguments: Argument) -> Timing:
        """The same, several times; the first, for which runtimes compile, does not count."""
        spent = [self.run(kernel, work, *arguments) for _ in range(REPEATS + 1)]
        return timing(spent[1:])

    def write(self, buffer: cl.Buffer, data: "numpy.ndarray[Any, Any]") -> None:
        """Puts data at the begin of a buffer."""
        cl.enqueue_copy(self.queue, buffer, data)
        self.queue.finish()


def bench(device: cl.Device, kernels: str) -> Bench:
    """Builds the kernels for a device. Raises cl.Error where it does not take them."""
    context = cl.Context([device])
    profiling = cl.command_queue_properties.PROFILING_ENABLE
    size = min(LARGEST, device.max_mem_alloc_size, device.global_mem_size // 8)
    flags, host = cl.mem_flags.READ_WRITE, None
    if device.type & cl.device_type.CPU:
        host = _large_pages(size)
        memory = cl.Buffer(context, flags | cl.mem_flags.USE_HOST_PTR, hostbuf=host)
    else:
        memory = cl.Buffer(context, flags, size)
    return Bench(
        cl.CommandQueue(context, properties=profiling),
        cl.Program(context, kernels).build(),
        memory,
        cl.Buffer(context, flags, 1 << 20),
        host,
    )


def latencies(on: Bench, line: int, seed: int, say: Say) -> dict[int, Timing]:
    """A load that waits for the one before it, by the size of the buffer that they go through in
    an order at random, a cache line each."""
    found: dict[int, Timing] = {}
    size = float(_SMALLEST)
    while size <= on.memory.size:
        lines = int(size) // line
        say(f"loads from {_shown(lines * line)}")
        on.write(on.memory, ring(lines, line // 4, seed))
        on.write(on.state, numpy.zeros(1, numpy.uint32))
        found[lines * line] = _chased(on, lines)
        size *= 2 ** (1 / _STEPS)
    return found


def pairs(on: Bench, lines: int, seed: int) -> dict[int, Timing]:
    """Two loads, by how many bytes they are apart: a place at random, and one behind it."""
    block, count = 2 * APART[-1] // 4, min(lines, on.memory.size // (2 * APART[-1]))
    steps = _ROUNDS * count
    found: dict[int, Timing] = {}
    for apart in APART:
        links = ring(count, block, seed)
        on.write(on.memory, numpy.roll(links, apart // 4))  # the place itself holds 0
        on.write(on.state, numpy.zeros(1, numpy.uint32))
        arguments = (on.memory, on.state, apart // 4, steps)
        found[apart] = _each(on.time("chase_pairs", (1, 1), *arguments), steps)
    return found


def two_ways(on: Bench) -> dict[int, Timing]:
    """A work-group whose work-items take two ways in turns, by how many go the same way; a block of
    0 stands for all of them: the mean of the one way and the other."""
    n = 1000

    def timed(block: int, turn: int) -> Timing:
        return on.time("ways", (_TWO_WAYS, _TWO_WAYS), on.state, block, turn, 0.9, 0.1, n)

    one, other = timed(_TWO_WAYS, 0), timed(_TWO_WAYS, 1)
    sides = zip((one.median, one.low, one.high), (other.median, other.low, other.high), strict=True)
    return {0: Timing(*(sum(each) / 2 for each in sides))} | {
        block: timed(block, 0) for block in BLOCKS
    }


def others(on: Bench, say: Say) -> dict[str, Timing]:
    """The other times, in nanoseconds, by name: of an operation, of a loop's step for each element
    at each width of vectors, of an atomic addition, a group, a launch, and of copying a byte."""
    n = 400_000
    one = (1, 1)
    found: dict[str, Timing] = {}
    say("operations")
    found["integer"] = _each(on.time("integers", one, on.state, 0x5BD1E995, 77777, n), n)
    for name, operand in (("add", 1e-3), ("multiply", 1.0), ("divide", 1.0)):
        on.write(on.state, numpy.ones(1, numpy.float32))
        found[name] = _each(on.time(name, one, on.state, operand, n // 4), n // 4)
    say("vectors")
    for width in WIDTHS:
        done = on.time(f"loop{width}", (_GROUP, _GROUP), on.state, 0.9, 0.1, 1000)
        found[f"loop{width}"] = _each(done, _GROUP * 1000 * width)
    say("atomic operations")
    found["atomic"] = _each(on.time("count", (_GROUP, _GROUP), on.state, 1000), _GROUP * 1000)
    say("work-groups and launches")
    found["group"] = _groups(on)
    found["launch"] = _launches(on)
    say("copies")
    return found | {"byte": _copied(on)}


def ring(count: int, stride: int, seed: int) -> "numpy.ndarray[Any, Any]":
    """Indices that lead through all multiples of `stride` below `count * stride` in an order at
    random, and back."""
    order = numpy.random.default_rng(seed).permutation(count).astype(numpy.uint32) * stride
    links = numpy.zeros(count * stride, numpy.uint32)
    links[order] = numpy.roll(order, -1)
    return links


def _chased(on: Bench, lines: int) -> Timing:
    """What was loaded once, all of it, is in the caches as far as it fits."""
    arguments = (on.memory, on.state)
    on.run("chase", (1, 1), *arguments, -(-lines // 8) * 8)
    some = 2048
    fastest = min(on.run("chase", (1, 1), *arguments, some) for _ in range(3))
    steps = int(min(max(some * _AIM / max(fastest, 1), 2 * some), 500 * some)) // 8 * 8
    return _each(on.time("chase", (1, 1), *arguments, steps), steps)


def _groups(on: Bench) -> Timing:
    """What each further group costs, of one work-item each; all compute units work on them."""
    few, many = 256, 4096
    spent = []
    for _ in range(REPEATS + 1):
        less, more = (on.run("nothing", (count, 1), on.state, 0xFFFFFFFF) for count in (few, many))
        spent.append(max(more - less, 0.0) / (many - few))
    return timing(spent[1:])


def _launches(on: Bench) -> Timing:
    """What each further launch costs, of many that wait in a queue."""
    kernel = cl.Kernel(on.program, "nothing")
    kernel.set_args(on.state, numpy.uint32(0xFFFFFFFF))
    count, spent = 50, []
    for _ in range(REPEATS + 1):
        events = [
            cl.enqueue_nd_range_kernel(on.queue, kernel, (1,), (1,)) for _ in range(count + 1)
        ]
        on.queue.finish()
        spent.append((events[-1].profile.end - events[0].profile.end) / count)
    return timing(spent[1:])


def _copied(on: Bench) -> Timing:
    """A byte that is read and written counts twice."""
    elements = on.memory.size // 2 // 16 // _TWO_WAYS * _TWO_WAYS
    spent = on.time("copy", (elements, _TWO_WAYS), on.memory, elements)
    return _each(spent, 2 * 16 * elements)


def _each(all_of_them: Timing, count: int) -> Timing:
    return Timing(*(each / count for each in vars(all_of_them).values()))


def _value(argument: Argument) -> "cl.Buffer | numpy.generic[Any]":
    match argument:
        case int():
            return numpy.uint32(argument)
        case float():
            return numpy.float32(argument)
    return argument


def _large_pages(size: int) -> "numpy.ndarray[Any, Any]":
    """Memory that begins with a large page; numpy asks the system for such ones."""
    memory = numpy.zeros(size + _LARGE_PAGE, numpy.uint8)
    begin = -memory.ctypes.data % _LARGE_PAGE
    aligned: numpy.ndarray[Any, Any] = memory[begin : begin + size]
    aligned[:] = 0
    return aligned


def _shown(size: int) -> str:
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


def as_lists(timings: Mapping[Any, Timing]) -> dict[str, list[float]]:
    """For JSON."""
    return {str(name): list(vars(each).values()) for name, each in timings.items()}
