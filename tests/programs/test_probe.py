"""`ppcl target probe` as a command, on the platforms that are here and on runtimes that fail."""

import json
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from ppcl.targets import load
from tests.command import INSTALLED
from tests.programs.orderly import run, start, variables

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "md"
SOURCES = ("queried: ", "measured: ", "assumed: as ", "not settled")
# What no other process can hide: a load that hits, arithmetic, how work-items run.
NEAR = ("latency.load", "latency.add", "latency.multiply", "latency.divide")


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    return variables(tmp_path)


@pytest.mark.parametrize("platform", [pytest.param("intel", marks=pytest.mark.long), "pocl"])
def test_a_platform_s_target_is_one_to_compile_for(
    platform: str, platform_of, environment, tmp_path: Path
) -> None:
    base = load(platform_of(platform).target)
    done = start(environment, "target", "probe", "--platform", platform)
    assert done.returncode == 0, done.stderr
    assert f"ppcl: probed {platform}" in done.stderr
    path = tmp_path / "x.toml"
    path.write_text(done.stdout)
    target = load(str(path))
    assert {key for key, fact in target.facts.items() if not fact.source.startswith(SOURCES)} == (
        set()
    )
    assert set(base.facts) <= set(target.facts)
    if target.facts["mode"].source != "not settled":
        assert (target.mode, target.width("float")) == (base.mode, base.width("float"))
    assert target.line == base.line
    assert all(1 <= target.facts[key].value <= 40 for key in NEAR)
    caches = [cache.size for cache in target.caches]
    assert caches == sorted(caches)
    assert "bandwidth.memory" in run(environment, "targets", path).stdout
    report = tmp_path / "report.json"
    words = ("compile", SAMPLE, "--target", path, "-o", tmp_path / "out", "--report", report)
    assert run(environment, *words).returncode == 0
    assert json.loads(report.read_text())["target"]


def library(folder: Path, body: str) -> Mapping[str, str]:
    """Variables under which the one runtime is a library that does this when it is loaded."""
    if shutil.which("cc") is None:
        pytest.skip("NO C COMPILER")
    source = folder / "runtime.c"
    source.write_text(
        f"#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
        f"__attribute__((constructor)) static void begin(void) {{ {body} }}\n"
    )
    made = folder / "libpocl.so.2"
    command = ["cc", "-shared", "-fPIC", source, "-o", made]
    subprocess.run(command, check=True)
    vendors = folder / "vendors"
    vendors.mkdir()
    (vendors / "toy.icd").write_text(f"{made}\n")
    return {"OCL_ICD_VENDORS": f"{vendors}/", "OCL_ICD_FILENAMES": ""}


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("abort();", 6, "the kernel ended its process by SIGABRT"),
        ("for (;;) sleep(1);", 7, "the kernel took longer than 3 s"),
        ('fputs("no card", stderr); _exit(3);', 6, "the kernel ended with 3: no card"),
        (";", 6, "PLATFORM_NOT_FOUND"),
    ],
    ids=["crashes", "hangs", "ends", "is none"],
)
def test_a_runtime_that_fails(
    body: str, code: int, said: str, loader, environment, tmp_path: Path
) -> None:
    own = {**environment, **library(tmp_path, body)}
    done = start(
        own, "target", "probe", "--platform", "pocl", "--timeout", "3" if code == 7 else "60"
    )
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert done.stdout == ""


def test_a_platform_that_is_not_here(loader, environment) -> None:
    done = run(environment, "target", "probe", "--platform", "none")
    assert done.returncode == 8
    assert "no OpenCL platform 'none' here" in done.stderr


def test_an_end_from_outside_leaves_nothing(loader, environment, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    note = f'FILE *f = fopen("{pid}", "w"); fprintf(f, "%d", (int)getpid()); fclose(f);'
    own = {**environment, **library(tmp_path, f"{note} for (;;) sleep(1);")}
    words = [INSTALLED, "target", "probe", "--platform", "pocl"]
    process = subprocess.Popen(words, env=own, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not (pid.exists() and pid.read_text()) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 143
    assert list(Path(environment["TMPDIR"]).iterdir()) == []
    status = Path(f"/proc/{pid.read_text()}/status")
    assert not status.exists() or "zombie" in status.read_text()
