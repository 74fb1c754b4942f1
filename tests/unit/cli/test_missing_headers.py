"""What a user reads where headers are not found."""

from pathlib import Path

import pytest

HOST = b"int main(void) { clEnqueueNDRangeKernel(); return 0; }\n"
KERNEL = b"kernel void nothing(global int *a) { a[0] = 0; }\n"


@pytest.fixture(autouse=True)
def alone(prog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory so deep that all folders above, where headers are looked for, are the
    test's own."""
    folder = tmp_path / "1" / "2" / "3"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)


def program(includes: str) -> None:
    """A program in mine/ whose host includes headers."""
    Path("mine").mkdir()
    text = "".join(f'#include "{name}"\n' for name in includes.split())
    Path("mine/host.c").write_bytes(text.encode() + HOST)
    Path("mine/own.cl").write_bytes(KERNEL)


def test_folders_that_have_them_are_named_once(ppcl) -> None:
    program("tools/first.h tools/second.h")
    Path("common/inc/tools").mkdir(parents=True)
    Path("common/inc/tools/first.h").touch()
    Path("common/inc/tools/second.h").touch()
    done = ppcl("graph", "mine")
    assert done.status == 3
    place = "mine/host.c:1:10: error: 'tools/first.h' file not found"
    assert done.err.strip() == f"{place} (give -I common/inc)"


def test_one_that_a_build_makes_and_one_that_is_nowhere(ppcl) -> None:
    program("config.h other.h")
    Path("src").mkdir()
    Path("src/config.h.in").touch()
    made = "config.h (a build makes it from src/config.h.in)"
    assert f"(give by -I or -p the place of {made}, other.h)" in ppcl("graph", "mine").err


def test_a_header_of_a_header(ppcl) -> None:
    program("outer.h")
    Path("mine/outer.h").write_text('#include "inner.h"\n')
    Path("inner").mkdir()
    Path("inner/inner.h").touch()
    done = ppcl("graph", "mine")
    assert "mine/outer.h:1:10: error: 'inner.h' file not found (give -I inner)" in done.err


def test_a_kernels_header(ppcl) -> None:
    Path("mine").mkdir()
    Path("mine/host.c").write_bytes(HOST)
    Path("mine/own.cl").write_bytes(b'#include "sizes.h"\n' + KERNEL)
    Path("shared").mkdir()
    Path("shared/sizes.h").touch()
    assert "'sizes.h' file not found (give -I shared)" in ppcl("graph", "mine").err
