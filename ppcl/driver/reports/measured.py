"""What `ppcl bench` measured of a rewrite, as a report shows it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled
from ppcl.frontend import without_comments
from ppcl.source import SourceFile

BENCH_VERSION = 2
_DIGITS = 8
_KERNELS = "ppcl/kernels.c"


@dataclass(frozen=True)
class Row:
    """A line of the table: what was timed on a platform, in runs of a command line, and how much
    faster it was."""

    platform: str
    command: str
    what: str
    ratio: str
    spread: str
    pairs: int
    verdict: str


def fingerprint(files: Mapping[str, SourceFile]) -> str:
    """A hash of files' names and contents."""
    found = hashlib.sha256()
    for path, source in sorted(files.items()):
        found.update(f"{path}\0{len(source.data)}\0".encode("utf-8", "surrogateescape"))
        found.update(source.data)
    return found.hexdigest()


def outcome(compiled: Compiled) -> str:
    """The fingerprint of what a compilation made: its files, and those that it generated."""
    made = {path: SourceFile(path, data) for path, data in compiled.generated.items()}
    return fingerprint({**compiled.results, **made})


def short_hash(files: Mapping[str, bytes]) -> str:
    """As much of a fingerprint as tells texts apart."""
    return fingerprint({path: SourceFile(path, data) for path, data in files.items()})[:_DIGITS]


def text_hash(compiled: Compiled) -> str:
    """The hash by which a figure and the ledger (docs/ledger.md) name what a compilation made, its
    comments aside; of kernels as C it is theirs alone, as the runtime is every program's."""
    if compiled.generated:
        return short_hash({_KERNELS: compiled.generated[_KERNELS]})
    return short_hash(
        {path: without_comments(source.data) for path, source in compiled.results.items()}
    )


def text_mark(compiled: Compiled) -> str:
    """What stands beside a figure: the program, for what it was compiled, and the hash."""
    made_for = "c" if compiled.generated else compiled.target
    return f"`{compiled.project.name}/{made_for}@{text_hash(compiled)}`"


def read_measured(path: Path, compiled: Compiled) -> tuple[Row, ...]:
    """The timings in a file of `ppcl bench` that are of these sources and this target.

    Raises PpclError (usage) where it is no such file, or none of them is of this rewrite: figures
    of an earlier one must not stand beside it.
    """
    try:
        document = json.loads(path.read_bytes())
        if document["version"] != BENCH_VERSION:
            raise PpclError(f"{path} is of another version of ppcl", exit_code=ExitCode.USAGE)
        timings = [t for t in document["timings"] if _is_of(t, compiled)]
        command = str(document["command"])
        rows = tuple(row for timing in timings for row in _rows(timing, command, compiled))
        same = any(timing["after"] == outcome(compiled) for timing in timings)
    except OSError as error:
        message = f"cannot read {path}: {error.strerror}"
        raise PpclError(message, exit_code=ExitCode.USAGE) from error
    except (ValueError, KeyError, TypeError) as error:
        message = f"{path} was not written by `ppcl bench --report`"
        raise PpclError(message, exit_code=ExitCode.USAGE) from error
    if not same:
        message = (
            f"{path} has no timing of this rewrite of '{compiled.project.name}' for "
            f"{compiled.target}: run `ppcl bench` again"
        )
        raise PpclError(message, exit_code=ExitCode.USAGE)
    return rows


def _is_of(timing: Mapping[str, Any], compiled: Compiled) -> bool:
    sources = fingerprint(compiled.files)
    return bool(timing["target"] == compiled.target and timing["before"] == sources)


def _rows(timing: Mapping[str, Any], command: str, compiled: Compiled) -> Iterator[Row]:
    """The kernels' times, and the whole program's, which have no verdict."""
    this = timing["after"] == outcome(compiled)
    what = "this rewrite" if this else f"passes: {timing['variant']}"
    for part, name, verdict in (
        ("kernels", "kernels", timing["verdict"]),
        ("total", "whole program", ""),
    ):
        low, high = timing[part]["quartiles"]
        ratio = f"{timing[part]['ratio']:.2f}"
        spread = f"{low:.2f} to {high:.2f}"
        place = (timing["platform"], command, f"{what}, {name}")
        yield Row(*place, ratio, spread, timing["pairs"], verdict)
