"""`ppcl graph --summary`: a line for each program."""

import json
import time
from pathlib import Path

import pytest

from ppcl.driver.programs import survey
from tests.unit.small_program import HOST, KERNEL

BROKEN_KERNEL = KERNEL.replace(b"0.0f", b"START")


def rows(out: str) -> list[list[str]]:
    """The table's cells, without head and rule."""
    table = out.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in table]


def test_a_folder(ppcl) -> None:
    done = ppcl("graph", "--summary", ".")
    assert done.status == 0
    ((name, launches, arguments, hosts, device_only, followed, *_),) = rows(done.out)
    assert (name, launches, arguments, hosts) == ("prog", "1", "4/4", "1")
    assert (device_only, followed) == ("1/2", "yes")
    assert "1 programs, 1 read, 1 fully followed; 1 launches, 4 of 4 arguments" in done.out


def test_files(ppcl) -> None:
    done = ppcl("graph", "--summary", "prog/host.c", "prog/sum.cl", "--format", "json")
    (program,) = json.loads(done.out)["programs"]
    assert program["sources"] == ["prog/host.c", "prog/sum.cl"]
    assert program["followed"] is True
    assert program["buffers"] == {"all": 2, "device_only": 1, "unknown": 0}


def test_what_was_stated_of_the_arguments_is_told(ppcl) -> None:
    given = ("graph", "--summary", "prog", "--assume", "argv.1=4")
    done = ppcl(*given)
    assert rows(done.out)[0][5] == "as stated"
    assert "1 fully followed (1 with what is stated of their arguments);" in done.out
    (program,) = json.loads(ppcl(*given, "--format", "json").out)["programs"]
    assert program["assumptions"] == {"argv": {"1": "4"}}


def test_what_is_not_followed_has_a_reason_and_a_place(ppcl, prog: Path) -> None:
    text = HOST.replace(b"clSetKernelArg(kernel, 3, sizeof(int), &columns);", b"")
    (prog / "host.c").write_bytes(text)
    (program,) = json.loads(ppcl("graph", "--summary", ".", "--format", "json").out)["programs"]
    assert (program["followed"], program["arguments"]) == (False, {"all": 4, "known": 3})
    reason = program["reasons"][0]
    assert reason["code"] == "PPC104"
    assert reason["location"].startswith("prog/host.c:")
    assert reason["message"] == "argument 3 of kernel 'sum' is not known: not set"


def test_a_buffer_whose_host_side_is_not_known(ppcl, prog: Path) -> None:
    text = HOST.replace(b"bytes, table, 0, 0, 0);", b"bytes, other(), 0, 0, 0);")
    (prog / "host.c").write_bytes(text.replace(b"int main", b"float *other(void);\nint main"))
    (program,) = json.loads(ppcl("graph", "--summary", ".", "--format", "json").out)["programs"]
    assert program["followed"] is False
    assert program["buffers"]["unknown"] == 1
    assert "host memory of 'clEnqueueWriteBuffer'" in program["reasons"][0]["message"]


def test_a_program_that_does_not_parse_is_a_line(ppcl, prog: Path) -> None:
    other = Path("good")
    other.mkdir()
    for file in prog.iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    (prog / "sum.cl").write_bytes(BROKEN_KERNEL)
    done = ppcl("graph", "--summary", ".")
    assert done.status == 0
    good, bad = rows(done.out)
    assert (good[0], good[5]) == ("good", "yes")
    assert "prog/sum.cl:5:23: use of undeclared identifier 'START'" in bad[-1]
    assert "(give -D START=...)" in bad[-1]
    assert ppcl("graph", "--summary", ".", "-D", "START=0.0f").out.count(" yes ") == 2


def test_how_files_were_found_is_told_on_stderr(ppcl, prog: Path) -> None:
    Path("include").mkdir()
    Path("include/own.h").touch()
    (prog / "host.c").write_bytes(b'#include "own.h"\n' + HOST)
    done = ppcl("graph", "--summary", ".")
    assert "prog/host.c:1:1: remark: 'own.h' is taken from include" in done.err
    assert "[PPC150]" in done.err


def test_a_failure_of_ppcl_is_a_line_and_ends_with_4(ppcl, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a defect")

    monkeypatch.setattr(survey, "read_program", fail)
    done = ppcl("graph", "--summary", ".")
    assert done.status == 4
    assert "internal error: ValueError: a defect [PPC090]" in rows(done.out)[0][-1]


def test_a_program_that_takes_too_long_is_a_line(ppcl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "read_program", lambda *_: time.sleep(60))
    done = ppcl("graph", "--summary", ".", "--timeout", "3")
    assert done.status == 0
    assert "not done after 3 s [PPC091]" in rows(done.out)[0][-1]


def test_hosts_without_a_launch_are_counted(ppcl) -> None:
    Path("tool.c").write_text("int main(void) { return 0; }")
    assert "not listed: 1 with a 'main' but no launch" in ppcl("graph", "--summary", ".").out


def test_no_program_is_an_error(ppcl) -> None:
    Path("empty").mkdir()
    done = ppcl("graph", "--summary", "empty")
    assert done.status == 3
    assert "no program with a kernel launch in empty" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--summary", "--format", "dot", "prog"),
        ("--jobs", "2", "prog"),
        ("--summary", "--jobs", "0", "prog"),
        ("--summary", "--timeout", "0", "prog"),
        ("--summary", "-p", "nowhere", "prog"),
    ],
)
def test_wrong_usage(ppcl, arguments: tuple[str, ...]) -> None:
    assert ppcl("graph", *arguments).status == 2


def test_a_missing_folder(ppcl) -> None:
    assert ppcl("graph", "--summary", "nowhere").status == 3
