"""Cases as a base program and its twins: small changes of it, each with the expected remark."""

import tomllib
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

Replacements = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Twin:
    """The base program with replacements in its host and kernel, and the code that it must get;
    `also` is the code of a further remark, `base` the folder of the base program (without a
    kernel of its own, it has that of "base"),
    `encoding` that of both files, `choice` what is decided at the pass's site, `assume` what the
    user states."""

    name: str
    why: str
    want: str
    host: Replacements
    kernel: Replacements
    also: str = ""
    target: str = "amd-cpu"
    base: str = "base"
    encoding: str = "utf-8"
    choice: str = ""
    assume: str = ""

    def texts(self, folder: Path) -> dict[str, bytes]:
        """The twin's files, the host first; each replacement must apply exactly once."""
        base = folder / self.base
        host = next(base.glob("host.*"))
        own = base / "kernel.cl"
        kernel = own if own.exists() else folder / BASE.base / own.name
        return {
            host.name: _replaced(host, self.host).encode(self.encoding),
            "kernel.cl": _replaced(kernel, self.kernel).encode(self.encoding),
        }


BASE = Twin("base", "the program as it is", "PPC201", (), ())


def read_twins(file: Path, target: str = "amd-cpu", choice: str = "") -> list[Twin]:
    """The twins of a file, for a target and with a choice where they do not say another one."""
    given = {"target": target, "choice": choice}
    return [_twin({**given, **entry}) for entry in tomllib.loads(file.read_text())["twin"]]


def _twin(entry: dict[str, object]) -> Twin:
    return Twin(
        str(entry["name"]),
        str(entry["why"]),
        str(entry["want"]),
        _pairs(entry.get("host")),
        _pairs(entry.get("kernel")),
        str(entry.get("also", "")),
        str(entry["target"]),
        str(entry.get("base", "base")),
        str(entry.get("encoding", "utf-8")),
        str(entry["choice"]),
        str(entry.get("assume", "")),
    )


def _pairs(value: object) -> Replacements:
    return tuple((str(old), str(new)) for old, new in value) if isinstance(value, list) else ()


def _replaced(path: Path, replacements: Replacements) -> str:
    text = path.read_text()
    for old, new in replacements:
        assert text.count(old) == 1, f"{path.name}: {text.count(old)} times: {old!r}"
        text = text.replace(old, new)
    return text


def wanted_line(texts: dict[str, bytes], code: str) -> tuple[str, int] | None:
    """Where the text says `// want CODE`: file and line."""
    for path, data in texts.items():
        for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
            if f"// want {code}" in line:
                return path, number
    return None


def compare_with_golden(golden: Path, texts: dict[str, bytes], out: Path, update: bool) -> None:
    """The lines that are changed are those of the golden diff."""
    found = "".join(
        f"--- {path}\n{changed_lines(data, (out / path).read_bytes())}"
        for path, data in texts.items()
    )
    if update:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found)
    assert found == golden.read_text()


def changed_lines(before: bytes, after: bytes) -> str:
    """The lines that differ, as `-old` and `+new`: one after the other where they are as many."""
    old, new = (text.decode(errors="replace").splitlines() for text in (before, after))
    found: list[str] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            gone, come = [f"-{line}\n" for line in old[i:j]], [f"+{line}\n" for line in new[k:m]]
            pairs = zip(gone, come, strict=True) if j - i == m - k else [(*gone, *come)]
            found += [line for pair in pairs for line in pair]
    return "".join(found)
