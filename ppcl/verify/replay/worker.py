"""The process that runs versions of a launch, in turns, on the one platform that it sees.

    python -m ppcl.verify.replay.worker JOB.json

What a kernel does to its process (a crash, an endless loop) it does to this one. It says on its
standard output, a line of JSON each: `{"ready": true}` when all versions are built and have run
twice, their buffers written to files; for each line `{"rounds": N}` of its input, `{"milliseconds":
[[one of each version], ...]}`; and `{"error": "..."}` as its last words. What a runtime prints
goes to standard error.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy
import pyopencl as cl

_KEPT = cl.mem_flags.READ_ONLY | cl.mem_flags.WRITE_ONLY | cl.mem_flags.READ_WRITE


@dataclass(frozen=True)
class Version:
    """A version, built, with its buffers: `fresh` ones as they are before the launch, and those
    that it works on. The kernel does not keep its `arguments`."""

    queue: cl.CommandQueue
    kernel: cl.Kernel
    offset: tuple[int, ...] | None
    global_size: tuple[int, ...]
    local_size: tuple[int, ...] | None
    fresh: Sequence[cl.Buffer]
    used: Sequence[cl.Buffer]
    arguments: Sequence[Any]

    def run(self) -> float:
        """Restores the buffers and runs the launch; milliseconds on the device."""
        for fresh, used in zip(self.fresh, self.used, strict=True):
            cl.enqueue_copy(self.queue, used, fresh)
        self.queue.finish()
        sizes = (self.global_size, self.local_size, self.offset)
        event = cl.enqueue_nd_range_kernel(self.queue, self.kernel, *sizes)
        event.wait()
        return float(event.profile.end - event.profile.start) * 1e-6

    def write(self, paths: Sequence[str]) -> None:
        """Writes the buffers, as they are now, to files."""
        for path, buffer in zip(paths, self.used, strict=True):
            data = numpy.empty(buffer.size, dtype=numpy.uint8)
            cl.enqueue_copy(self.queue, data, buffer)
            data.tofile(path)


def built(context: cl.Context, job: Mapping[str, Any]) -> Version:
    """A version as its job says. Raises cl.Error where the runtime does not take it, and ValueError
    where the kernel has another number of arguments."""
    text = Path(job["text"]).read_bytes().decode("utf-8", "replace")
    program = cl.Program(context, text).build(options=job["options"])
    kernel = cl.Kernel(program, job["kernel"])
    if kernel.num_args != len(job["arguments"]):
        given = len(job["arguments"])
        raise ValueError(f"'{job['kernel']}' has {kernel.num_args} arguments, and is given {given}")
    profiling = cl.command_queue_properties.PROFILING_ENABLE
    memories = job["memories"]
    fresh = [_fresh(context, memory) for memory in memories]
    used = [
        cl.Buffer(context, memory["flags"] & _KEPT or cl.mem_flags.READ_WRITE, buffer.size)
        for memory, buffer in zip(memories, fresh, strict=True)
    ]
    arguments = [_value(argument, used) for argument in job["arguments"]]
    kernel.set_args(*arguments)
    offset = tuple(job["offset"])
    return Version(
        cl.CommandQueue(context, properties=profiling),
        kernel,
        offset if any(offset) else None,
        tuple(job["global"]),
        tuple(job["local"]) if job["local"] is not None else None,
        fresh,
        used,
        arguments,
    )


def _fresh(context: cl.Context, memory: Mapping[str, Any]) -> cl.Buffer:
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    return cl.Buffer(context, flags, hostbuf=numpy.fromfile(memory["before"], dtype=numpy.uint8))


def _value(argument: Mapping[str, Any], used: Sequence[cl.Buffer]) -> Any:
    match argument["kind"]:
        case "scalar":
            return bytes.fromhex(argument["value"])
        case "local":
            return cl.LocalMemory(argument["size"])
        case _ if argument["whole"]:
            return used[argument["memory"]]
        case _:
            origin = argument["origin"]
            return used[argument["memory"]][origin : origin + argument["size"]]


def in_turns(versions: Sequence[Version], rounds: int) -> Iterator[list[float]]:
    """Milliseconds of each version, round by round: A B, B A, A B ..."""
    order = list(range(len(versions)))
    for _ in range(rounds):
        spent = {number: versions[number].run() for number in order}
        yield [spent[number] for number in sorted(spent)]
        order.reverse()


def reason(error: Exception) -> str:
    """One line: what a compiler says first, else what the call says."""
    lines = str(error).splitlines() or [type(error).__name__]
    first = lines[0].split(" - ")[0]
    said = [line.strip() for line in lines if "error:" in line]
    return f"{first}: {said[0]}" if said else first


def serve(job: Mapping[str, Any], requests: IO[str], say: IO[str]) -> None:
    """Builds all versions, runs each twice, then answers requests until there are no more."""
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    versions: list[Version] = []
    for number, given in enumerate(job["versions"]):
        try:
            versions.append(built(context, given))
            for _ in range(2):  # what the first run left must not show in the second
                versions[-1].run()
            versions[-1].write(given["after"])
        except (cl.Error, ValueError) as error:
            version = f" (version {number})" if number else ""
            print(json.dumps({"error": f"{reason(error)}{version}"}), file=say, flush=True)
            return
    print(json.dumps({"ready": True, "device": device.name}), file=say, flush=True)
    for line in requests:
        spent = list(in_turns(versions, json.loads(line)["rounds"]))
        print(json.dumps({"milliseconds": spent}), file=say, flush=True)


def main() -> None:
    """Runs the job that the command line names."""
    say = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(json.loads(Path(sys.argv[1]).read_text()), sys.stdin, say)


if __name__ == "__main__":
    main()
