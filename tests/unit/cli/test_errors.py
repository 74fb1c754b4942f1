"""Bad input: one line on stderr with place and advice, its exit code, and nothing written."""

import os
from pathlib import Path

import pytest

from ppcl.cli import compile as compile_module
from tests.unit.small_program import HOST, KERNEL

FOR_CPU = ("compile", "prog", "--target", "amd-cpu")


def snapshot() -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in Path().rglob("*") if p.is_file()}


def fails(ppcl, status: int, message: str, *arguments: str) -> None:
    before = snapshot()
    done = ppcl(*arguments)
    assert done.status == status
    assert message in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    assert done.out == ""
    assert snapshot() == before


@pytest.mark.parametrize(
    ("status", "message", "arguments"),
    [
        (2, "unknown target 'amd'; known: amd-cpu", ("compile", "prog", "--target", "amd")),
        (2, "no target: give --target NAME", ("compile", "prog")),
        (2, "cannot read target file x.toml", ("compile", "prog", "--target", "x.toml")),
        (2, "unknown pass 'layuot'", (*FOR_CPU, "--passes", "layuot")),
        (2, "pass 'layout' has no option 'x=1'", (*FOR_CPU, "--passes", "layout{x=1}")),
        (2, "'some' is none of passed, missed", (*FOR_CPU, "--remarks", "some")),
        (2, "write no-overlap=A,B", (*FOR_CPU, "--assume", "aliasing")),
        (2, "write no-overlap=A,B", (*FOR_CPU, "--assume", "no-overlap=a")),
        (2, "write no-overlap=A,B, full-groups", (*FOR_CPU, "--assume", "full-groups=k")),
        (2, "no buffer or host array is named 'x'", (*FOR_CPU, "--assume", "no-overlap=x,y")),
        (2, "must end in one of .json, .sarif, .html", (*FOR_CPU, "--report", "r.md")),
        (2, "compile_commands.json", (*FOR_CPU, "-p", "nowhere")),
        (2, "prog is a folder", ("compile", "prog", "prog/host.c")),
        (2, "cannot write prog: the sources are there", (*FOR_CPU, "-o", "prog")),
        (2, "is a file; give a folder", (*FOR_CPU, "-o", "prog/host.c")),
        (2, "is a file; give a folder", (*FOR_CPU, "-o", "prog/host.c/out")),
        (2, "cannot write r/r.json", (*FOR_CPU, "--passes", "none", "--report", "r/r.json/x.json")),
        (3, "cannot read nowhere", ("compile", "nowhere", "--target", "amd-cpu")),
        (3, "cannot read prog/none.cl", ("compile", "prog/none.cl", "--target", "amd-cpu")),
        (3, "no function 'main'", ("compile", "prog/sum.cl", "--target", "amd-cpu")),
    ],
)
def test_wrong_usage(ppcl, status: int, message: str, arguments: tuple[str, ...]) -> None:
    if "r/r.json/x.json" in arguments:
        Path("r").mkdir()
        Path("r/r.json").write_bytes(b"")
    fails(ppcl, status, message, *arguments)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("sum.cl", KERNEL.replace(b"float total", b"float"), "prog/sum.cl:5:15: error: expected"),
        ("sum.cl", KERNEL.replace(b"s[column]", b"s[c\xf6lumn]"), "prog/sum.cl:"),
        ("host.c", HOST.replace(b"size_t bytes", b"size_t"), "prog/host.c:14:12: error: expected"),
        ("host.c", HOST.replace(b"global = columns", b"global = cloumns"), "'cloumns'"),
        ("host.c", b"int main(void) { return 0; }\n", "no kernel launch found"),
        ("host.c", b"", "no function 'main'"),
        ("sum.cl", b"#if 1\n", "prog/sum.cl:1:"),
    ],
)
def test_sources_that_cannot_be_read(
    ppcl, prog: Path, name: str, text: bytes, message: str
) -> None:
    (prog / name).write_bytes(text)
    fails(ppcl, 3, message, *FOR_CPU)
    fails(ppcl, 3, message, *FOR_CPU, "-o", "out", "--report", "r.json")


@pytest.mark.parametrize("depth", [300, 20_000])
def test_deep_nesting(ppcl, prog: Path, depth: int) -> None:
    nested = b"0.0f" + b" + (0.0f" * depth + b")" * depth
    (prog / "sum.cl").write_bytes(KERNEL.replace(b"0.0f", nested))
    fails(ppcl, 3, "prog/sum.cl", *FOR_CPU)


def test_an_error_where_no_launch_is_is_a_remark(ppcl, prog: Path) -> None:
    (prog / "other.c").write_bytes(b"int helper(void) { return missing; }\n")
    done = ppcl(*FOR_CPU, "--remarks", "analysis")
    assert done.status == 0
    assert "prog/other.c:1:27: remark: use of undeclared identifier 'missing' [PPC105]" in done.err


def test_an_unwritable_place(ppcl) -> None:
    Path("out").mkdir()
    Path("out/host.c").mkdir()
    done = ppcl(*FOR_CPU, "-o", "out")
    assert done.status == 2
    assert "cannot write out/host.c: Is a directory" in done.err
    assert os.listdir("out") == ["host.c"]


@pytest.mark.skipif(os.geteuid() == 0, reason="RUN AS ROOT: permissions were not checked")
def test_a_folder_without_permission(ppcl) -> None:
    Path("out").mkdir(mode=0o500)
    fails(ppcl, 2, "cannot write out/host.c: Permission denied", *FOR_CPU, "-o", "out", "-q")


@pytest.mark.parametrize(
    "arguments",
    [
        ("compile",),
        ("compile", "prog", "--unknown"),
        (*FOR_CPU, "-o", "out", "--write"),
        (*FOR_CPU, "--write", "--check"),
        (*FOR_CPU, "--depfile", "d"),
        ("graph", "prog", "--format", "png"),
        ("nothing",),
    ],
)
def test_usage_errors_of_the_command_line(ppcl, arguments: tuple[str, ...]) -> None:
    before = snapshot()
    done = ppcl(*arguments)
    assert done.status == 2
    assert "Error: " in done.err
    assert snapshot() == before


def test_a_defect_is_one_line_and_can_be_looked_into(ppcl, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise KeyError("of ppcl's own")

    monkeypatch.setattr(compile_module, "compile_programs", broken)
    fails(ppcl, 4, "internal error: KeyError", *FOR_CPU)
    monkeypatch.setenv("PPCL_DEBUG", "1")
    assert "Traceback" in ppcl(*FOR_CPU).err


def test_a_failed_check_writes_nothing(ppcl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ppcl.transform.trial.check_declaration", lambda *_: "it is different")
    before = snapshot()
    done = ppcl(*FOR_CPU, "-o", "out", "--report", "r.json")
    assert done.status == 4
    assert "it is different [PPC002]" in done.err
    assert snapshot() == before
