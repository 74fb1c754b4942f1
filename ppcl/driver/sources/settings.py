"""ppcl.toml: what a program consists of, and how it is compiled.

    [program]
    name = "md"                      # the folder's name, if left out
    sources = ["md.c", "md.cl"]
    include = ["include"]            # folders, relative to ppcl.toml
    define = ["N=64"]
    target = "amd-cpu"               # a name, or a .toml file relative to ppcl.toml

    [assume]
    no-overlap = [["a", "b"]]        # groups of buffers that do not share memory
    full-groups = true               # no launch fails for its sizes
    argv.1 = "kernel.cl"             # what the program is run with
    argc = 2

    [decide]                         # what is done at a site (`ppcl sites`), by its key
    "layout:md_energy.n/d_n" = "continuous"

    [build]
    command = "cc -DN=64 md.c -o md" # its -D, -I and the like are how md.c is read, too

    [run]
    command = "cd data && ../md"     # the folders that it enters may be where md.cl stands

What else [build] and [run] say is for `ppcl verify`, and is not read here.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ppcl.analysis.reading.assumed import Assumed
from ppcl.analysis.reading.stated import NOTHING_STATED, Stated
from ppcl.diag import ExitCode, PpclError
from ppcl.source import Location
from ppcl.transform.choosing.decisions import (
    HOW_TO_DECIDE,
    Decision,
    Decisions,
    decision_of,
)

FILE = "ppcl.toml"
_TABLES: Mapping[str, tuple[str, ...]] = {
    "program": ("name", "sources", "include", "define", "target"),
    "assume": ("no-overlap", "full-groups", "argv", "argc"),
}
_DECIDE = "decide"
_OTHER_TABLES = ("build", "run", _DECIDE)
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True)
class Settings:
    """The contents of a ppcl.toml."""

    name: str | None
    sources: tuple[str, ...]
    include: tuple[str, ...]
    define: tuple[str, ...]
    target: str | None
    assumed: Assumed
    build: str = ""
    stated: Stated = NOTHING_STATED
    runs: tuple[str, ...] = ()
    decisions: Decisions = field(default_factory=dict)


def read_settings(path: Path) -> Settings:
    """Read a ppcl.toml. Raises PpclError (usage) for what is not a setting."""
    reader = _Reader(str(path))
    document = _document(path)
    reader.check_keys(document)
    program, assume = document.get("program", {}), document.get("assume", {})
    sources = reader.texts(program, "program.sources")
    if not sources:
        reader.fail("program.sources", "is missing: list the host files and the kernel files")
    return Settings(
        reader.text(program, "program.name"),
        sources,
        reader.texts(program, "program.include"),
        reader.texts(program, "program.define"),
        reader.text(program, "program.target"),
        reader.assumed(assume),
        "".join(_lines(document.get("build"), "command")),
        reader.stated(assume),
        tuple(_lines(document.get("run"), "command", "small")),
        reader.decisions(document.get(_DECIDE, {})),
    )


def _lines(table: object, *keys: str) -> Iterator[str]:
    """The commands that there are: `ppcl verify` says what is wrong with others."""
    lines = (table.get(key) for key in keys) if isinstance(table, dict) else ()
    yield from (line for line in lines if isinstance(line, str))


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        if found is None:
            raise PpclError(f"{path}: {error}", exit_code=ExitCode.USAGE) from error
        place = Location(str(path), int(found[1]), int(found[2]))
        raise PpclError(str(error)[: found.start()], place, ExitCode.USAGE) from error
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise PpclError(f"cannot read {path}: {reason}", exit_code=ExitCode.USAGE) from error


@dataclass(frozen=True)
class _Reader:
    """Checks values; `file` names the file in errors."""

    file: str

    def fail(self, key: str, problem: str) -> NoReturn:
        raise PpclError(f"{self.file}: {key}: {problem}", exit_code=ExitCode.USAGE)

    def check_keys(self, document: Mapping[str, Any]) -> None:
        for name, table in document.items():
            if name in _OTHER_TABLES:
                continue
            if name not in _TABLES or not isinstance(table, dict):
                known = ", ".join(f"[{known}]" for known in (*_TABLES, *_OTHER_TABLES))
                self.fail(name, f"is not a table of ppcl.toml; known: {known}")
            for key in table.keys() - set(_TABLES[name]):
                self.fail(f"{name}.{key}", f"is not a setting; known: {', '.join(_TABLES[name])}")

    def text(self, table: Mapping[str, Any], key: str) -> str | None:
        value = table.get(key.partition(".")[2])
        if value is not None and not isinstance(value, str):
            self.fail(key, "expected a string")
        return value

    def texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = table.get(key.partition(".")[2], [])
        if not _is_texts(value):
            self.fail(key, "expected a list of strings")
        return tuple(value)

    def assumed(self, table: Mapping[str, Any]) -> Assumed:
        full = table.get("full-groups", False)
        if not isinstance(full, bool):
            self.fail("assume.full-groups", "expected true or false")
        return Assumed(self.groups(table, "assume.no-overlap"), full)

    def groups(self, table: Mapping[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
        value = table.get(key.partition(".")[2], [])
        if not isinstance(value, list) or not all(_is_texts(g) and len(g) > 1 for g in value):
            self.fail(key, 'expected a list of groups of names, such as [["a", "b"]]')
        return tuple(tuple(group) for group in value)

    def stated(self, table: Mapping[str, Any]) -> Stated:
        argv, count = table.get("argv", {}), table.get("argc")
        if not isinstance(argv, dict) or not all(map(_is_argument, argv.items())):
            self.fail("assume.argv", 'expected texts by their index, such as argv.1 = "kernel.cl"')
        if count is not None and (type(count) is not int or count < 1):
            self.fail(
                "assume.argc", "expected how many arguments there are, with the program's name"
            )
        return Stated(tuple(sorted((int(index), text) for index, text in argv.items())), count)

    def decisions(self, table: object) -> Decisions:
        if not isinstance(table, dict):
            self.fail(_DECIDE, "expected a table of choices by the keys of sites")
        found: dict[str, Decision] = {}
        for key, value in table.items():
            decision = decision_of(key, value) if isinstance(value, str) else None
            if decision is None:
                self.fail(f"{_DECIDE}.{key}", HOW_TO_DECIDE)
            found[key] = decision
        return found


def _is_argument(item: tuple[str, object]) -> bool:
    index, text = item
    return is_index(index) and isinstance(text, str) and "\0" not in text


def is_index(text: str) -> bool:
    """Whether a text is the index of an argument that the user may state: of any but the first."""
    return text.isascii() and text.isdigit() and not text.startswith("0")


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
