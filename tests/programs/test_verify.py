"""`ppcl verify`, `bench` and `doctor` as commands: what they print, their exit codes, what they
leave behind."""

import json
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from ppcl.verify import oclgrind
from tests.command import INSTALLED
from tests.programs.orderly import run, start, variables

PROGRAM = Path(__file__).resolve().parents[1] / "cases" / "verify" / "planted"
SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "spmv"
START = "    int table[ROWS"
EXTRA = "#include <unistd.h>\n#include <signal.h>\n#include <stdio.h>\n"


@pytest.fixture
def pocl(platform_of) -> str:
    return platform_of("pocl").name


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    return variables(tmp_path)


def program(folder: Path, statement: str = "", build: str = "") -> Path:
    """The program with a statement at the start of its main function."""
    copy = Path(shutil.copytree(PROGRAM, folder / "program"))
    host = copy / "host.c"
    text = host.read_text()
    assert START in text
    unless = f'    if (getenv("PATH")) {{ {statement} }}\n'  # never, for all that ppcl knows
    host.write_text(EXTRA + text.replace(START, unless + START))
    if build:
        settings = copy / "ppcl.toml"
        settings.write_text(settings.read_text().replace("cc -g", build))
    return copy


def test_equal(pocl: str, environment, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = start(environment, "verify", PROGRAM, "--platform", pocl, "--stdout", "--report", report)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("pocl (target pocl-cpu): equal; changed: nothing\n")
    found = json.loads(report.read_text())
    assert found["status"] == 0
    (platform,) = found["platforms"]
    assert platform["equal"]
    assert platform["compared"]["launches"] == 4
    assert found["tolerances"]["float32"] == {"ulps": 64, "absolute": 1e-7}


def test_tolerances_are_chosen(pocl: str, environment, tmp_path: Path) -> None:
    how = ("verify", PROGRAM, "--platform", pocl, "--format", "json", "--tolerance")
    done = run(environment, *how, "float32=9,1e-3")
    assert json.loads(done.stdout)["tolerances"]["float32"] == {"ulps": 9, "absolute": 1e-3}
    for wrong, said in [
        ("float32", "expected ULPS,DIFFERENCE, not ''"),
        ("int32=1", "no tolerance for 'int32': expected one of float16, float32, float64"),
        ("float32=-1", "expected numbers that are not negative"),
        ("float32=1,nan", "expected numbers that are not negative"),
    ]:
        done = run(environment, *how, wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


@pytest.mark.parametrize(
    ("statement", "build", "code", "said"),
    [
        ("for (;;) sleep(1);", "", 7, "took longer than 2 s"),
        ("raise(SIGSEGV);", "", 6, "'./host' was ended by SIGSEGV"),
        ("return 1;", "", 6, "'./host' ended with 1"),
        ("_exit(0);", "", 6, "nothing recorded: './host' launched no kernel"),
        ('for (;;) puts("0123456789abcdef0123456789abcdef");', "", 6, "printed more than 64 MB"),
        ("", "cc --no-such-option", 6, "building the original program: "),
    ],
    ids=["hangs", "dies", "fails", "records nothing", "prints gigabytes", "does not build"],
)
def test_what_cannot_be_compared(
    statement: str, build: str, code: int, said: str, pocl: str, environment, tmp_path: Path
) -> None:
    copy = program(tmp_path, statement, build)
    timeout = "2" if code == 7 else "60"
    done = run(environment, "verify", copy, "--platform", pocl, "--timeout", timeout)
    assert done.returncode == code, done.stdout
    assert said in done.stdout
    assert "equal" not in done.stdout


def test_a_difference(pocl: str, environment, tmp_path: Path) -> None:
    """The program tells its two versions by the folders that they run in."""
    where = 'char at[4096]; if (strstr(getcwd(at, sizeof at), "rewritten")) atexit(leave);'
    host = program(tmp_path, where) / "host.c"
    leave = "#include <string.h>\n#include <unistd.h>\nstatic void leave(void) { _exit(3); }\n"
    host.write_text(leave + host.read_text())
    done = start(environment, "verify", host.parent, "--platform", pocl)
    assert done.returncode == 5, done.stdout
    assert "the rewritten program ended with 3, the original ended with 0" in done.stdout


@pytest.mark.parametrize(
    ("printed", "given", "code", "said"),
    [
        ('puts(rewritten ? "b" : "a");', (), 5, "line 1 of what it prints is 'b', not 'a'"),
        ('puts(rewritten ? "b" : "a");', ("--no-stdout",), 0, "equal"),
        ('printf("%d s\\n", getpid());', (), 0, "note: line 1 of what it prints differs between"),
        ('printf("%d s\\n", getpid());', ("--stdout",), 5, "two runs of the original differ"),
    ],
    ids=["a line", "not compared", "what changes", "what changes is a result"],
)
def test_what_is_printed(
    printed: str, given: tuple[str, ...], code: int, said: str, pocl: str, environment, tmp_path
) -> None:
    where = 'char at[4096]; int rewritten = strstr(getcwd(at, sizeof at), "rewritten") != 0;'
    host = program(tmp_path, f"{where} {printed}") / "host.c"
    host.write_text("#include <string.h>\n#include <unistd.h>\n" + host.read_text())
    done = run(environment, "verify", host.parent, "--platform", pocl, *given)
    assert done.returncode == code, done.stdout
    assert said in done.stdout


def test_launches_without_reads_are_not_enough(pocl: str, environment, tmp_path: Path) -> None:
    """The host waits all the same: pocl may crash in a program that ends while kernels run. It
    prints memory that nothing was read into, whatever that holds."""
    copy = program(tmp_path)
    host = copy / "host.c"
    host.write_text(
        host.read_text().replace(
            "    check(clEnqueueReadBuffer",
            '    if (clFinish(queue) != 0 || !getenv("PATH")) check(clEnqueueReadBuffer',
        )
    )
    done = run(environment, "verify", copy, "--platform", pocl, "--no-stdout")
    assert done.returncode == 6, done.stdout + done.stderr
    assert "nothing to compare: './host' reads no buffer" in done.stdout


def test_no_platform(pocl: str, environment) -> None:
    for command in ("verify", "bench"):
        done = run(environment, command, PROGRAM, "--platform", "other")
        assert done.returncode == 8
        assert "no OpenCL platform 'other' here; found: pocl" in done.stderr


def test_no_recipe(environment, tmp_path: Path) -> None:
    copy = program(tmp_path)
    (copy / "ppcl.toml").unlink()
    done = run(environment, "verify", copy, "--run", "./host")
    assert done.returncode == 2
    assert "ppcl.toml" in done.stderr


def test_the_options_stand_for_the_recipe(pocl: str, environment, tmp_path: Path) -> None:
    copy = program(tmp_path)
    (copy / "ppcl.toml").unlink()
    given = ("--build", "cc -std=gnu99 host.c -o h -lOpenCL", "--run", "./h", "--format", "json")
    done = run(environment, "verify", copy, "--platform", pocl, *given)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["platforms"][0]["compared"]["plain"] == 4


def test_an_end_from_outside_leaves_nothing(pocl: str, environment, tmp_path: Path) -> None:
    copy = program(
        tmp_path,
        f'FILE *f = fopen("{tmp_path}/pid", "w"); '
        'fprintf(f, "%d", (int)getpid()); fclose(f); for (;;) sleep(1);',
    )
    process = subprocess.Popen(
        [INSTALLED, "verify", copy, "--platform", pocl], env=environment, stderr=subprocess.PIPE
    )
    pid = tmp_path / "pid"
    for _ in range(600):
        if pid.exists() and pid.read_text():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 143
    assert list(Path(environment["TMPDIR"]).iterdir()) == []
    status = Path(f"/proc/{pid.read_text()}/status")
    assert not status.exists() or "zombie" in status.read_text()


@pytest.mark.skipif(not oclgrind.library(), reason="NO OCLGRIND")
def test_under_oclgrind(pocl: str, environment) -> None:
    done = start(environment, "verify", PROGRAM, "--platform", pocl, "--oclgrind")
    assert done.returncode == 0
    assert "oclgrind (pocl) (target pocl-cpu): equal" in done.stdout


def test_bench(pocl: str, environment) -> None:
    given = ("--platform", pocl, "--pairs", "2", "--against", "none", "--format", "json")
    done = start(environment, "bench", PROGRAM, *given)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert [(t["variant"], t["verdict"]) for t in found["timings"]] == [
        ("default", "unchanged"),
        ("none", "unchanged"),
    ]
    (text,) = {t["text"] for t in found["timings"]}
    assert re.fullmatch(r"[\w-]+/pocl-cpu@[0-9a-f]{8}", text)
    assert all(len(t["kernels"]["before_ms"]) == t["pairs"] == 2 for t in found["timings"])
    assert not any(t["settled"] for t in found["timings"])  # and yet no more pairs: unchanged
    assert all(time > 0 for t in found["timings"] for time in t["kernels"]["after_ms"])
    for timing in found["timings"]:
        launches = [each for kernel in timing["by_kernel"] for each in kernel["launches"]]
        assert len(launches) == 4
        assert all(each["before_ms"] > 0 and each["after_ms"] > 0 for each in launches)
        sums = (kernel["before_ms"] for kernel in timing["by_kernel"])
        together = [sum(times) for times in zip(*sums, strict=True)]
        assert together == pytest.approx(timing["kernels"]["before_ms"])


def test_a_bench_has_a_row_for_each_kernel(pocl: str, environment) -> None:
    given = ("--platform", pocl, "--pairs", "2", "--seconds", "0", "--small")
    done = start(environment, "bench", PROGRAM.parents[3] / "samples" / "kmeans", *given)
    assert done.returncode == 0, done.stderr
    first, second = (part.splitlines() for part in done.stdout.split("\n\n")[:2])
    assert first[0].startswith("| program | platform | passes ")
    assert second[0].startswith("| kernel ")
    assert [row.split()[1] for row in second[2:]] == ["assign_points"]


def test_the_target_of_each_platform(pocl: str, environment, tmp_path: Path) -> None:
    """`--target auto`, whatever ppcl.toml says; `compile` knows no platform."""
    copy = program(tmp_path)
    settings = copy / "ppcl.toml"
    named = '[program]\ntarget = "nvidia-gpu"'
    settings.write_text(settings.read_text().replace("[program]", named))
    assert "(target nvidia-gpu)" in run(environment, "verify", copy, "--platform", pocl).stdout
    auto = ("--platform", pocl, "--target", "auto", "--format", "json")
    verified = json.loads(run(environment, "verify", copy, *auto).stdout)
    timed = json.loads(run(environment, "bench", copy, *auto, "--pairs", "2").stdout)
    assert [each["target"] for each in verified["platforms"]] == ["pocl-cpu"]
    assert [each["target"] for each in timed["timings"]] == ["pocl-cpu"]
    md = PROGRAM.parents[3] / "samples" / "md"
    tried = run(environment, "tune", md, "--platform", pocl, "--target", "auto", "--dry-run")
    assert "| pocl     | pocl-cpu |" in tried.stdout
    done = run(environment, "compile", copy, "--target", "auto")
    assert done.returncode == 2
    assert "unknown target 'auto'" in done.stderr


@pytest.mark.parametrize(
    ("statement", "code", "said"),
    [
        ("_exit(0);", 6, "nothing recorded"),
        ("raise(SIGSEGV);", 6, "'./host' was ended by SIGSEGV"),
        ("for (;;) sleep(1);", 7, "took longer than 2 s"),
    ],
    ids=["records nothing", "dies", "hangs"],
)
def test_a_bench_of_nothing(
    statement: str, code: int, said: str, pocl: str, environment, tmp_path: Path
) -> None:
    copy = program(tmp_path, statement)
    given = ("--platform", pocl, "--pairs", "2", "--timeout", "2" if code == 7 else "60")
    done = run(environment, "bench", copy, *given)
    assert done.returncode == code
    assert said in done.stderr


def test_doctor(pocl: str, environment) -> None:
    done = start(environment, "doctor")
    assert done.returncode == 0
    assert "pocl" in done.stdout
    items = json.loads(run(environment, "doctor", "--format", "json").stdout)
    assert {"cc", "addr2line", "recorder", "islpy"} <= {item["name"] for item in items}


def test_doctor_without_a_compiler(environment) -> None:
    bare = {**environment, "PATH": str(INSTALLED.parent)}
    done = start(bare, "doctor")
    assert done.returncode == 8
    assert "cc: apt-get install gcc" in done.stdout


def test_a_run_with_other_arguments_than_were_stated(
    pocl: str, environment, tmp_path: Path
) -> None:
    """The original takes any kernel file; the rewritten program ends, and says why."""
    base = PROGRAM.parents[1] / "layout" / "base"
    copy = Path(shutil.copytree(base, tmp_path / "program"))
    shutil.copyfile(copy / "kernel.cl", copy / "other.cl")
    host = (base / "host.c").read_text().replace('read_kernel("kernel.cl")', "read_kernel(argv[3])")
    (copy / "host.c").write_text(host)
    files = (copy / "host.c", copy / "kernel.cl", "--assume", "argv.3=kernel.cl")
    how = ("--platform", pocl, "--target", "amd-cpu", "--build", "cc -g host.c -o p -lOpenCL")
    for file, code in (("kernel.cl", 0), ("other.cl", 5)):
        done = run(environment, "verify", *files, *how, "--run", f"./p 90 7 {file}")
        assert done.returncode == code, done.stdout + done.stderr
    assert 'argv[3] is "other.cl" in this run, assumed is "kernel.cl"\n    at host' in done.stdout
    assert 'rewritten by ppcl for argv[3] "kernel.cl": run ppcl again' in done.stdout


@pytest.fixture
def made(environment, tmp_path: Path) -> tuple[Path, Path]:
    """A folder that was compiled to, and the report."""
    out, report = tmp_path / "OUT", tmp_path / "made.json"
    to = ("--target", "pocl-cpu", "-o", out, "--report", report)
    assert start(environment, "compile", SAMPLE, *to).returncode == 0
    return out, report


def test_what_was_made_is_compared_as_it_is_now(
    pocl: str, environment, made: tuple[Path, Path]
) -> None:
    what = ("--small", "--no-stdout", "--made", *made)  # it prints times
    verify = ("verify", SAMPLE, "--platform", pocl, *what)
    done = start(environment, *verify)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("pocl (target pocl-cpu): equal; changed: spmv.cl, spmv.cpp\n")
    kernel = made[0] / "spmv.cl"
    text = kernel.read_text()
    assert "sum +=" in text
    kernel.write_text(text.replace("sum +=", "sum -="))
    done = start(environment, *verify)
    assert done.returncode == 5
    assert "DIFFERENT" in done.stdout


def test_a_manifest_that_does_not_fit_is_wrong_usage(
    environment, made: tuple[Path, Path], tmp_path: Path
) -> None:
    out, report = made
    written = json.loads(report.read_text())
    program, manifest = written["program"], written["manifest"]
    fused = {"kind": "fused", "kernel": "spmv"}
    for text, said in [
        ({**written, "version": 1}, "is of another version of ppcl"),
        ({**written, "manifest": {**manifest, "changes": [fused]}}, "kind 'fused' is not known"),
        ({**written, "program": {**program, "sources": ["a.c"]}}, "is the report of other sources"),
        ({"version": written["version"]}, "was not written by `ppcl compile --report"),
    ]:
        report.write_text(json.dumps(text))
        done = start(environment, "verify", SAMPLE, "--made", out, report)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
    report.write_text(json.dumps(written))
    for wrong, more, said in [
        (SAMPLE, (), "is the program's own folder"),
        (tmp_path, (), "has no spmv.c"),
        (out, ("--passes", "none"), "--passes, --decide and --emit c have no use"),
        (out, ("--decide", "layout:a=keep"), "--passes, --decide and --emit c have no use"),
    ]:
        done = start(environment, "verify", SAMPLE, "--made", wrong, report, *more)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
