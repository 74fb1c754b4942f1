import os
import stat
from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled
from ppcl.driver.output import (
    OutputFile,
    check_place,
    in_place,
    mirrored,
    stale_paths,
    write_files,
)
from ppcl.driver.sources.project import Choices, Project, open_project
from ppcl.source import SourceFile

FILES = {"a.c": b"caf\xe9\r\nold", "sub/b.cl": b"kept", "inc/c.h": b"header"}


def project_of(write) -> Project:
    write(files=FILES)
    return open_project(["prog/a.c", "prog/sub/b.cl"], Choices())


def compiled(project: Project, results: dict[str, bytes]) -> Compiled:
    files = {path: SourceFile(path, data) for path, data in FILES.items()}
    after = files | {path: SourceFile(path, data) for path, data in results.items()}
    return Compiled(project, "amd-cpu", files, after, tuple(files), (), ())


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_mirror_has_every_file_with_its_mode(write) -> None:
    project = project_of(write)
    os.chmod("prog/sub/b.cl", 0o750)
    write_files(mirrored(compiled(project, {"a.c": b"new", "ppcl/n.h": b"made"}), Path("out")))
    assert tree(Path("out")) == {**FILES, "a.c": b"new", "ppcl/n.h": b"made"}
    assert stat.S_IMODE(os.stat("out/sub/b.cl").st_mode) == 0o750


def test_in_place_writes_what_changed_only(write) -> None:
    project = project_of(write)
    os.chmod("prog/a.c", 0o640)
    os.utime("prog/sub/b.cl", (1, 1))
    written = write_files(in_place(compiled(project, {"a.c": b"new"})))
    assert [path.name for path in written] == ["a.c"]
    assert tree(Path("prog")) == {**FILES, "a.c": b"new"}
    assert stat.S_IMODE(os.stat("prog/a.c").st_mode) == 0o640
    assert os.stat("prog/sub/b.cl").st_mtime == 1


def test_a_link_stays_a_link(write) -> None:
    project = project_of(write)
    os.rename("prog/a.c", "real.c")
    os.symlink("../real.c", "prog/a.c")
    write_files(in_place(compiled(project, {"a.c": b"new"})))
    assert os.path.islink("prog/a.c")
    assert Path("real.c").read_bytes() == b"new"


def test_what_is_up_to_date_is_not_touched(write) -> None:
    files = mirrored(compiled(project_of(write), {"a.c": b"new"}), Path("out"))
    assert stale_paths(files) == ["out/a.c", "out/inc/c.h", "out/sub/b.cl"]
    write_files(files)
    assert stale_paths(files) == []
    os.utime("out/a.c", (1, 1))
    Path("out/sub/b.cl").write_bytes(b"edited")
    assert stale_paths(files) == ["out/sub/b.cl"]
    assert write_files(files) == [Path("out/sub/b.cl")]
    assert os.stat("out/a.c").st_mtime == 1


def test_nothing_is_half_written(write) -> None:
    """The last file cannot be written: the first ones, and the new folders, are taken back."""
    write(files={"out/kept": b"", "out/z/taken.c": b""})
    os.mkdir("prog/out/z/folder.c")
    before = tree(Path("prog"))
    files = [
        OutputFile(Path("prog/out/new/a.c"), b"1"),
        OutputFile(Path("prog/out/kept"), b"2"),
        OutputFile(Path("prog/out/z/folder.c"), b"3"),
    ]
    with pytest.raises(PpclError, match="cannot write prog/out/z/folder.c: Is a directory"):
        write_files(files)
    assert tree(Path("prog")) == before
    assert not Path("prog/out/new").exists()


@pytest.mark.parametrize(
    "out", ["prog", "prog/", "link", "prog/a.c", "prog/a.c/out", "prog/sub/.."]
)
def test_a_mirror_does_not_lie_on_its_sources(write, out: str) -> None:
    project = project_of(write)
    os.symlink("prog", "link")
    with pytest.raises(PpclError) as caught:
        check_place(project, Path(out))
    assert caught.value.exit_code == ExitCode.USAGE
    assert f"cannot write {Path(out)}" in str(caught.value)


@pytest.mark.parametrize("out", ["out", "prog/out", ".", "new/deeper"])
def test_other_places_will_do(write, out: str) -> None:
    check_place(project_of(write), Path(out))


def test_a_link_to_a_source_is_not_written_through(write) -> None:
    project = project_of(write)
    os.mkdir("out")
    os.symlink("../prog/a.c", "out/a.c")
    with pytest.raises(PpclError, match="out/a.c: it is one of the sources"):
        check_place(project, Path("out"))
