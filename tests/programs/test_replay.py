"""`ppcl capture` and `ppcl replay` as commands, on a program with launches of many kinds."""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.programs.orderly import Done, run, start, variables

PROGRAM = Path(__file__).parent / "replay"
EVERY = ("scale:1", "scale:2", "scale:3", "histogram", "steps")


@pytest.fixture
def pocl(platform_of) -> str:
    return platform_of("pocl").name


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    return variables(tmp_path)


def capture(environment, out: Path, platform: str, *others: str) -> Done:
    return run(environment, "capture", PROGRAM, "--platform", platform, "-o", out, *others)


def replay(environment, folder: Path, *others: str | Path) -> Done:
    return run(environment, "replay", folder, "--pairs", "2", "--seconds", "0", *others)


def kernels(*names: str) -> list[str]:
    return [word for name in names for word in ("--kernel", name)]


def test_each_kind_of_launch_runs_again_everywhere(
    pocl: str, environment, platform_of, tmp_path: Path
) -> None:
    """In place, on a part of a buffer, with atomics and local memory, of a run time that the data
    decide, in several sizes; captured on one platform, and run on all."""
    out = tmp_path / "launches"
    words = ("capture", PROGRAM, "--platform", pocl, "-o", out, *kernels(*EVERY))
    done = start(environment, *words)
    assert done.returncode == 0, done.stderr
    assert "captured scale-3 on pocl, " in done.stderr
    moved = out.rename(tmp_path / "sent")  # a folder that needs nothing beside itself
    found = start(
        environment, "replay", moved, "--pairs", "2", "--seconds", "0", "--format", "json"
    )
    assert found.returncode == 0, found.stderr
    launches = json.loads(found.stdout)["launches"]
    assert {each["launch"] for each in launches if each["platform"] == pocl} == {
        *("scale-1", "scale-2", "scale-3", "histogram-1", "steps-1")
    }
    for each in launches:
        (version,) = each["versions"]
        assert version["equal"]
        assert version["ms"] > 0


def test_buffers_are_restored_before_each_run(pocl: str, environment, tmp_path: Path) -> None:
    """A kernel that works in place does the same each time, whatever ran before."""
    out = tmp_path / "launches"
    assert capture(environment, out, pocl, *kernels("scale:2")).returncode == 0
    same = out / "scale-2.cl"
    done = replay(environment, out, "--platform", pocl, "--with", same)
    assert done.returncode == 0
    assert done.stdout.count("as captured") == 2


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("* factor", "+ factor", 5, "element 0 (float32) of argument 0 is 2.0, not 0.5"),
        ("* factor", "* factr", 6, "use of undeclared identifier 'factr'"),
        ("values[i] = ", "while (factor > 0) { count += 1; } values[i] = ", 7, "longer than 3 s"),
        ("count)", "count, int more)", 6, "'scale' has 4 arguments, and is given 3 (version 1)"),
        ("values[i] = ", "((global int *)(factor > 0 ? 8 : 0))[0] = 1; values[i] = ", 6, "SIGSEGV"),
    ],
    ids=["computes something else", "does not build", "hangs", "has other arguments", "crashes"],
)
def test_a_version_that_is_wrong(
    old: str, new: str, code: int, said: str, pocl: str, environment, tmp_path: Path
) -> None:
    out = tmp_path / "launches"
    assert capture(environment, out, pocl, *kernels("scale:2")).returncode == 0
    other = tmp_path / "other.cl"
    text = (out / "scale-2.cl").read_text()
    assert old in text
    other.write_text(text.replace(old, new, 1))
    patience = "3" if code == 7 else "60"  # to compile takes seconds where others work, too
    done = replay(environment, out, "--platform", pocl, "--with", other, "--timeout", patience)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout


@pytest.mark.parametrize(
    ("kind", "kernel", "said"),
    [
        ("images", "pick", "argument 1 is a sampler, or another object that is not captured"),
        ("later", "pick", "argument 1 is a sampler, or another object that is not captured"),
        ("svm", "steps", "argument 1 is shared virtual memory"),
        ("binary", "scale", "its program was not made of a source text"),
    ],
)
def test_what_cannot_run_again_is_refused_by_name(
    kind: str, kernel: str, said: str, pocl: str, environment, tmp_path: Path
) -> None:
    out = tmp_path / "launches"
    done = capture(environment, out, pocl, "--run", f"./host {kind}", "--kernel", kernel)
    assert done.returncode == 6
    assert f"error: launch 1 of '{kernel}' cannot be run again: {said}" in done.stderr
    assert not out.exists()


