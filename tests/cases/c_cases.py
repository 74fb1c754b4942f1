"""Kernels for the C backend, each with its launch and the form that it is to get.

A comment `// GLOBAL by LOCAL + OFFSET: FORM` stands before a kernel that is launched: sizes as
`6x4`, `by` and `+` where they are given, FORM `regions` or `states`. Each `// built with: OPTIONS`
of a file is one more program.
"""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "c"
EXPECTED = FOLDER / "expected.txt"  # what pocl and Intel's runtime print
FILES = sorted(path.name for path in FOLDER.glob("*.cl"))
# Where a program has rows of numbers of 64 bits, all of its rows are shorter.
_WIDE = ["doubles.cl", "wide.cl"]
PROGRAMS = {
    "numbers": [file for file in FILES if file not in _WIDE],
    "doubles": _WIDE,
}
CODES = {"regions": "PPC300", "states": "PPC301"}
_OPTIONS = re.compile(r"^// built with: (.+)$", re.MULTILINE)
_SIZE = r"\d+(?:x\d+)*"
_LAUNCH = re.compile(
    rf"^// ({_SIZE})(?: by ({_SIZE}))?(?: \+ ({_SIZE}))?: (regions|states)$"
    r"(?:\n.*?)??\bvoid (\w+)\(",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Launch:
    """A kernel of a file, and how it is launched."""

    file: str
    kernel: str
    sizes: tuple[int, ...]
    local: tuple[int, ...]
    offset: tuple[int, ...]
    form: str

    @property
    def text(self) -> str:
        """The launch in C."""
        named = {"offset": self.offset, "global": self.sizes, "local": self.local}
        given = {name: sizes for name, sizes in named.items() if sizes}
        declared = [f"{name}[] = {{{', '.join(map(str, each))}}}" for name, each in given.items()]
        passed = [name if name in given else "NULL" for name in named]
        call = f'run("{self.kernel}", {len(self.sizes)}, {", ".join(passed)});'
        return f"{{\n    const size_t {', '.join(declared)};\n    {call}\n}}\n"


def launches_of(file: str) -> list[Launch]:
    """The launches of a file, in the order of its text."""
    found = _LAUNCH.finditer((FOLDER / file).read_text())
    return [
        Launch(file, name, _numbers(sizes), _numbers(local), _numbers(offset), form)
        for sizes, local, offset, form, name in (match.groups() for match in found)
    ]


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("x")) if text else ()


def write_program(folder: Path, files: list[str]) -> None:
    """A host that launches all kernels of some files, and the files."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for file in files:
        text = (FOLDER / file).read_text()
        (folder / file).write_text(text)
        for options in _OPTIONS.findall(text) or [""]:
            lines.append(f'build("{file}", "{options}");\n')
            lines += [launch.text for launch in launches_of(file)]
    (folder / "launches.h").write_text("".join(lines))
    (folder / "host.c").write_bytes((FOLDER / "host.c").read_bytes())
