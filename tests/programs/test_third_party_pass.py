"""examples/third-party-pass, as its users have it: installed beside ppcl, and named."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import Loader, Platform, environment
from tests.command import INSTALLED

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "third-party-pass"
KERNEL = """\
__kernel void scale(__global float *out, __global const float *w, __global const float *x, int n,
                    int k)
{
    int i = get_global_id(0);
    float s = 0.0f;
    if (n > 0) {
        for (int j = 0; j < n; j++)
            s += w[k] * x[j];
    }
    for (int j = 0; j < n; j++)
        s += w[i];
    out[i] = s;
}
"""
HOISTED = """\
        float w_k = w[k];
        for (int j = 0; j < n; j++)
            s += w_k * x[j];
"""
BUILD = ("--build", "cc -g host.c -o host -lOpenCL", "--run", "./host 17 5")
Start = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that pip installs the example into."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder)
    subprocess.run((*pip, EXAMPLE), check=True)
    return folder


@pytest.fixture
def start(installed: Path, tmp_path: Path) -> Start:
    """Starts a command in a folder with a program, beside the installed pass."""
    shutil.copy(EXAMPLE / "tests" / "host.c", tmp_path)
    (tmp_path / "kernel.cl").write_text(KERNEL)

    def run(*words: str, status: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
        variables = {**os.environ, "PYTHONPATH": str(installed), **more}
        done = subprocess.run(
            words, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run


def test_its_page_is_printed(start: Start) -> None:
    page = start(str(INSTALLED), "explain", "hoist").stdout
    assert "Loads that are the same in each round of a loop" in page
    assert "Legal when" in page
    code = start(str(INSTALLED), "explain", "HOIST53").stdout
    assert code.startswith("# HOIST53: the loop is not shown to run\n")


def test_a_program_is_rewritten_where_it_is_named(start: Start, tmp_path: Path) -> None:
    compile_ = (str(INSTALLED), "compile", "host.c", "kernel.cl", "--target", "pocl-cpu")
    assert "w_k" not in start(*compile_).stdout
    done = start(*compile_, "--passes", "hoist{rounds=1}", "-o", "OUT")
    assert (tmp_path / "OUT" / "kernel.cl").read_text() == KERNEL.replace(
        HOISTED.replace("        float w_k = w[k];\n", "").replace("w_k", "w[k]"), HOISTED
    )
    assert "kernel.cl:8:18: remark: 'w[k]' is loaded once, as 'w_k'" in done.stderr
    assert "'w[i]' is not hoisted: the loop is not shown to run once [HOIST53]" in done.stderr
    again = ("--passes", "hoist", "--diff")
    shutil.copy(tmp_path / "OUT" / "kernel.cl", tmp_path)
    assert start(*compile_, *again).stdout == ""


def test_an_option_that_the_pass_refuses_is_wrong_usage(start: Start) -> None:
    compile_ = (str(INSTALLED), "compile", "host.c", "kernel.cl", "--target", "pocl-cpu")
    for value, said in (("0", "hoist{rounds}: at least 1 is asked for"), ("x", "an integer")):
        done = start(*compile_, "--passes", f"hoist{{rounds={value}}}", status=2)
        assert said in done.stderr


def test_both_versions_compute_the_same(
    start: Start, loader: Loader, platform_of: Callable[[str], Platform], tmp_path: Path
) -> None:
    variables = environment(platform_of("pocl"), loader, tmp_path / "platform")
    verify = (str(INSTALLED), "verify", "host.c", "kernel.cl", "--target", "pocl-cpu", *BUILD)
    done = start(*verify, "--passes", "hoist", "--platform", "pocl", **variables)
    assert "equal" in done.stdout


def test_its_own_tests_hold(installed: Path, tmp_path: Path) -> None:
    pytest_ = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    own = (*pytest_, f"--basetemp={tmp_path / 'own'}", str(EXAMPLE))
    variables = {name: text for name, text in os.environ.items() if name != "PYTEST_ADDOPTS"}
    variables["PYTHONPATH"] = str(installed)
    done = subprocess.run(
        own, cwd=EXAMPLE, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
