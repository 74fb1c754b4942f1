import json
import stat
import sys
from pathlib import Path

import pytest

from ppcl import __version__
from ppcl.cli.main import main
from tests.unit.small_program import HOST, KERNEL, PROGRAM

FOR_CPU = ("compile", "prog", "--target", "amd-cpu")


def tree(folder: str = ".") -> dict[str, bytes]:
    root = Path(folder)
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_the_diff_is_shown_and_nothing_is_written(ppcl) -> None:
    before = tree()
    done = ppcl(*FOR_CPU)
    assert done.status == 0
    assert done.out.startswith("--- a/host.c\n+++ b/host.c\n")
    assert "prog/host.c:20:22: remark: layout of 'd_table' changed" in done.err
    assert "[PPC201]\n" in done.err
    assert "2 of 2 files would change" in done.err
    assert tree() == before


def test_out_gets_every_file(ppcl, prog: Path) -> None:
    (prog / "host.c").write_bytes(b'#include "extra.h"\n' + HOST)
    (prog / "extra.h").write_bytes(b"int extra;\n")
    (prog / "notes.txt").write_bytes(b"not a part of the program\n")
    (prog / "sum.cl").chmod(0o600)
    done = ppcl(*FOR_CPU, "-o", "out")
    assert (done.status, done.out) == (0, "")
    assert set(tree("out")) == {"host.c", "sum.cl", "extra.h", ".ppcl.json"}
    assert tree("out")["extra.h"] == b"int extra;\n"
    assert b"t[column * rows + row]" in tree("out")["sum.cl"]
    assert stat.S_IMODE(Path("out/sum.cl").stat().st_mode) == 0o600
    assert tree("prog")["sum.cl"] == KERNEL


def test_write_changes_the_sources(ppcl) -> None:
    assert ppcl(*FOR_CPU, "--write").status == 0
    assert b"t[column * rows + row]" in tree("prog")["sum.cl"]
    done = ppcl(*FOR_CPU, "--write")
    assert (done.status, done.out) == (0, "")
    assert "nothing to change" in done.err


def test_no_passes_copy_every_byte(ppcl) -> None:
    assert ppcl(*FOR_CPU, "--passes", "none", "-o", "out").status == 0
    assert tree("out") == PROGRAM


def test_check_compares_out(ppcl) -> None:
    done = ppcl(*FOR_CPU, "-o", "out", "--check")
    assert (done.status, done.out) == (1, "")
    assert "ppcl: stale: out/host.c\nppcl: stale: out/sum.cl\n" in done.err
    assert not Path("out").exists()
    ppcl(*FOR_CPU, "-o", "out")
    assert ppcl(*FOR_CPU, "-o", "out", "--check").status == 0
    Path("out/sum.cl").write_bytes(KERNEL)
    done = ppcl(*FOR_CPU, "-o", "out", "--check", "-q")
    assert (done.status, done.err.splitlines()) == (
        1,
        [
            "ppcl: stale: out/sum.cl",
            "ppcl: the sources, what they are compiled with, or out have changed since",
        ],
    )
    record = Path("out/.ppcl.json")
    record.write_text(record.read_text().replace(__version__, "0.0.1"))
    other = ppcl(*FOR_CPU, "-o", "out", "--check")
    assert f"ppcl: out was written by ppcl 0.0.1, and this is {__version__}\n" in other.err
    assert tree("out")["sum.cl"] == KERNEL


def test_check_without_out_compares_the_sources(ppcl) -> None:
    assert ppcl(*FOR_CPU, "--check").status == 1
    ppcl(*FOR_CPU, "--write")
    assert ppcl(*FOR_CPU, "--check").status == 0


def test_the_diff_can_be_shown_with_out_and_check(ppcl) -> None:
    for more in (("-o", "out", "--check"), ("-o", "out")):
        done = ppcl(*FOR_CPU, "--diff", *more)
        assert done.out.startswith("--- a/host.c\n")
        assert "[PPC201]" in done.err


def test_reports_and_depfile(ppcl) -> None:
    reports = ("--report", "r.json", "--report", "r.sarif")
    assert ppcl(*FOR_CPU, "-o", "out", *reports, "--depfile", "d").status == 0
    data = json.loads(Path("r.json").read_bytes())
    assert data["target"] == "amd-cpu"
    assert [each["name"] for each in data["passes"]] == ["analysis", "layout"]
    codes = [remark["code"] for remark in data["passes"][1]["remarks"]]
    assert "PPC201" in codes
    assert json.loads(Path("r.sarif").read_bytes())["version"] == "2.1.0"
    outputs, inputs = Path("d").read_text().replace("\\\n", "").split(":")
    assert outputs.split() == ["out/host.c", "out/sum.cl"]
    assert sorted(inputs.split()) == ["prog/host.c", "prog/sum.cl"]


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        ("all", {"PPC200", "PPC201"}),
        ("analysis", {"PPC200"}),
        ("passed, missed", {"PPC201"}),
        ("none", set()),
    ],
)
def test_kinds_of_remarks(ppcl, kinds: str, shown: set[str]) -> None:
    done = ppcl(*FOR_CPU, "--remarks", kinds)
    assert {code for code in ("PPC200", "PPC201") if code in done.err} == shown


def test_quiet_is_quiet(ppcl) -> None:
    done = ppcl(*FOR_CPU, "-q")
    assert done.err == ""
    assert done.out.startswith("--- a/host.c")


def test_keep_is_heeded(ppcl, prog: Path) -> None:
    (prog / "sum.cl").write_bytes(b"// ppcl: keep\n" + KERNEL)
    done = ppcl(*FOR_CPU)
    assert (done.status, done.out) == (0, "")
    assert "prog/sum.cl:1:1: remark: not done, `ppcl: keep` protects this place" in done.err


def test_latin_1_comes_through_the_diff(
    prog: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (prog / "sum.cl").write_bytes(KERNEL.replace(b"column];", b"column]; // caf\xe9"))
    monkeypatch.setattr(sys, "argv", ["ppcl", *FOR_CPU])
    with pytest.raises(SystemExit):
        main()
    assert (
        b"+            total += t[column * rows + row]; // caf\xe9\n"
        in capfdbinary.readouterr().out
    )


def test_settings_come_from_ppcl_toml(ppcl, prog: Path) -> None:
    (prog / "ppcl.toml").write_text(
        '[program]\nname = "tables"\nsources = ["host.c", "sum.cl"]\ntarget = "nvidia-gpu"\n'
    )
    done = ppcl("compile", "prog")
    assert "tables for nvidia-gpu: nothing to change" in done.err
    assert "tables for amd-cpu: 2 of 2" in ppcl(*FOR_CPU).err


def test_definitions_reach_the_parser(ppcl, prog: Path) -> None:
    (prog / "sum.cl").write_bytes(KERNEL.replace(b"0.0f", b"ZERO"))
    assert ppcl(*FOR_CPU).status == 3
    assert ppcl(*FOR_CPU, "-DZERO=0.0f").status == 0
