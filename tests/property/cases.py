"""Failing programs that are kept: a folder each, with its files and `case.json`."""

import json
import re
from dataclasses import asdict
from pathlib import Path

from tests.property.texts import Texts, Way

CASES = Path(__file__).parent / "cases"
REPLAY = "python -m tests.property.hunt --replay"


def save_case(texts: Texts, reason: str, folder: Path = CASES, emit_c: bool = False) -> Path:
    """Write a program as a regression case, of its C if so; its folder."""
    words = "_".join(re.findall(r"[a-z]+", reason.lower())[:6])
    number = 1
    while (path := folder / f"{words}_{number}").exists():
        number += 1
    texts.write(path)
    command = f"{REPLAY} tests/property/cases/{path.name}{' --emit-c' if emit_c else ''}"
    case = {
        "reason": reason,
        "replay": command,
        "emit_c": emit_c,
        "build": texts.build,
        "runs": texts.runs,
        "outputs": texts.outputs,
        "defines": texts.defines,
        "rebuilds": texts.rebuilds,
        "ways": [asdict(way) for way in texts.ways],
    }
    (path / "case.json").write_text(json.dumps(case, indent=2) + "\n")
    return path


def read_case(folder: Path) -> Texts:
    """A kept program."""
    case = json.loads((folder / "case.json").read_text())
    data = {p.name: p.read_bytes() for p in folder.iterdir() if p.name != "case.json"}
    files = {name: each.decode() for name, each in data.items()}
    more = (tuple(case.get(name, ())) for name in ("defines", "rebuilds"))
    ways = tuple(Way(**each) for each in case.get("ways", [{}]))
    return Texts(files, case["build"], tuple(case["runs"]), case["outputs"], *more, ways)


def is_of_c(folder: Path) -> bool:
    """Whether what failed was the program's C."""
    return bool(json.loads((folder / "case.json").read_text()).get("emit_c"))


def all_cases() -> list[Path]:
    """The folders of all kept programs."""
    return sorted(path.parent for path in CASES.glob("*/case.json"))
