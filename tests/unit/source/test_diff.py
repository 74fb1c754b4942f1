import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.source import SourceFile, unified_diff


def diff(before: bytes, after: bytes) -> str:
    return unified_diff(SourceFile("f.c", before), SourceFile("f.c", after))


def test_no_change_is_no_diff() -> None:
    assert diff(b"a\n", b"a\n") == ""


def test_a_missing_newline_is_marked() -> None:
    assert diff(b"a\nb", b"a\nc").endswith(
        "-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
    )


@pytest.mark.skipif(shutil.which("patch") is None, reason="NO PATCH: diffs were not applied")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\n", b"a\nx\nc\n"),
        (b"a\r\nb\r\n", b"a\r\nx\r\n"),
        (b"caf\xe9\nb", b"caf\xe9\nc"),
        (b"a\rb\x0cc\nd\n", b"a\rb\x0cc\ne\n"),
        (b"", b"new\nfile\n"),
    ],
)
def test_patch_makes_the_new_file_of_the_old(before: bytes, after: bytes, tmp_path: Path) -> None:
    if before:
        (tmp_path / "f.c").write_bytes(before)
    text = diff(before, after).encode("utf-8", "surrogateescape")
    subprocess.run(["patch", "-p1", "--binary"], cwd=tmp_path, input=text, check=True)
    assert (tmp_path / "f.c").read_bytes() == after
