"""The facts about caches: what was measured beside what the system and the device say.

A system that says of each level how large it is is believed where the latencies rise near there,
as it gives the exact figure. What OpenCL says (CL_DEVICE_GLOBAL_MEM_CACHE_SIZE) names no level:
some runtimes give the last one, others the second.
"""

from collections.abc import Iterator, Mapping
from math import log2
from typing import Any

from ppcl.targets import Entry, Fact
from ppcl.verify.probe.agreement import NOT_SETTLED, Agreement
from ppcl.verify.probe.figures import LEVELS
from ppcl.verify.probe.system import CACHES

_NEAR = (0.5, 1.25)  # of a size: where the latencies may begin to rise for it to be true
_KIB = 1024
_SYSTEM = str(CACHES)
_OPENCL = "CL_DEVICE_GLOBAL_MEM_CACHE_SIZE"
_NONE = Agreement(None, None)


def cache_entries(
    said: Mapping[str, Any], agreed: Mapping[str, Agreement], assumed: Mapping[str, Entry]
) -> dict[str, Entry]:
    """The line, and of each level size and ways."""
    found = {"cache.line": _line(said, agreed.get("cache.line", _NONE), assumed["cache.line"])}
    for level in LEVELS:
        key = f"cache.{level}"
        entry = _size(level, said, agreed.get(key, _NONE))
        if entry is not None:
            found[key] = entry
        system = said["caches"].get(level)
        if system and entry is not None and entry.fact.value == system["size"]:
            found[f"{key}_ways"] = Entry(Fact(system["ways"], f"queried: {_SYSTEM}"))
    return found


def _line(said: Mapping[str, Any], seen: Agreement, assumed: Entry) -> Entry:
    constant, answer = "CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE", said.get("line")
    told = f"loads {seen.told('bytes')} apart are from two lines"
    if seen.settled and answer == seen.mean:
        return Entry(Fact(answer, f"queried: {constant}; measured: {told}"))
    comments = (f"{constant} says {answer}",) if answer else ()
    if seen.settled:
        return Entry(Fact(int(seen.mean), f"measured: {told}"), comments)
    if seen.known:
        value = answer or int(max(seen.known))
        return Entry(Fact(value, NOT_SETTLED), (told, *comments))
    return Entry(Fact(answer, f"queried: {constant}")) if answer else assumed


def _size(level: str, said: Mapping[str, Any], seen: Agreement) -> Entry | None:
    """None where neither says anything."""
    stated = dict(_stated(level, said))
    told = f"latency rises at {seen.told('KiB', _KIB)}"
    for who, size in stated.items():
        if len(seen.known) == 2 and all(_near(knee, size) for knee in seen.known):
            return Entry(Fact(size, f"queried: {who}; measured: {told}"))
    comments = tuple(f"{who} says {size // _KIB} KiB" for who, size in stated.items())
    if seen.settled:
        return Entry(Fact(_rounded(seen.mean), f"measured: {told}"), comments)
    if seen.known:
        value = stated.get(_SYSTEM) or _rounded(max(seen.known))
        return Entry(Fact(value, NOT_SETTLED), (told, *comments))
    if _SYSTEM in stated:
        unseen = "the latencies of two runs do not show it"
        return Entry(Fact(stated[_SYSTEM], f"queried: {_SYSTEM}"), (unseen,))
    return None


def _stated(level: str, said: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Who says how large a level is; OpenCL where the system does not name what it says as
    another level's."""
    system = said["caches"]
    if level in system:
        yield _SYSTEM, system[level]["size"]
    others = [each["size"] for name, each in system.items() if name != level]
    if said.get("cache") and said["cache"] not in others:
        yield _OPENCL, said["cache"]


def _near(knee: float, size: int) -> bool:
    return _NEAR[0] * size <= knee <= _NEAR[1] * size


def _rounded(knee: float) -> int:
    """The nearest size that caches have: a power of two, or half as much again."""
    octave = 1 << int(log2(knee))
    return min((octave, octave * 3 // 2, octave * 2), key=lambda size: abs(log2(knee / size)))
