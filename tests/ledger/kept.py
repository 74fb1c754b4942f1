"""What the ledger says: what other tests expect of the samples."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
TEXT = re.compile(r"^(\S+) +text +([0-9a-f]+)  (.*)$", re.MULTILINE)
NAMED = re.compile(r"^(\S+) +\S+ +text ([0-9a-f]+)  ", re.MULTILINE)
UNCHANGED = "as it was"
AS_C = "c"


@dataclass(frozen=True)
class Text:
    """What is written for a target: its hash, and the files that are not as they were."""

    digest: str
    changed: tuple[str, ...]


def names() -> list[str]:
    """The programs that have a ledger."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def texts(name: str) -> Mapping[str, Text]:
    """All that is written of a program, by target; as C under `c`."""
    found = TEXT.findall((FOLDER / f"{name}.txt").read_text("utf-8"))
    return {target: Text(digest, _files(files)) for target, digest, files in found}


@cache
def named(name: str) -> frozenset[tuple[str, str]]:
    """The targets and hashes of what is written where a pass is named."""
    return frozenset(NAMED.findall((FOLDER / f"{name}.txt").read_text("utf-8")))


def _files(listed: str) -> tuple[str, ...]:
    return () if listed == UNCHANGED else tuple(file.split()[0] for file in listed.split(", "))
