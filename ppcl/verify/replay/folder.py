"""Captured launches as a folder that can be sent: `capture.json`, kernel texts, and buffers, each
stored once by its content, compressed."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from ppcl import __version__
from ppcl.diag import ExitCode, PpclError
from ppcl.verify.replay.launch import Argument, Memory, Replay

INDEX = "capture.json"
FORMAT = 2
_DAMAGES = (
    *(KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError),
    zlib.error,
)
_MOST = 4 << 30  # bytes of a buffer
_LEVEL = 1  # buffers are large, and most of what can be won is won by it


def folder_files(replays: Sequence[Replay]) -> Mapping[str, bytes]:
    """All files of a folder with these launches, by path in it."""
    files: dict[str, bytes] = {}
    listed = [_listed(replay, files) for replay in replays]
    index = {"format": FORMAT, "ppcl": __version__, "launches": listed}
    return {INDEX: (json.dumps(index, indent=2) + "\n").encode(), **files}


def read_folder(folder: Path) -> list[Replay]:
    """The launches in a folder. Raises PpclError (usage) for a folder that is none, is damaged, or
    is of another format."""
    path = folder / INDEX
    try:
        _require_file(path)
        index = json.loads(path.read_text("utf-8"))
        if index["format"] != FORMAT:
            message = f"{path}: format {index['format']}, written by ppcl {index['ppcl']}; this "
            raise _usage(f"{message}version reads format {FORMAT}: capture the launch again")
        return [_replay(each, folder) for each in index["launches"]]
    except OSError as error:
        raise _usage(f"cannot read {error.filename}: {error.strerror}") from error
    except _DAMAGES as error:
        raise _usage(f"{path}: not a whole capture ({error})") from error


def _listed(replay: Replay, files: dict[str, bytes]) -> Mapping[str, object]:
    text = f"{replay.name}.cl"
    files[text] = replay.text
    includes = {name: f"{replay.name}-include/{name}" for name in replay.includes}
    files |= {includes[name]: data for name, data in replay.includes.items()}
    return {
        "kernel": replay.kernel,
        "number": replay.number,
        "process": replay.process,
        "text": text,
        "includes": includes,
        "include_folders": replay.include_folders,
        "options": replay.options,
        "offset": replay.offset,
        "global_size": replay.global_size,
        "local_size": replay.local_size,
        "arguments": [_argument_json(each) for each in replay.arguments],
        "memories": [
            {
                "flags": memory.flags,
                "element": memory.element,
                "before": _stored(memory.before, files),
                "after": _stored(memory.after, files),
            }
            for memory in replay.memories
        ],
        "device": replay.device,
        "driver": replay.driver,
        "milliseconds": replay.milliseconds,
    }


def _argument_json(argument: Argument) -> Mapping[str, object]:
    match argument.kind:
        case "scalar":
            return {"scalar": argument.value.hex()}
        case "local":
            return {"local": argument.size}
        case _ if argument.whole:
            return {"buffer": argument.memory, "size": argument.size}
    origin = {"origin": argument.origin}
    return {"buffer": argument.memory, "size": argument.size, **origin}


def _argument(listed: Mapping[str, Any]) -> Argument:
    if "scalar" in listed:
        return Argument("scalar", bytes.fromhex(listed["scalar"]))
    if "local" in listed:
        return Argument("local", size=int(listed["local"]))
    place = (int(listed["buffer"]), int(listed.get("origin", 0)), int(listed["size"]))
    return Argument("buffer", b"", *place, "origin" not in listed)


def _stored(data: bytes, files: dict[str, bytes]) -> str:
    digest = hashlib.sha256(data).hexdigest()
    path = f"data/{digest}.zlib"
    if path not in files:
        files[path] = zlib.compress(data, _LEVEL)
    return digest


def _replay(listed: Mapping[str, Any], folder: Path) -> Replay:
    local = listed["local_size"]
    return Replay(
        str(listed["kernel"]),
        int(listed["number"]),
        _read(folder, listed["text"]),
        str(listed["options"]),
        tuple(map(int, listed["offset"])),
        tuple(map(int, listed["global_size"])),
        tuple(map(int, local)) if local is not None else None,
        tuple(_argument(each) for each in listed["arguments"]),
        tuple(
            Memory(
                int(each["flags"]),
                str(each["element"]),
                *(_loaded(folder, each[when]) for when in ("before", "after")),
            )
            for each in listed["memories"]
        ),
        str(listed["device"]),
        str(listed["driver"]),
        listed["milliseconds"],
        dict(_includes(folder, listed["includes"])),
        int(listed["process"]),
        tuple(each for each in listed["include_folders"] if each == "." or _inside(folder, each)),
    )


def _includes(folder: Path, listed: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    for name, path in listed.items():
        _inside(folder, name)
        if any(PurePosixPath(name) in PurePosixPath(other).parents for other in listed):
            raise ValueError(f"'{name}' is a file and a folder")
        yield name, _read(folder, path)


def _read(folder: Path, path: str) -> bytes:
    place = _inside(folder, path)
    _require_file(place)
    return place.read_bytes()


def _require_file(place: Path) -> None:
    """A pipe may never end."""
    if place.exists() and not place.is_file():
        raise ValueError(f"{place} is no regular file")


def _inside(folder: Path, path: str) -> Path:
    """A path of the index, which may come from anybody: it stays in the folder."""
    parts = PurePosixPath(path)
    if parts.is_absolute() or ".." in parts.parts or "\0" in path or not parts.parts:
        raise ValueError(f"'{path}' is no path in the folder")
    return folder / parts


def _loaded(folder: Path, digest: str) -> bytes:
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(_read(folder, f"data/{digest}.zlib"), _MOST)
    if not unpacking.eof:
        raise ValueError(f"data/{digest}.zlib is cut, or holds more than {_MOST >> 30} GB")
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(f"data/{digest}.zlib has other contents")
    return data


def _usage(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
