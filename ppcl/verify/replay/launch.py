"""One launch of a kernel with all that it takes to run it again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ArgumentKind = Literal["scalar", "buffer", "local"]


@dataclass(frozen=True)
class Memory:
    """A buffer: the flags that it was made with (cl_mem_flags), the type of its elements (as
    `Parameter.element`), and its bytes before and after the launch."""

    flags: int
    element: str
    before: bytes
    after: bytes


@dataclass(frozen=True)
class Argument:
    """A kernel argument: the bytes of a scalar `value`; `size` bytes of local memory; or a buffer,
    the one with the number `memory` or, from `origin` on, `size` bytes of it."""

    kind: ArgumentKind
    value: bytes = b""
    memory: int = 0
    origin: int = 0
    size: int = 0
    whole: bool = True


@dataclass(frozen=True)
class Replay:
    """A captured launch. `number` counts the launches of its kernel in the run, from 1.

    `text` is the source that the program gave to OpenCL, `includes` the files that it includes,
    where they lie to each other, and `include_folders` those that are searched for them there.
    `local_size` is None where the runtime chooses. `milliseconds`: how long it took in the run.
    `process` counts the processes of the run that launched kernels, from 1.
    """

    kernel: str
    number: int
    text: bytes
    options: str
    offset: tuple[int, ...]
    global_size: tuple[int, ...]
    local_size: tuple[int, ...] | None
    arguments: tuple[Argument, ...]
    memories: tuple[Memory, ...]
    device: str
    driver: str
    milliseconds: float | None = None
    includes: Mapping[str, bytes] = field(default_factory=dict)
    process: int = 1
    include_folders: tuple[str, ...] = (".",)

    @property
    def name(self) -> str:
        """What it is called in messages and files: KERNEL-N, with the process if not the first."""
        process = f"-process{self.process}" if self.process > 1 else ""
        return f"{self.kernel}-{self.number}{process}"

    @property
    def changes_nothing(self) -> bool:
        """Whether all buffers were before the launch as they are after it: an earlier one may have
        left the same. Then they tell nothing of what it does."""
        return all(memory.before == memory.after for memory in self.memories)
