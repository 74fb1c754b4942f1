"""Which files the commands of a ppcl.toml may write, and where they run."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from ppcl.driver.sources.shell_commands import read_commands


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("cp k.in kernel.cl && cc host.c -o prog", {"kernel.cl", "kernel.cl/k.in", "prog"}),
        ("cp in/kernel.cl .", {".", "kernel.cl"}),
        ("cp -t . in/kernel.cl", {".", "kernel.cl", "in/kernel.cl"}),
        ("sed s/A/B/ k.in > kernel.cl", {"kernel.cl", "s/A/B", "k.in"}),
        ("cat a.cl b.cl >> kernel.cl", {"kernel.cl"}),
        ("python3 make.py kernel.cl", {"make.py", "kernel.cl"}),
        ("./make kernel.cl", {"kernel.cl"}),
        ("sh -c 'cd sub; cp ../k.in kernel.cl'", {"sub/kernel.cl", "sub/kernel.cl/k.in"}),
        ("cd sub && nice -n 5 cp k kernel.cl", {"sub/kernel.cl", "sub/kernel.cl/k"}),
        ("cc -DN=4 host.c kernel.cl -o prog 2> log", {"prog", "log"}),
        ("make -j 4", {"4"}),
        ("mkdir -p out && ld -r -b binary kernel.cl -o k.o", {"k.o"}),
        ("cp 'kernel.cl", set()),
    ],
)
def test_what_a_build_may_write(line: str, written: set[str]) -> None:
    found = read_commands(line).written
    assert {path for path in found if not path.startswith("-")} == written


@pytest.mark.parametrize(
    "line",
    ["./prog kernel.cl", "A=1 timeout 9 ./prog kernel.cl", "cat kernel.cl; ./prog < kernel.cl"],
)
def test_a_run_reads_what_it_names(line: str) -> None:
    assert "kernel.cl" not in read_commands("", [line]).written


def test_a_run_may_write_too() -> None:
    found = read_commands("", ["cp k2.cl kernel.cl; ./prog"]).written
    assert found["kernel.cl"] == "cp k2.cl kernel.cl"


def test_only_a_run_enters_folders() -> None:
    assert read_commands("cd src && make", ["cd data/../sub && ../prog"]).entered == ("sub",)


@pytest.mark.parametrize(
    "line",
    [
        "A=1 dd if=k.in of=kernel.cl",
        "cp -r tpl/. .",
        "rsync tpl/ .",
        "for k in kernel; do cp tpl/$k.cl $k.cl; done",
        "cp k.in `echo kernel.cl`",
        "cp tpl/*.cl .",
        "mkdir out\ncp k.in kernel.cl",
        "sh gen.sh",
        "python3 gen.sh",
        "./gen.sh",
        "make",
        "make -s all",
    ],
)
def test_a_kernel_that_is_not_named_as_it_is(line: str, tmp_path: Path) -> None:
    (tmp_path / "gen.sh").write_text("cp k.in kernel.cl\n")
    (tmp_path / "Makefile").write_text("K = kernel.cl\n$(K): k.in\n\tcp k.in $@\n")
    for found in (read_commands(line, root=tmp_path), read_commands("", [line], tmp_path)):
        assert any(fnmatchcase("kernel.cl", path) for path in found.written)


@pytest.mark.parametrize("line", ["make", "./prog", "cp -r tpl/. out", "cat gen.sh", "sh other.sh"])
def test_a_kernel_that_is_only_read(line: str, tmp_path: Path) -> None:
    (tmp_path / "prog").write_bytes(b"\0kernel.cl\0")
    (tmp_path / "gen.sh").write_text("kernel.cl\n")
    (tmp_path / "other.sh").write_text("cp a b\n")
    (tmp_path / "Makefile").write_text("prog: host.c kernel.cl\n\tcc host.c -o $@\n%.o: %.c\n")
    found = read_commands(line, root=tmp_path).written
    assert not any(fnmatchcase("kernel.cl", path) for path in found)


def test_what_the_program_itself_gets_is_no_script(tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("cp kernel.in kernel.cl")
    build = "cc host.c -o prog"
    assert "kernel.cl" not in read_commands(build, ["./prog data.txt"], tmp_path).written
    assert "kernel.cl" in read_commands(build, ["./other data.txt"], tmp_path).written
