"""What a target file may say: every key with its meaning, and how values are checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

NOMINAL_KEYS = ("trip", "local_x", "local_y", "local_z", "extent")


@dataclass(frozen=True)
class Key:
    """A fact that a target file may or must state; `unit` is as it is shown to people, `default`
    what is taken where a target does not state it."""

    kind: type[int] | type[float] | type[str] | type[bool]
    meaning: str
    unit: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    minimum: int = 1
    default: int | None = None

    @property
    def kind_name(self) -> str:
        """The kind in words."""
        return _KIND_NAMES[self.kind]

    def problem(self, value: object) -> str | None:
        """Why the value is not one for this key, or None."""
        if self.kind is float and type(value) in (int, float):
            return _problem_of_number(value)
        if type(value) is not self.kind:
            return f"expected {self.kind_name}, found {value!r}"
        if self.choices and value not in self.choices:
            return f"expected one of {', '.join(self.choices)}, found {value!r}"
        if isinstance(value, int) and self.kind is int and value < self.minimum:
            return f"expected at least {self.minimum}, found {value}"
        return None


_KIND_NAMES = {int: "an integer", float: "a number", str: "a string", bool: "true or false"}


def _problem_of_number(value: object) -> str | None:
    positive = isinstance(value, int | float) and isfinite(value) and value > 0
    return None if positive else f"expected a number above 0, found {value!r}"


KEYS: Mapping[str, Key] = {
    "kind": Key(str, "what the device is", required=True, choices=("cpu", "gpu")),
    "mode": Key(
        str,
        "how the work-items of a group run: one after another, or `width` of them in step",
        required=True,
        choices=("serial", "data-parallel"),
    ),
    "threshold": Key(
        int,
        "least gain that is expected of a rewrite that is done",
        "% of the kernel's time",
        minimum=0,
        default=1,
    ),
    "layout": Key(str, "a layout preferred always", choices=("coalesced", "continuous")),
    "vectorises": Key(bool, "the runtime vectorises across work-items by itself", required=True),
    "loop_lanes": Key(
        int,
        "iterations of a kernel's innermost loop, or work-items of a kernel without loops, that "
        "the compiler makes lanes of, where the runtime does not vectorise by itself",
        default=1,
    ),
    "simd_bits": Key(int, "width of a vector operation, 0 for none", "bits", minimum=0),
    "compute_units": Key(int, "cores, or multiprocessors"),
    "scratchpad": Key(int, "on-chip memory that software manages, per compute unit", "bytes"),
    "clock": Key(int, "how fast it runs", "MHz"),
    "registers": Key(int, "most registers that one work-item may use"),
    "local_memory": Key(int, "local memory of a work-group", "bytes"),
    **{
        f"width.{element}": Key(
            int,
            f"work-items of element type {element} that run in step: N of PPOpenCL Table 1",
            "work-items",
            required=element == "float",
        )
        for element in ("char", "short", "int", "long", "half", "float", "double")
    },
    "cache.line": Key(int, "unit of transfer that reuse distance counts", "bytes", required=True),
    "cache.l1": Key(int, "first-level data cache of a compute unit", "bytes", default=32_768),
    "cache.l2": Key(int, "second-level cache", "bytes"),
    "cache.l3": Key(int, "third-level cache", "bytes"),
    **{
        f"cache.{level}_ways": Key(int, f"lines in a set of {level}", "lines", default=8)
        for level in ("l1", "l2", "l3")
    },
    "work_group.size": Key(int, "most work-items of a work-group", "work-items"),
    "work_group.multiple": Key(int, "its preferred multiple: warp or wavefront", "work-items"),
    "work_group.minimum": Key(int, "fewest that coarsening may leave in a group", "work-items"),
    "latency.load": Key(int, "load from the nearest cache", "cycles", default=5),
    "latency.l2": Key(int, "load from the second-level cache", "cycles", default=14),
    "latency.l3": Key(int, "load from the third-level cache", "cycles", default=50),
    "latency.memory": Key(int, "load from memory", "cycles", default=200),
    "latency.add": Key(int, "addition of floats", "cycles", default=4),
    "latency.multiply": Key(int, "multiplication of floats", "cycles", default=4),
    "latency.divide": Key(int, "division of floats", "cycles", default=11),
    "latency.branch": Key(int, "branch taken the unexpected way", "cycles", default=15),
    "bandwidth.memory": Key(float, "memory read and written by a copy", "GB/s"),
    "cost.launch": Key(float, "a further launch of a queue that is not empty", "ns"),
    "cost.group": Key(float, "a further work-group of a launch, by all compute units", "ns"),
    "cost.local_atomic": Key(float, "an atomic addition in a histogram in local memory", "ns"),
    "cost.divergence": Key(
        float, "work-items that take two ways in turns, beside all the same way", "times the time"
    ),
    **{
        f"gain.float{width}": Key(
            float, f"float{width} instead of float in a loop of each work-item", "times as fast"
        )
        for width in (4, 8, 16)
    },
}


def nominal_keys(sets: int) -> Mapping[str, Key]:
    """The keys of the nominal sizes, as `nominal.1.trip` and so on."""
    meanings = {
        "trip": "iterations of a loop of unknown length",
        "local_x": "work-items of a group along dimension 0 when unknown",
        "local_y": "work-items of a group along dimension 1 when unknown",
        "local_z": "work-items of a group along dimension 2 when unknown",
        "extent": "elements of a pitch or array dimension of unknown size",
    }
    return {
        f"nominal.{number}.{key}": Key(int, meanings[key], required=True)
        for number in range(1, sets + 1)
        for key in NOMINAL_KEYS
    }
