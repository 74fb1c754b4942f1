"""Call sites of a recorded program as people know them: function and line."""

import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ppcl.verify.log import Site


@dataclass(frozen=True)
class RecordedSite:
    """A call site: `function` and `line` are empty where the program's symbols do not tell.

    `key` is the same for the same call in two builds of a program: its function, and which of the
    recorded calls of that function it is, in the order of lines, or of addresses without them.
    `file` is the source file's path, "" where it is not known.
    """

    label: str
    key: tuple[str, str, int]
    file: str = ""
    line: int = 0


def available() -> bool:
    """Whether addr2line is installed."""
    return shutil.which("addr2line") is not None


def places_of(sites: Iterable[Site]) -> Mapping[Site, RecordedSite]:
    """What the call sites of one process are."""
    wanted = sorted(set(sites), key=lambda site: (site.module, site.address))
    modules = dict.fromkeys(site.module for site in wanted)
    found = {
        site: names
        for module in modules
        for site, names in _resolved(module, [s for s in wanted if s.module == module])
    }
    groups: dict[tuple[str, str], list[tuple[int, int, Site]]] = {}
    for site, (function, _, line) in found.items():
        module = Path(site.module).name
        groups.setdefault((module, function), []).append((line, site.address, site))
    return {
        site: RecordedSite(_label(site, *found[site]), (*group, number), found[site][1], line)
        for group, members in groups.items()
        for number, (line, _, site) in enumerate(sorted(members, key=lambda m: m[:2]))
    }


def _label(site: Site, function: str, file: str, line: int) -> str:
    if line:
        return f"{Path(file).name}:{line} ({function})"
    return function or f"{Path(site.module).name}+0x{site.address:x}"


def _resolved(module: str, sites: list[Site]) -> list[tuple[Site, tuple[str, str, int]]]:
    """Function, file and line (0 where not known) of each; the call is before the address."""
    addresses = [f"0x{max(site.address - 1, 0):x}" for site in sites]
    if not available() or not Path(module).exists():
        return [(site, ("", "", 0)) for site in sites]
    command = ["addr2line", "-f", "-C", "-e", module, *addresses]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if done.returncode != 0 or len(lines) != 2 * len(sites):
        return [(site, ("", "", 0)) for site in sites]
    return [
        (site, _names(lines[2 * number], lines[2 * number + 1]))
        for number, site in enumerate(sites)
    ]


def _names(function: str, place: str) -> tuple[str, str, int]:
    file, _, line = place.partition(" ")[0].rpartition(":")
    known = function if function != "??" else ""
    return known, file, int(line) if line.isdigit() else 0
