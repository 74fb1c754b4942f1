"""`ppcl tune` as a command: a sample, tuned where it runs, and compiled by what was found."""

import json
import signal
import subprocess
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.command import INSTALLED
from tests.programs.orderly import run, start, variables
from tests.samples import copied_sample

KEY = "layout:assign_points.features/d_features"
SMALL = ("--run", "./kmeans -n 16384 -r 3")


@pytest.fixture
def pocl(platform_of) -> str:
    return platform_of("pocl").name


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    return variables(tmp_path)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return copied_sample("kmeans", tmp_path)


def test_what_is_faster_is_found_and_taken(pocl: str, environment, program: Path) -> None:
    """The choice that is three times as fast there, by its launches alone and in the program."""
    words = ("tune", program, "--platform", pocl, *SMALL, "--seconds", "20")
    done = start(environment, *words)
    assert done.returncode == 0, done.stderr
    tuned = tomllib.loads((program / "ppcl.tune.toml").read_text())
    (device,) = tuned["device"]
    assert (device["platform"], device["target"], device["complete"]) == ("pocl", "pocl-cpu", True)
    alone = device["tried"][0]
    assert (alone["by"], alone["outcome"]) == ("replay", "won")
    assert device["decisions"][KEY].startswith("continuous@")
    compiled = start(environment, "compile", program, "--target", "pocl-cpu", "--remarks", "all")
    assert "assign_points__features_relayout" in compiled.stdout
    assert f"as measured on {device['key']}" in compiled.stderr
    again = start(environment, *words)  # nothing is measured anew but the whole program
    assert tomllib.loads((program / "ppcl.tune.toml").read_text())["device"][0]["tried"] == [alone]
    assert "won" in again.stdout


def test_nothing_runs_in_a_dry_run(pocl: str, environment, program: Path) -> None:
    done = run(environment, "tune", program, "--platform", pocl, "--dry-run", "--build", "false")
    assert done.returncode == 0, done.stderr
    assert f"{KEY}=continuous" in done.stdout
    assert not (program / "ppcl.tune.toml").exists()


def test_a_program_without_a_choice(pocl: str, environment, tmp_path: Path) -> None:
    program = copied_sample("blackscholes", tmp_path)
    done = run(environment, "tune", program, "--platform", pocl, "--small")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("nothing to tune")


def test_what_the_user_decided_is_left_alone(pocl: str, environment, program: Path) -> None:
    settings = program / "ppcl.toml"
    settings.write_text(f'{settings.read_text()}\n[decide]\n"{KEY}" = "keep"\n')
    done = run(environment, "tune", program, "--platform", pocl, "--dry-run")
    assert done.stdout.startswith("nothing to tune")


def test_an_original_that_fails(pocl: str, environment, program: Path) -> None:
    done = run(environment, "tune", program, "--platform", pocl, "--run", "false")
    assert done.returncode == 6
    assert "'false' ended with 1" in done.stderr
    assert not (program / "ppcl.tune.toml").exists()


def test_ctrl_c_keeps_what_is_known_and_leaves_nothing_behind(
    pocl: str, environment, program: Path, tmp_path: Path
) -> None:
    words = [INSTALLED, "tune", program, "--platform", pocl, "--seconds", "60"]
    process = subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True)
    found = program / "ppcl.tune.toml"
    end = time.monotonic() + 240
    while not found.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT, said
    assert "Traceback" not in said
    (device,) = tomllib.loads(found.read_text())["device"]
    assert (device["complete"], len(device["tried"])) == (False, 1)
    assert list(Path(environment["TMPDIR"]).iterdir()) == []


def test_json_is_what_the_file_has(pocl: str, environment, program: Path) -> None:
    words = ("--seconds", "1", "--format", "json")
    done = run(environment, "tune", program, "--platform", pocl, *SMALL, *words)
    assert json.loads(done.stdout) == tomllib.loads((program / "ppcl.tune.toml").read_text())


def test_kernels_as_c_are_tuned_in_their_program(pocl: str, environment, program: Path) -> None:
    """They are decided apart from those that are OpenCL C."""
    words = ("--emit", "c", "--target", "pocl-cpu", "--seconds", "2")
    done = run(environment, "tune", program, "--platform", pocl, *SMALL, *words)
    assert done.returncode == 0, done.stderr
    (device,) = tomllib.loads((program / "ppcl.tune.toml").read_text())["device"]
    assert (device["emit"], device["platform"], device["complete"]) == ("c", "c", True)
    assert {each["by"] for each in device["tried"]} == {"program"}
    compiled = run(environment, "compile", program, "--target", "pocl-cpu", "--remarks", "all")
    assert "PPC035" not in compiled.stderr
