"""What the recorder wrote of a process of a program: its commands, in order (`read_logs`)."""

from dataclasses import dataclass, field
from typing import Literal

Data = memoryview | bytes


@dataclass(frozen=True)
class Site:
    """A return address: in which module, at which address of its file's symbol table."""

    module: str
    address: int


@dataclass(frozen=True)
class Buffer:
    """A buffer or image, by its number in order of creation; size and origin in bytes. `site` is
    the call that made it."""

    sequence: int
    number: int
    flags: int
    size: int
    parent: int
    origin: int
    contents: int
    site: Site = Site("", 0)


@dataclass(frozen=True)
class Argument:
    """A kernel argument: s: scalar `data`; b: buffer `number`; l: local memory of `number` bytes;
    o: another object; v: shared virtual memory."""

    index: int
    kind: str
    number: int
    data: bytes

    @property
    def integer(self) -> int | None:
        """The value of a scalar that may be a signed integer."""
        if self.kind != "s" or len(self.data) not in (1, 2, 4, 8):
            return None
        return int.from_bytes(self.data, "little", signed=True)


@dataclass(frozen=True)
class Launch:
    """A kernel launch; `local` is None where the runtime chooses."""

    sequence: int
    site: Site
    kernel: str
    offset: tuple[int, ...]
    global_size: tuple[int, ...]
    local_size: tuple[int, ...] | None
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Given:
    """A text that the program gives to OpenCL: the source of kernels, or their build options."""

    sequence: int
    site: Site
    data: bytes


@dataclass(frozen=True)
class MadeOf:
    """What a captured launch is made of: the sequence numbers of its source and options (0 where
    the program gave none), how many arguments its kernel has, and where it ran."""

    launch: int
    source: int
    options: int
    arguments: int
    device: str
    driver: str


@dataclass(frozen=True)
class Contents:
    """All bytes of a buffer before a captured launch, or after it."""

    launch: int
    buffer: int
    after: bool
    data: Data


UploadKind = Literal["write", "fill", "copy"]


@dataclass(frozen=True)
class Upload:
    """What changes a part of a buffer by a command of the host, with a hash of its bytes; that of
    an image, or a copy that is not of a whole buffer, is not followed, and its numbers are 0."""

    sequence: int
    site: Site
    kind: UploadKind
    buffer: int
    offset: int
    size: int
    hash: int


@dataclass(frozen=True)
class Copy:
    """A copy from buffer to buffer, in bytes."""

    sequence: int
    source: int
    destination: int
    source_offset: int
    destination_offset: int
    size: int


@dataclass(frozen=True)
class Read:
    """Bytes that the host sees, from a read or a map, at the command's completion.

    `how`: r: read, m: map, x: a rectangle, i: an image. `final` are the host's bytes where ppcl's
    runtime shuffled them on the way.
    """

    sequence: int
    thread: int
    site: Site
    buffer: int
    offset: int
    how: str
    data: Data
    final: Data | None = None


CommandKind = Literal["create", "write", "read", "map", "unmap", "fill", "copy"]


@dataclass(frozen=True)
class Command:
    """A command on a buffer with the numbers that the program gives, in bytes.

    `offset` and `size` are None for a box, an image and an unmap. `other` is the address of the
    host memory, and for a copy the source buffer's number, from `other_offset` on.
    """

    sequence: int
    site: Site
    kind: CommandKind
    buffer: int
    offset: int | None
    size: int | None
    other: int
    other_offset: int


@dataclass(frozen=True)
class KernelTime:
    """When a launch ran on the device, in nanoseconds."""

    launch: int
    start: int
    end: int


@dataclass
class Process:
    """The log of one process. `arguments` are what it was started with, None where that is not
    known. `devices` are those of its queues, each with its driver. `unmapped` are (sequence,
    buffer) of maps that ended; `attached`: whether the runtime is a part of the program, as with
    kernels compiled to C; `failed`: whether some command did, and is not recorded."""

    path: str
    start: int
    parent: int
    pid: int
    buffers: dict[int, Buffer] = field(default_factory=dict)
    launches: list[Launch] = field(default_factory=list)
    uploads: list[Upload] = field(default_factory=list)
    copies: list[Copy] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    unmapped: list[tuple[int, int]] = field(default_factory=list)
    times: list[KernelTime] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    sources: list[Given] = field(default_factory=list)
    options: list[Given] = field(default_factory=list)
    made_of: list[MadeOf] = field(default_factory=list)
    contents: list[Contents] = field(default_factory=list)
    devices: list[tuple[str, str]] = field(default_factory=list)
    arguments: tuple[str, ...] | None = None
    overflown: bool = False
    attached: bool = False
    failed: bool = False
