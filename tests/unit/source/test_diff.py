import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.source import SourceFile, unified_diff

NAMES = ("f.c", "größe.c", "two words.c", 'a"b\\c.c', "tab\tand\nline.c")
TOOLS = {
    "patch": ("patch", "-p1", "--binary"),
    "git": ("git", "apply"),
}


def diff(before: bytes | None, after: bytes, name: str = "f.c") -> str:
    old = SourceFile(name, before) if before is not None else None
    return unified_diff(old, SourceFile(name, after))


def test_no_change_is_no_diff() -> None:
    assert diff(b"a\n", b"a\n") == ""


def test_a_missing_newline_is_marked() -> None:
    assert diff(b"a\nb", b"a\nc").endswith(
        "-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
    )


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\n", b"a\nx\nc\n"),
        (b"a\r\nb\r\n", b"a\r\nx\r\n"),
        (b"a\r\nb", b"a\r\nx"),
        (b"caf\xe9\nb", b"caf\xe9\nc"),
        (b"a\rb\x0cc\nd\n", b"a\rb\x0cc\ne\n"),
        (None, b"new\nfile\n"),
    ],
)
def test_what_reads_diffs_makes_the_new_file_of_the_old(
    tool: str, before: bytes | None, after: bytes, tmp_path: Path
) -> None:
    assert applied(tool, "f.c", before, after, tmp_path) == after


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("name", NAMES)
def test_a_file_may_have_any_name(tool: str, name: str, tmp_path: Path) -> None:
    assert applied(tool, name, b"a\nb\n", b"a\nc\n", tmp_path) == b"a\nc\n"


def applied(tool: str, name: str, before: bytes | None, after: bytes, folder: Path) -> bytes:
    """What a file is when a tool has applied its diff."""
    if shutil.which(tool) is None:
        pytest.skip(f"NO {tool}: diffs were not applied")
    if before is not None:
        (folder / name).write_bytes(before)
    text = diff(before, after, name).encode("utf-8", "surrogateescape")
    subprocess.run(TOOLS[tool], cwd=folder, input=text, check=True, capture_output=True)
    return (folder / name).read_bytes()