def test_a_launch_behind_an_event_that_the_program_sets_later(
    pocl: str, environment, tmp_path: Path
) -> None:
    """To wait for it would be to wait for ever; one that is set already is none."""
    out = tmp_path / "launches"
    how = ("--kernel", "scale:4", "--timeout", "60")
    done = capture(environment, out, pocl, "--run", "./host chained", *how)
    assert done.returncode == 6, done.stderr
    assert "launch scale:4 was not captured: it waits for an event of the program's" in done.stderr
    done = capture(environment, out, pocl, "--run", "./host set", *how)
    assert done.returncode == 0, done.stderr
    assert replay(environment, out, "--platform", pocl).returncode == 0


def test_buffers_that_the_host_does_not_read(pocl: str, environment, tmp_path: Path) -> None:
    """CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY and CL_MEM_HOST_READ_ONLY."""
    out = tmp_path / "launches"
    names = kernels("scale:4", "scale:5", "scale:6")
    done = capture(environment, out, pocl, "--run", "./host sealed", *names)
    assert done.returncode == 0, done.stderr
    done = replay(environment, out, "--platform", pocl)
    assert (done.returncode, done.stdout.count("as captured")) == (0, 3), done.stdout


def test_objects_of_later_versions_of_opencl(pocl: str, environment, tmp_path: Path) -> None:
    """A buffer with properties, and a kernel that is another one's copy."""
    out = tmp_path / "launches"
    done = capture(environment, out, pocl, "--run", "./host later", "--kernel", "scale:4")
    assert done.returncode == 0, done.stderr
    done = replay(environment, out, "--platform", pocl)
    assert (done.returncode, done.stdout.count("as captured")) == (0, 1), done.stdout


def test_of_all_kernels_those_that_can_are_captured(pocl: str, environment, tmp_path: Path) -> None:
    done = capture(environment, tmp_path / "launches", pocl, "--run", "./host images")
    assert done.returncode == 0
    assert "launch 1 of 'pick' cannot be run again" in done.stderr
    assert "captured steps-1" in done.stderr


def test_what_is_asked_for_in_vain(pocl: str, environment, tmp_path: Path) -> None:
    out = tmp_path / "launches"
    for words, code, said in [
        (kernels("scale:9"), 2, "the program has no launch 9 of 'scale'; it has: scale (3)"),
        (kernels("scales"), 2, "no launch 1 of 'scales'"),
        (kernels("scale:0"), 2, "expected KERNEL or KERNEL:N with N from 1, not 'scale:0'"),
        (["--limit", "0.00001"], 6, "over --limit 1e-05 (GB): give a larger one, or name fewer"),
    ]:
        done = capture(environment, out, pocl, *words)
        assert (done.returncode, said in done.stderr) == (code, True), done.stderr
        assert not out.exists()


def test_a_folder_that_is_none(pocl: str, environment, tmp_path: Path) -> None:
    out = tmp_path / "launches"
    assert capture(environment, out, pocl, *kernels("steps")).returncode == 0
    again = capture(environment, out, pocl, "--build", "false")  # it is seen before anything runs
    assert (again.returncode, "it is there already" in again.stderr) == (2, True), again.stderr
    index = out / "capture.json"
    given = json.loads(index.read_text())
    for wrong, said in [
        ({**given, "format": 99}, "this version reads format 2: capture the launch again"),
        ({**given, "launches": [{}]}, "not a whole capture"),
        ({**given, "launches": [{**given["launches"][0], "number": 1e999}]}, "not a whole capture"),
        ({**given, "launches": []}, "the folder has no launches"),
        (
            {"format": 2, "launches": [{**given["launches"][0], "text": "../x"}]},
            "is no path in the folder",
        ),
    ]:
        index.write_text(json.dumps(wrong))
        done = replay(environment, out)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    index.unlink()
    os.mkfifo(index)
    pipe = ("--with", index)
    for words in ((), pipe):
        done = replay(environment, out, *words)
        assert (done.returncode, "is no regular file" in done.stderr) == (2, True), done.stderr
    shutil.rmtree(out)
    done = replay(environment, out)
    assert (done.returncode, "No such file" in done.stderr) == (2, True)


def test_a_launch_that_changes_nothing_says_nothing(
    pocl: str, environment, platform_of, tmp_path: Path
) -> None:
    """The launch before it has left the same: a kernel that does nothing would pass."""
    program = Path(shutil.copytree(PROGRAM, tmp_path / "program"))
    host = program / "host.c"
    host.write_text(host.read_text().replace("    launch(kernel, COUNT, NULL);\n}", TWICE, 1))
    out = tmp_path / "launches"
    words = ("capture", program, "--platform", pocl, "-o", out, *kernels("steps", "steps:2"))
    assert run(environment, *words).returncode == 0
    done = replay(environment, out, "--platform", pocl)
    assert done.returncode == 0
    assert (done.stdout.count("as captured"), done.stdout.count("nothing to compare")) == (1, 1)
    assert "steps-2: its buffers were the same before it: capture an earlier launch" in done.stdout


TWICE = "    launch(kernel, COUNT, NULL);\n    launch(kernel, COUNT, NULL);\n}"
