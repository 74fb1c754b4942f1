"""Draws whole programs for the pass `coarsen`, and what ppcl is told to do with each."""

from hypothesis import strategies as st

from tests.property.coarse.hosts import Launches, host_text
from tests.property.coarse.kernels import ATOMICS, HELPERS, kernel
from tests.property.coarse.lines import Setting
from tests.property.coarse.scope import Scope
from tests.property.texts import Texts, Way

SETTINGS = (
    Setting(),
    Setting("\t", bare=True),
    Setting("  ", own_line=True, bare=True),
    Setting(own_line=True, ending="\r\n"),
    Setting(bare=True),
)
LOCALS = {
    1: ((4,), (8,), (16,), (12,), (3,), (5,), (2,), (6,)),
    2: ((4, 4), (8, 2), (2, 8), (3, 4), (16, 2), (5, 2), (4, 3), (2, 12), (4, 1)),
    3: ((4, 2, 2), (2, 2, 4), (2, 3, 2), (4, 4, 2), (1, 2, 8)),
}
BUILD = "cc -std=gnu99 -O0 -g -w host.c -o host -lOpenCL"
FACTORS = (2, 3, 4, 5, 8, 12, 16)
GPU = "nvidia-gpu"


@st.composite
def launches(draw: st.DrawFn) -> Launches:
    """Sizes of launches, and how they are written."""
    dimensions = draw(st.sampled_from((1, 2, 2, 2, 3)))
    local = draw(st.sampled_from(LOCALS[dimensions]))
    return Launches(
        local=local,
        groups=tuple(draw(st.integers(1, 3)) for _ in local),
        at_run_time=draw(st.booleans()),
        written=draw(st.sampled_from(("lists", "elements", "products", "scalars"))),
        shared=draw(st.booleans()),
        swapped=draw(st.booleans()),
        offset=draw(st.sampled_from(("NULL", "NULL", "offset"))),
        rim=draw(st.integers(0, 3)),
    )


@st.composite
def coarse_programs(draw: st.DrawFn) -> Texts:
    """A program of one or two kernels, with up to three ways to merge work-items."""
    given = draw(launches())
    setting = draw(st.sampled_from(SETTINGS))
    scope = Scope(draw, len(given.local))
    names = draw(st.sampled_from((("ka",), ("ka",), ("ka", "kb"))))
    kernels = tuple(kernel(scope, name, given.local, setting) for name in names)
    text = HELPERS + "\n" + "\n".join(each.text for each in kernels)
    runs = ["./host"]
    if given.at_run_time:
        runs.append("./host " + " ".join(str(3 - n % 3) for n in given.groups))
    outputs = dict.fromkeys(("state", *(f"counts{each}" for each in ATOMICS)), 4)
    files = {"host.c": host_text(kernels, given), "kernel.cl": text}
    return Texts(files, BUILD, tuple(runs), outputs, ways=_ways(draw, given.local, names))


def _ways(draw: st.DrawFn, local: tuple[int, ...], names: tuple[str, ...]) -> tuple[Way, ...]:
    """What is decided of the kernels, with `layout` in front at times; and once, nothing."""
    blocked = [
        f"{'xyz'[number]}{factor}"
        for number, side in enumerate(local)
        for factor in FACTORS
        if side % factor == 0
    ]
    apart = [f"{each}s" for each in blocked if each[0] == "x"]
    unrolled = [f"{each}u" for each in blocked]
    found = []
    for _ in range(draw(st.integers(1, 3))):
        is_apart = bool(apart) and draw(st.integers(0, 3)) == 3  # only where x is read together
        choices = st.sampled_from(apart if is_apart else [*blocked, *unrolled] or ["best"])
        made = {f"coarsen:{name}": draw(choices) for name in names}
        passes = draw(st.sampled_from(("coarsen", "coarsen", "coarsen", "layout,coarsen")))
        found.append(Way(passes, made, GPU if is_apart else None))
    return (*found, *([Way("coarsen")] if draw(st.integers(0, 3)) == 3 else []))
