"""Makes a target of two runs of the probe, and of the catalogue's for what cannot be known here."""

from collections.abc import Mapping, Sequence
from typing import Any

from ppcl.targets import KEYS, Entry, Fact, Target
from ppcl.verify.probe.agreement import NOT_SETTLED, Agreement
from ppcl.verify.probe.caches import cache_entries
from ppcl.verify.probe.figures import IN_STEP, ONE_BY_ONE, figures
from ppcl.verify.probe.samples import Run

# What only the device can say; by facts, the names of `queries` and what OpenCL calls them.
_ASKED = {
    "compute_units": ("compute_units", "CL_DEVICE_MAX_COMPUTE_UNITS"),
    "local_memory": ("local_memory", "CL_DEVICE_LOCAL_MEM_SIZE"),
    "work_group.size": ("group", "CL_DEVICE_MAX_WORK_GROUP_SIZE"),
    "work_group.multiple": ("multiple", "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE"),
}
_MEASURED = (
    *("clock", "latency.load", "latency.l2", "latency.l3", "latency.memory"),
    *("latency.add", "latency.multiply", "latency.divide"),
    *("bandwidth.memory", "cost.launch", "cost.group", "cost.local_atomic", "cost.divergence"),
    *("gain.float4", "gain.float8", "gain.float16"),
)


def entries(base: Target, first: Run, second: Run) -> Mapping[str, Entry]:
    """The facts of a target of the device that both runs probed: queried, measured, not settled,
    or, as the last resort, assumed to be as `base` has them."""
    one, other = figures(first, base.kind), figures(second, base.kind)
    agreed = {key: Agreement(one.get(key), other.get(key)) for key in {*one, *other}}
    said = first.queried
    assumed = {
        key: Entry(Fact(fact.value, f"assumed: as {base.name} in the catalogue"))
        for key, fact in base.facts.items()
    }
    measured = {key: _measured(key, agreed[key]) for key in _MEASURED if key in agreed}
    found = {**assumed, **_queried(said, base.kind), **measured}
    found |= _in_step(base, said, agreed)
    found |= cache_entries(said, agreed, found)
    if said.get("clock") and "clock" in measured:
        comment = f"CL_DEVICE_MAX_CLOCK_FREQUENCY says {said['clock']} MHz"
        found["clock"] = Entry(found["clock"].fact, (*found["clock"].comments, comment))
    return found


def unsettled(found: Mapping[str, Entry]) -> Sequence[str]:
    """The facts that two runs do not agree on."""
    return [key for key in KEYS if key in found and found[key].fact.source == NOT_SETTLED]


def _queried(said: Mapping[str, Any], kind: str) -> dict[str, Entry]:
    asked = dict(_ASKED)
    if kind == "cpu":
        asked["simd_bits"] = ("vector", "CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, of 32 bits each")
    else:
        asked["clock"] = ("clock", "CL_DEVICE_MAX_CLOCK_FREQUENCY")
    return {"kind": Entry(Fact(kind, "queried: CL_DEVICE_TYPE"))} | {
        key: Entry(Fact(said[name], f"queried: {constant}"))
        for key, (name, constant) in asked.items()
        if name in said
    }


def _measured(key: str, agreed: Agreement) -> Entry:
    """Where both runs agree their mean, else the figure that others disturbed less: the shorter
    time, or the higher rate."""
    told = f"{agreed.told(KEYS[key].unit)}, spread of repeats {100 * agreed.spread:.0f} %"
    if agreed.settled:
        return Entry(Fact(_rounded(key, agreed.mean), f"measured: {told}"))
    takes_time = key.startswith(("latency.", "cost."))
    value = min(agreed.known) if takes_time else max(agreed.known)
    return Entry(Fact(_rounded(key, value), NOT_SETTLED), (f"in two runs {told}",))


def _rounded(key: str, value: float) -> int | float:
    return max(1, round(value)) if KEYS[key].kind is int else float(f"{value:.3g}")


def _in_step(
    base: Target, said: Mapping[str, Any], agreed: Mapping[str, Agreement]
) -> dict[str, Entry]:
    """How work-items run: `mode`, `vectorises` and the widths."""
    ratios = agreed["cost.divergence"]
    told = f"two ways in turns take {ratios.told('times as long as one')}"
    if min(ratios.known) >= IN_STEP:
        mode = Entry(Fact("data-parallel", f"measured: {told}"))
        widths = _widths(base, said, agreed)
    elif max(ratios.known) <= ONE_BY_ONE:
        mode = Entry(Fact("serial", f"measured: {told}"))
        widths = {"width.float": Entry(Fact(1, "measured: as mode"))}
    else:
        return {"mode": Entry(Fact(base.mode, NOT_SETTLED), (told,))}
    if base.kind == "cpu":  # whose hardware does not: if work-items run in step, they are vectors
        vectors = mode.fact.value == "data-parallel"
        return {"mode": mode, "vectorises": Entry(Fact(vectors, "measured: as mode")), **widths}
    return {"mode": mode, **widths}


def _widths(
    base: Target, said: Mapping[str, Any], agreed: Mapping[str, Agreement]
) -> dict[str, Entry]:
    steps: Mapping[str, int] = said["step"]
    seen = agreed.get("width.float", Agreement(None, None))
    told = f"blocks of {seen.told()} work-items do not wait for each other" if seen.known else ""
    found = {
        f"width.{element}": Entry(Fact(size, "queried: CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE"))
        for element, size in steps.items()
    }
    if "width.float" in found:
        comments = (told,) if told else ()
        return found | {"width.float": Entry(found["width.float"].fact, comments)}
    if not seen.known:
        return {}
    if seen.settled:
        return {"width.float": Entry(Fact(int(seen.mean), f"measured: {told}"))}
    return {"width.float": Entry(Fact(int(max(seen.known)), NOT_SETTLED), (told,))}
