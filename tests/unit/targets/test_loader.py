"""The target loader: what it accepts, and what it says of each mistake."""

from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.targets import Cache, load
from ppcl.targets.loader import parse

NOMINAL = "\n".join(
    f"{key} = {{ value = 8, source = 'assumed' }}"
    for key in ("trip", "local_x", "local_y", "local_z", "extent")
)
MINIMAL = f"""
name = "toy"
description = "a toy"
kind = {{ value = "cpu", source = "assumed" }}
mode = {{ value = "data-parallel", source = "assumed" }}
vectorises = {{ value = true, source = "assumed" }}
[width]
float = {{ value = 4, source = "assumed" }}
double = {{ value = 2, source = "assumed" }}
[cache]
line = {{ value = 8, source = "PPOpenCL Figure 8" }}
[[nominal]]
{NOMINAL}
[[nominal]]
{NOMINAL}
"""


def error_of(text: str) -> str:
    with pytest.raises(PpclError) as caught:
        parse(text, "toy.toml")
    assert caught.value.exit_code == ExitCode.USAGE
    return str(caught.value)


def test_a_minimal_file_gives_its_facts() -> None:
    target = parse(MINIMAL, "toy.toml")
    assert (target.name, target.kind, target.mode, target.line) == (
        "toy",
        "cpu",
        "data-parallel",
        8,
    )
    assert (target.width("double"), target.width("float"), target.width("uint")) == (2, 4, 4)
    assert target.facts["cache.line"].source == "PPOpenCL Figure 8"
    assert target.nominal[1]["extent"] == 8


def test_caches_that_are_not_stated_are_as_the_keys_say() -> None:
    assert parse(MINIMAL, "toy.toml").caches == (Cache(32_768, 8, 200),)
    stated = (
        "l2 = { value = 65_536, source = 'assumed' }\nl1_ways = { value = 2, source = 'assumed' }"
    )
    target = parse(MINIMAL.replace("[cache]", f"[cache]\n{stated}"), "toy.toml")
    assert target.caches == (Cache(32_768, 2, 14), Cache(65_536, 8, 200))


def test_a_serial_target_has_width_1_whatever_it_states() -> None:
    assert parse(MINIMAL.replace("data-parallel", "serial"), "toy.toml").width("double") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "toy"', "", "toy.toml: name: expected a string that is not empty"),
        ('"cpu"', '"dsp"', "toy.toml: kind: expected one of cpu, gpu, found 'dsp'"),
        ("value = 4,", "value = 0,", "toy.toml: width.float: expected at least 1, found 0"),
        ("value = 4,", "value = 4.0,", "toy.toml: width.float: expected an integer, found 4.0"),
        ("value = 4,", "value = true,", "toy.toml: width.float: expected an integer, found True"),
        ("value = true,", "value = 1,", "toy.toml: vectorises: expected true or false, found 1"),
        ("line =", "lines =", "toy.toml: cache.lines: is not a fact of a target; cache.line?"),
        ("line =", "l1 =", "toy.toml: cache.line: is missing"),
        ('"PPOpenCL Figure 8"', '""', 'toy.toml: cache.line: the source is empty; "assumed"'),
        (', source = "PPOpenCL Figure 8"', "", "toy.toml: cache.line: expected { value = ..., sou"),
        ("[width]", "width = 4\n[other]", "toy.toml: width: is not a fact of a target"),
        ("trip =", "trips =", "toy.toml: nominal.1.trips: is not a fact of a target"),
        ('"toy"\n', '"toy\n', "(at line 2, column "),
    ],
)
def test_a_mistake_is_named_by_file_and_key(old: str, new: str, said: str) -> None:
    assert old in MINIMAL
    assert said in error_of(MINIMAL.replace(old, new, 1))


def test_there_must_be_two_sets_of_nominal_sizes() -> None:
    one = MINIMAL[: MINIMAL.rindex("[[nominal]]")]
    assert "toy.toml: nominal: expected 2 sets" in error_of(one)


def test_a_file_of_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "toy.toml"
    path.write_text(MINIMAL)
    assert load(str(path)).name == "toy"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    with pytest.raises(PpclError, match="No such file"):
        load(str(path))
    path.write_bytes(b'name = "\xe4"')
    with pytest.raises(PpclError, match="not UTF-8 text"):
        load(str(path))


def test_an_unknown_name_gets_the_list() -> None:
    with pytest.raises(PpclError) as caught:
        load("intel")
    assert caught.value.exit_code == ExitCode.USAGE
    assert "unknown target 'intel'; known: amd-cpu, " in caught.value.message
    assert "xeon-phi" in caught.value.message


def test_the_threshold_is_a_share() -> None:
    assert parse(MINIMAL, "toy.toml").threshold == 0.01
    stated = "threshold = { value = 5, source = 'assumed' }\n[width]"
    assert parse(MINIMAL.replace("[width]", stated), "toy.toml").threshold == 0.05


@pytest.mark.parametrize("value", ["7.5", "7", "1e-3"])
def test_a_rate_is_any_number(value: str) -> None:
    stated = f"[bandwidth]\nmemory = {{ value = {value}, source = 'measured' }}"
    target = parse(MINIMAL + stated, "toy.toml")
    assert target.facts["bandwidth.memory"].value == float(value)


@pytest.mark.parametrize("value", ["0", "-1.5", "inf", "nan", "true", "'7.5'"])
def test_a_rate_is_above_0(value: str) -> None:
    stated = f"[bandwidth]\nmemory = {{ value = {value}, source = 'measured' }}"
    assert "bandwidth.memory: expected a number" in error_of(MINIMAL + stated)
