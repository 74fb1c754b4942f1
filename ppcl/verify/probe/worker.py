"""The process of one run of the probe, on the one platform that it sees.

    python -m ppcl.verify.probe.worker cpu|gpu SEED KERNELS.cl

It says on its standard output, a line of JSON each: `{"doing": "..."}` before each measurement, and
at last `{"run": {...}}` as `samples.run_of` reads it, or `{"error": "..."}`. What a runtime prints
goes to standard error.
"""

import json
import os
import sys
from pathlib import Path
from typing import IO

import pyopencl as cl

from ppcl.verify.probe.curve import rises
from ppcl.verify.probe.measures import as_lists, bench, latencies, others, pairs, two_ways
from ppcl.verify.probe.queries import queried

_LEAST_LINE = 64  # bytes
_LEAST_LINES = 512
_KINDS = {"cpu": cl.device_type.CPU, "gpu": cl.device_type.GPU}


def probe(kind: str, seed: int, kernels: str, out: IO[str]) -> None:
    """Asks and measures the first device of a kind. Raises cl.Error where it cannot be used."""

    def say(**words: object) -> None:
        print(json.dumps(words), file=out, flush=True)

    def doing(text: str) -> None:
        say(doing=text)

    doing("asking the device")
    devices = cl.get_platforms()[0].get_devices(_KINDS[kind])
    if not devices:
        say(error=f"the platform has no {kind.upper()}")
        return
    device = devices[0]
    on = bench(device, kernels)
    said = queried(device, on.program)
    line = max(said.get("line", 0), _LEAST_LINE)
    chase = latencies(on, line, seed, doing)
    doing("cache lines")
    knees = [rise.knee for rise in rises(chase)]
    near = pairs(on, max(_LEAST_LINES, int(knees[0] / line) if knees else 0), seed)
    doing("work-items in step")
    ways = two_ways(on)
    times = {
        "chase": as_lists(chase),
        "pairs": as_lists(near),
        "ways": as_lists(ways),
        "timings": as_lists(others(on, doing)),
    }
    say(run={"queried": said, **times})


def main() -> None:
    """Runs once, as the command line says."""
    say = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        probe(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]).read_text("utf-8"), say)
    except cl.Error as error:
        print(json.dumps({"error": str(error).strip().splitlines()[0]}), file=say, flush=True)


if __name__ == "__main__":
    main()
