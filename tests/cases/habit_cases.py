"""Cases of habits: a small program, its alias table, and twins that differ where it matters."""

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

from alias_table import Table, read_table

FOLDER = Path(__file__).parent / "habits"
COMMON = FOLDER / "common"
HOSTS = (".c", ".cpp")


@dataclass(frozen=True)
class Habit:
    """A program and what is true of it.

    `files` come beside, or in place of, those of `common`; `sources` are those that ppcl is given,
    `hosts` those that are built. `not_yet` says why ppcl does not find the table today. `want` is
    None where ppcl must not follow, and say so with the code `refused`. `prints` is what it writes
    when it runs.
    """

    name: str
    why: str
    files: tuple[tuple[str, str], ...]
    want: Table | None
    refused: str
    not_yet: str
    prints: str
    defines: tuple[str, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host files that are compiled; others are included by these."""
        names = [name for name, _ in self.files if name.endswith(HOSTS)] or ["host.c"]
        return tuple(name for name in names if not name.startswith("included_"))

    @property
    def sources(self) -> tuple[str, ...]:
        """What `ppcl` is given."""
        kernels = [name for name, _ in self.files if name.endswith(".cl")]
        return (*self.hosts, *(kernels or ["kernel.cl"]))

    def write(self, folder: Path) -> None:
        """Put the program there."""
        shutil.copytree(COMMON, folder, dirs_exist_ok=True)
        for name, text in self.files:
            (folder / name).write_text(text)


def read_habits() -> list[Habit]:
    """All cases, each followed by its twins."""
    return [
        habit
        for file in sorted(FOLDER.glob("*.toml"))
        for entry in tomllib.loads(file.read_text())["case"]
        for habit in _with_twins(entry)
    ]


def _with_twins(entry: dict[str, object]) -> list[Habit]:
    files = _files(entry)
    twins = entry.get("twin", [])
    assert isinstance(twins, list)
    base = _habit(entry, str(entry["name"]), files)
    return [base, *(_twin(entry, twin, files) for twin in twins)]


def _twin(entry: dict[str, object], twin: dict[str, object], files: dict[str, str]) -> Habit:
    defaults = {"want": entry.get("want", ""), "defines": entry.get("defines", [])}
    changes = twin.get("change", [])
    assert isinstance(changes, list)
    for old, new in changes:
        files = _changed(files, old, new)
    name = f"{entry['name']}~{twin['name']}"
    given = {**({} if "refused" in twin else defaults), **twin}
    return _habit(given, name, files)


def _changed(files: dict[str, str], old: str, new: str) -> dict[str, str]:
    """A replacement, which must apply exactly once in all files together."""
    count = sum(text.count(old) for text in files.values())
    assert count == 1, f"{count} times: {old!r}"
    return {name: text.replace(old, new) for name, text in files.items()}


def _habit(entry: dict[str, object], name: str, files: dict[str, str]) -> Habit:
    defines = entry.get("defines", [])
    assert isinstance(defines, list)
    want = entry.get("want")
    assert (want is None) == ("refused" in entry), name
    return Habit(
        name,
        str(entry["why"]),
        tuple(files.items()),
        read_table(str(want)) if want is not None else None,
        str(entry.get("refused", "")),
        str(entry.get("not_yet", "")),
        str(entry.get("prints", "")),
        tuple(defines),
    )


def _files(entry: dict[str, object]) -> dict[str, str]:
    """The case's files: `host` (C), `cpp` (C++), `kernel`, and others by name in `files`.

    The host is common/host.c where there is none.
    """
    found = {
        name: str(entry[key])
        for key, name in (("host", "host.c"), ("cpp", "host.cpp"), ("kernel", "kernel.cl"))
        if key in entry
    }
    others = entry.get("files", {})
    assert isinstance(others, dict)
    return {**found, **others}
