"""The catalogue: what the papers say of each platform, fact by fact."""

import pytest

from ppcl.targets import catalogue, load
from ppcl.targets.schema import KEYS, nominal_keys

TABLE_1 = {
    "intel-cpu": ("data-parallel", 16),  # 4 in Table 1; 16 by the distances of §4.2
    "amd-cpu": ("serial", 1),
    "xeon-phi": ("data-parallel", 16),
    "tilera": ("serial", 1),
    "sw26010": ("serial", 1),
    "nvidia-gpu": ("data-parallel", 32),
    "amd-gpu": ("data-parallel", 64),
}
HERE = {"pocl-cpu": ("serial", 1), "intel-opencl-cpu": ("data-parallel", 16)}


def test_the_names() -> None:
    assert [target.name for target in catalogue()] == sorted([*TABLE_1, *HERE])


@pytest.mark.parametrize(("name", "expected"), [*TABLE_1.items(), *HERE.items()])
def test_mode_and_width(name: str, expected: tuple[str, int]) -> None:
    target = load(name)
    assert (target.mode, target.width("float")) == expected


@pytest.mark.parametrize("target", catalogue(), ids=lambda target: target.name)
def test_gpus_and_only_they_prefer_coalesced(target) -> None:
    layout = target.facts.get("layout")
    assert (layout is not None and layout.value == "coalesced") == (target.kind == "gpu")


def test_the_line_of_a_scratchpad_machine_is_its_scratchpad() -> None:
    target = load("sw26010")
    assert target.line == target.facts["scratchpad"].value == 64 * 1024


@pytest.mark.parametrize("target", catalogue(), ids=lambda target: target.name)
def test_one_nominal_extent_is_a_power_of_two_and_one_is_not(target) -> None:
    first, second = (sizes["extent"] for sizes in target.nominal)
    assert first & (first - 1) == 0
    assert second & (second - 1) != 0


def test_every_key_says_what_it_means() -> None:
    assert all(key.meaning for key in {**KEYS, **nominal_keys(2)}.values())
