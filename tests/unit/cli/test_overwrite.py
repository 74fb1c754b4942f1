"""What `-o OUT` may replace and remove: what ppcl wrote there for the same sources."""

import json
from pathlib import Path

from tests.unit.small_program import HOST, KERNEL

INTO_OUT = ("compile", "prog", "--target", "amd-cpu", "-o", "out")
REFUSED = "not written by ppcl for these sources, or changed since; --overwrite replaces"


def test_a_file_of_somebody_else_stays(ppcl) -> None:
    Path("out").mkdir()
    Path("out/sum.cl").write_bytes(b"// mine\n")
    done = ppcl(*INTO_OUT)
    assert done.status == 2
    assert f"ppcl: error: out/sum.cl: {REFUSED}" in done.err
    assert Path("out/sum.cl").read_bytes() == b"// mine\n"
    assert not Path("out/host.c").exists()
    assert ppcl(*INTO_OUT, "--overwrite").status == 0
    assert b"t[column * rows + row]" in Path("out/sum.cl").read_bytes()


def test_a_copy_of_a_source_is_no_loss(ppcl) -> None:
    Path("out").mkdir()
    Path("out/sum.cl").write_bytes(KERNEL)
    assert ppcl(*INTO_OUT).status == 0


def test_what_ppcl_wrote_is_written_again(ppcl, prog: Path) -> None:
    assert ppcl(*INTO_OUT).status == 0
    (prog / "host.c").write_bytes(HOST + b"int later;\n")
    assert ppcl(*INTO_OUT).status == 0
    assert Path("out/host.c").read_bytes().endswith(b"int later;\n")


def test_copies_of_the_sources_come_and_go(ppcl) -> None:
    assert ppcl(*INTO_OUT).status == 0
    assert ppcl(*INTO_OUT, "--passes", "none").status == 0
    assert Path("out/sum.cl").read_bytes() == KERNEL
    assert ppcl(*INTO_OUT).status == 0


def test_a_change_by_hand_stays(ppcl, prog: Path) -> None:
    assert ppcl(*INTO_OUT).status == 0
    edited = Path("out/host.c").read_bytes() + b"int by_hand;\n"
    Path("out/host.c").write_bytes(edited)
    done = ppcl(*INTO_OUT)
    assert (done.status, Path("out/host.c").read_bytes()) == (2, edited)
    assert f"out/host.c: {REFUSED}" in done.err


def test_what_is_not_made_any_more_is_removed(ppcl, prog: Path) -> None:
    (prog / "inc").mkdir()
    (prog / "inc/extra.h").write_bytes(b"int extra;\n")
    (prog / "host.c").write_bytes(b'#include "inc/extra.h"\n' + HOST)
    assert ppcl(*INTO_OUT).status == 0
    (prog / "host.c").write_bytes(HOST)
    checked = ppcl(*INTO_OUT, "--check")
    assert checked.status == 1
    assert "ppcl: stale: out/inc/extra.h\n" in checked.err
    assert ppcl(*INTO_OUT).status == 0
    assert not Path("out/inc").exists()
    assert ppcl(*INTO_OUT, "--check").status == 0


def test_another_program_in_the_same_folder_stays(ppcl) -> None:
    assert ppcl(*INTO_OUT).status == 0
    other = Path("other")
    other.mkdir()
    (other / "main.c").write_bytes(HOST.replace(b"sum.cl", b"own.cl"))
    (other / "own.cl").write_bytes(KERNEL)
    assert ppcl("compile", "other", "--target", "amd-cpu", "-o", "out").status == 0
    assert ppcl(*INTO_OUT, "--check").status == 0
    (other / "sum.cl").write_bytes(KERNEL)
    (other / "own.cl").unlink()
    (other / "main.c").write_bytes(HOST)
    done = ppcl("compile", "other", "--target", "nvidia-gpu", "-o", "out")
    assert (done.status, f"out/sum.cl: {REFUSED}" in done.err) == (2, True)


def test_the_record_holds_no_path_of_the_machine(ppcl) -> None:
    assert ppcl(*INTO_OUT).status == 0
    record = json.loads(Path("out/.ppcl.json").read_text())
    assert list(record) == ["../prog", "version of ppcl"]
    assert set(record["../prog"]) == {"host.c", "sum.cl"}


def test_another_file_of_the_records_name(ppcl) -> None:
    Path("out").mkdir()
    Path("out/.ppcl.json").write_text("[]")
    done = ppcl(*INTO_OUT)
    assert done.status == 2
    assert "out/.ppcl.json is no record of what ppcl wrote there: remove it" in done.err


def test_overwrite_is_for_out(ppcl) -> None:
    done = ppcl("compile", "prog", "--target", "amd-cpu", "--overwrite")
    assert (done.status, "--overwrite needs -o OUT" in done.err) == (2, True)
