"""The target that two runs of the probe make."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ppcl.targets import Entry, Target, load, target_text
from ppcl.targets.loader import parse
from ppcl.verify.probe.facts import entries, unsettled
from ppcl.verify.probe.samples import Run
from ppcl.verify.probe.system import system_caches
from tests.unit.verify.probe.made_up import KIB, LEVELS, MIB, curve, in_step, run

SYSTEM = {
    "l1": {"size": 32 * KIB, "ways": 8, "line": 64},
    "l2": {"size": MIB, "ways": 16, "line": 64},
    "l3": {"size": 32 * MIB, "ways": 11, "line": 64},
}


def of(first: Run, second: Run | None = None, base: str = "pocl-cpu") -> Mapping[str, Entry]:
    return entries(load(base), first, second or first)


def read_back(found: Mapping[str, Entry]) -> Target:
    return parse(target_text("toy", "a toy", found), "toy.toml")


def facts(found: Mapping[str, Entry], *keys: str) -> list[Any]:
    return [found[key].fact.value for key in keys]


def test_each_fact_has_one_of_the_sources() -> None:
    target = read_back(of(run()))
    sources = {fact.source.partition(":")[0] for fact in target.facts.values()}
    assert sources == {"queried", "measured", "assumed"}
    assert target.facts.keys() >= load("pocl-cpu").facts.keys()
    assumed = load("pocl-cpu").facts["latency.branch"].value
    assert target.facts["latency.branch"].value == assumed
    assert target.facts["latency.branch"].source == "assumed: as pocl-cpu in the catalogue"


def test_what_is_measured_is_in_the_units_of_the_facts() -> None:
    found = of(run())
    assert facts(found, "clock", "latency.load", "latency.l2", "latency.l3", "latency.memory") == [
        *(4000, 5, 14, 50, 400)
    ]
    assert facts(found, "latency.add", "latency.multiply", "latency.divide") == [3, 4, 11]
    assert facts(found, "bandwidth.memory", "cost.launch", "cost.group") == [10.0, 3000.0, 5.0]
    assert facts(found, "cost.local_atomic", "cost.divergence") == [2.0, 1.01]
    assert facts(found, "gain.float4", "gain.float8", "gain.float16") == [4.0, 8.0, 16.0]
    assert found["latency.load"].fact.source == "measured: 5 and 5 cycles, spread of repeats 4 %"
    assert found["clock"].comments == ("CL_DEVICE_MAX_CLOCK_FREQUENCY says 2600 MHz",)
    assert unsettled(found) == []


def test_what_two_runs_do_not_agree_on_is_not_settled() -> None:
    """Others make a kernel slower, never faster: the shorter time stays, and the higher rate."""
    disturbed = {"add": 0.84, "launch": 3290.0, "byte": 0.2}
    found = of(run(timings=disturbed), run())
    assert unsettled(found) == ["latency.add", "bandwidth.memory"]
    assert found["latency.add"].fact.value == 3
    assert found["latency.add"].comments[0].startswith("in two runs 3.36 cycles and 3 cycles, ")
    assert found["bandwidth.memory"].fact.value == 10.0
    assert found["cost.launch"].fact.value == pytest.approx(3145, rel=0.01)
    text = target_text("toy", "a toy", found)
    assert (
        "# in two runs 3.36 cycles and 3 cycles, spread of repeats 4 %\nadd = { value = 3," in text
    )


def test_sizes_that_the_system_says_are_held_against_the_latencies() -> None:
    found = of(run(queried={"caches": SYSTEM, "cache": 32 * MIB}))
    assert facts(found, "cache.l1", "cache.l2", "cache.l3") == [32 * KIB, MIB, 32 * MIB]
    assert facts(found, "cache.l1_ways", "cache.l2_ways", "cache.l3_ways") == [8, 16, 11]
    assert "; measured: latency rises at " in found["cache.l2"].fact.source
    assert [found[f"cache.{level}"].comments for level in SYSTEM] == [(), (), ()]


def test_a_size_that_is_not_true_is_measured_instead() -> None:
    """As under a hypervisor, or where OpenCL means another cache."""
    lies = {**SYSTEM, "l2": {"size": 8 * MIB, "ways": 16, "line": 64}}
    found = of(run(queried={"caches": lies}))
    assert found["cache.l2"].fact.value == MIB
    assert found["cache.l2"].fact.source.startswith("measured: latency rises at ")
    assert found["cache.l2"].comments[0].endswith(" says 8192 KiB")
    assert found["cache.l2_ways"].fact.source.startswith("assumed")


def test_without_a_system_that_says_so_sizes_are_those_that_caches_have() -> None:
    found = of(run(queried={"cache": 256 * KIB}))
    assert facts(found, "cache.l1", "cache.l2", "cache.l3") == [32 * KIB, MIB, 32 * MIB]
    assert found["cache.l2"].comments == ("CL_DEVICE_GLOBAL_MEM_CACHE_SIZE says 256 KiB",)


def test_caches_that_two_runs_see_otherwise_are_not_settled() -> None:
    """Where the neighbours take the last level, it ends earlier, or is not seen."""
    taken = curve((*LEVELS[:2], (6 * MIB, 12.5)))
    found = of(run(chase=taken, queried={"caches": SYSTEM}), run(queried={"caches": SYSTEM}))
    assert unsettled(found) == ["cache.l3"]
    assert found["cache.l3"].fact.value == 32 * MIB
    assert found["cache.l3"].comments[0].startswith("latency rises at ")
    gone = of(run(chase=curve(LEVELS[:2])), run())
    assert {"cache.l3", "latency.l3"} <= set(unsettled(gone))
    assert "not found and 50 cycles" in gone["latency.l3"].comments[0]
    never = of(run(chase=curve(LEVELS[:2]), queried={"caches": SYSTEM}))
    assert never["cache.l3"].fact.source.startswith("queried: ")
    assert never["cache.l3"].comments == ("the latencies of two runs do not show it",)
    assert never["latency.l3"].fact.source.startswith("assumed")


def test_a_line_that_is_said_otherwise_than_measured() -> None:
    found = of(run(queried={"line": 128}))
    assert found["cache.line"].fact.value == 64
    assert found["cache.line"].comments == ("CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE says 128",)
    same = of(run())["cache.line"].fact
    assert same.source.startswith("queried: CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE; measured: ")
    alike = {apart: run().pairs[16] for apart in (16, 32, 64, 128)}
    assert of(run(pairs=alike))["cache.line"].fact.source == (
        "queried: CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE"
    )


@pytest.mark.parametrize("width", [4, 16, 32])
def test_work_items_in_step(width: int) -> None:
    found = of(run(ways=in_step(width)))
    assert facts(found, "mode", "vectorises", "width.float") == ["data-parallel", True, width]
    assert found["width.float"].fact.source.startswith("measured: blocks of ")
    said = of(run(ways=in_step(width), queried={"step": {"float": 8, "double": 4}}))
    assert facts(said, "width.float", "width.double") == [8, 4]
    assert said["width.float"].fact.source.startswith("queried: ")


def test_work_items_one_after_another() -> None:
    found = of(run(), base="intel-opencl-cpu")
    assert facts(found, "mode", "vectorises", "width.float") == ["serial", False, 1]


def test_work_items_of_which_it_is_not_clear() -> None:
    found = of(run(), run(ways=in_step(8)))
    assert {"mode", "cost.divergence"} <= set(unsettled(found))
    assert facts(found, "mode", "width.float") == ["serial", 1]  # as the catalogue's


def test_a_gpu_s_clock_is_what_it_says() -> None:
    found = of(run(ways=in_step(32)), base="nvidia-gpu")
    assert found["clock"].fact.source == "queried: CL_DEVICE_MAX_CLOCK_FREQUENCY"
    assert facts(found, "kind", "mode", "vectorises", "width.float") == [
        *("gpu", "data-parallel", False, 32)
    ]
    assert found["layout"].fact.source.startswith("assumed")
    assert found["latency.add"].fact.value == round(0.75 * 2.6)
    assert read_back(found).kind == "gpu"


def test_what_the_system_says_of_caches(tmp_path: Path) -> None:
    for number, (level, kind, size) in enumerate(
        [(1, "Data", "48K"), (1, "Instruction", "32K"), (2, "Unified", "1280K")]
    ):
        entry = tmp_path / f"index{number}"
        entry.mkdir()
        (entry / "level").write_text(f"{level}\n")
        (entry / "type").write_text(f"{kind}\n")
        (entry / "size").write_text(f"{size}\n")
        (entry / "ways_of_associativity").write_text("12\n")
        (entry / "coherency_line_size").write_text("64\n")
    assert system_caches(tmp_path) == {
        "l1": {"size": 48 * KIB, "ways": 12, "line": 64},
        "l2": {"size": 1280 * KIB, "ways": 12, "line": 64},
    }
    (tmp_path / "index2" / "size").write_text("\n")
    assert list(system_caches(tmp_path)) == ["l1"]
    assert system_caches(tmp_path / "none") == {}
