"""Reads the recorder's logs.

The format is described in `templates/runtime/record/log.h`.
"""

import mmap
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ppcl.verify.log import (
    Argument,
    Buffer,
    Command,
    CommandKind,
    Contents,
    Copy,
    Given,
    KernelTime,
    Launch,
    MadeOf,
    Process,
    Read,
    Site,
    Upload,
    UploadKind,
)

_RECORD = struct.Struct("=IIIIQQQ")
_UPLOADS: Mapping[str, UploadKind] = {"W": "write", "F": "fill", "D": "copy"}
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
            elif kind in "EJV":
                self._captured(self.process, kind, data)
            else:
                self._command(self.process, kind, thread, site, sequence, data)

    def _captured(self, process: Process, kind: str, data: memoryview) -> None:
        if kind == "E":
            launch, source, options, count = _numbers(data, 4)
            made = MadeOf(launch, source, options, count, *_device(data[32:]))
            process.made_of.append(made)
        elif kind == "V":
            process.devices.append(_device(data))
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


def _device(data: memoryview) -> tuple[str, str]:
    device, _, driver = _text(data).partition("\n")
    return device.strip(), driver.strip()


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
