"""What the recorder wrote: the commands of each process of a program, in order.

The format is described in `templates/runtime/record/log.h`.
"""

import mmap
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

_RECORD = struct.Struct("=IIIIQQQ")
_Data = memoryview | bytes


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
    data: _Data


UploadKind = Literal["write", "fill", "copy"]
_UPLOADS: Mapping[str, UploadKind] = {"W": "write", "F": "fill", "D": "copy"}


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
    data: _Data
    final: _Data | None = None


CommandKind = Literal["create", "write", "read", "map", "unmap", "fill", "copy"]
_COMMANDS: Mapping[str, CommandKind] = {
    "b": "create",
    "w": "write",
    "r": "read",
    "m": "map",
    "u": "unmap",
    "f": "fill",
    "c": "copy",
}
_BOX = (1 << 64) - 1


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
    known. `unmapped` are (sequence, buffer) of maps that ended; `attached`:
    whether the runtime is a part of the program, as with kernels compiled to C; `failed`: whether
    some command did, and is not recorded."""

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
    arguments: tuple[str, ...] | None = None
    overflown: bool = False
    attached: bool = False
    failed: bool = False


def read_logs(folder: Path) -> list[Process]:
    """The processes that used OpenCL, in the order of their start."""
    found = [process for path in folder.glob("*.log") if (process := _process(path))]
    return sorted(found, key=lambda process: (process.start, process.pid))


def _process(path: Path) -> Process | None:
    with open(path, "rb") as stream:
        if path.stat().st_size < _RECORD.size:
            return None
        data = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    reader = _Reader()
    for kind, thread, module, _, offset, sequence, payload in _records(data):
        reader.record(chr(kind), thread, module, offset, sequence, payload)
    return reader.finished()


def _records(data: memoryview) -> Iterator[tuple[int, int, int, int, int, int, memoryview]]:
    """All whole records; a process that was ended may have left a part of one."""
    at = 0
    while at + _RECORD.size <= len(data):
        *head, length = _RECORD.unpack_from(data, at)
        at += _RECORD.size
        if at + length > len(data):
            return
        yield (*head, data[at : at + length])
        at += length


@dataclass
class _Reader:
    process: Process | None = None
    modules: dict[int, tuple[str, int]] = field(default_factory=dict)
    final: dict[int, memoryview] = field(default_factory=dict)

    def record(
        self, kind: str, thread: int, module: int, offset: int, sequence: int, data: memoryview
    ) -> None:
        if kind == "P":
            start, pid, parent = struct.unpack_from("=QQQ", data)
            self.process = Process(_text(data[24:]), start, parent, pid)
        elif kind == "G" and self.process is not None:
            self.process.arguments = _arguments_given(data)
        elif kind == "M":
            self.modules[module] = (_text(data[8:]), _base(_text(data[8:]), *_numbers(data, 1)))
        elif self.process is not None:
            path, base = self.modules.get(module, ("", 0))
            site = Site(path, base + offset)
            if kind in "SO":
                given = self.process.sources if kind == "S" else self.process.options
                given.append(Given(sequence, site, bytes(data)))
            elif kind in "EJ":
                self._captured(self.process, kind, data)
            else:
                self._command(self.process, kind, thread, site, sequence, data)

    def _captured(self, process: Process, kind: str, data: memoryview) -> None:
        if kind == "E":
            launch, source, options, count = _numbers(data, 4)
            device, _, driver = _text(data[32:]).partition("\n")
            process.made_of.append(MadeOf(launch, source, options, count, device, driver))
        else:
            launch, number, after = _numbers(data, 3)
            process.contents.append(Contents(launch, number, bool(after), data[24:]))

    def _command(
        self,
        process: Process,
        kind: str,
        thread: int,
        site: Site,
        sequence: int,
        data: memoryview,
    ) -> None:
        match kind:
            case "B":
                number, flags, *others = _numbers(data, 6)
                size, parent, origin, contents = others
                made = Buffer(sequence, number, flags, size, parent, origin, contents, site)
                process.buffers[number] = made
            case "L":
                process.launches.append(_launch(sequence, site, data))
            case "W" | "F" | "D":
                process.uploads.append(Upload(sequence, site, _UPLOADS[kind], *_numbers(data, 4)))
            case "C":
                process.copies.append(Copy(sequence, *_numbers(data, 5)))
            case "R":
                buffer, offset, how = _numbers(data, 3)
                read = Read(sequence, thread, site, buffer, offset, chr(how), data[24:])
                process.reads.append(read)
            case "H":
                self.final[sequence] = data
            case "K":
                _add_given(process, sequence, site, data)
            case "U":
                process.unmapped.append((sequence, _numbers(data, 1)[0]))
            case "T":
                process.times.append(KernelTime(*_numbers(data, 3)))
            case "N":
                process.notes.append(_text(data))
            case "X":
                process.overflown = True
            case "A":
                process.attached = True

    def finished(self) -> Process | None:
        if self.process is not None:
            reads = sorted(self.process.reads, key=lambda read: read.sequence)
            self.process.reads = [self._with_final(read) for read in reads]
            self.process.launches.sort(key=lambda launch: launch.sequence)
        return self.process

    def _with_final(self, read: Read) -> Read:
        final = self.final.get(read.sequence)
        if final is None:
            return read
        fields = (read.thread, read.site, read.buffer, read.offset, read.how, read.data)
        return Read(read.sequence, *fields, final)


def _numbers(data: memoryview, count: int) -> tuple[int, ...]:
    return struct.unpack_from(f"={count}Q", data)


def _text(data: memoryview) -> str:
    return bytes(data).decode("utf-8", "surrogateescape")


def _arguments_given(data: memoryview) -> tuple[str, ...] | None:
    *whole, rest = _text(data).split("\0")
    return tuple(whole) if whole and not rest else None


def _base(path: str, loaded_at: int) -> int:
    """What is added to an offset to get an address of the file: 0 where it can be moved."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(18)
    except OSError:
        return 0
    fixed = head[:4] == b"\x7fELF" and head[16:18] == b"\x02\x00"
    return loaded_at if fixed else 0


def _launch(sequence: int, site: Site, data: memoryview) -> Launch:
    numbers = _numbers(data, 12)
    dimensions, has_local, length = numbers[0], numbers[1], numbers[11]
    offset, global_size, local = (numbers[at : at + dimensions] for at in (2, 5, 8))
    name = _text(data[96 : 96 + length])
    arguments = tuple(_arguments(data[96 + length :]))
    local_size = local if has_local else None
    return Launch(sequence, site, name, offset, global_size, local_size, arguments)


def _add_given(process: Process, sequence: int, site: Site, data: memoryview) -> None:
    which, buffer, offset, size, other, other_offset = _numbers(data, 6)
    kind = _COMMANDS.get(chr(which))
    if kind is None:
        process.failed = True
        return
    start, length = (None, None) if offset == _BOX else (offset, size)
    command = Command(sequence, site, kind, buffer, start, length, other, other_offset)
    process.commands.append(command)


def _arguments(data: memoryview) -> Iterator[Argument]:
    at = 0
    while at < len(data):
        index, kind, number = _numbers(data[at:], 3)
        size = number if chr(kind) == "s" else 0
        at += 24
        yield Argument(index, chr(kind), number, bytes(data[at : at + size]))
        at += size
