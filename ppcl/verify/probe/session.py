"""Runs the probe in a process of its own."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ppcl.emit import probe_kernels
from ppcl.verify.apart import apart
from ppcl.verify.probe.samples import Run, run_of

_WORKER = "ppcl.verify.probe.worker"


def run_probe(
    kind: str,
    seed: int,
    variables: Mapping[str, str],
    scratch: Path,
    timeout: float,
    say: Callable[[str], None],
) -> Run:
    """One run on the first device of a kind on the platform of `variables`. Raises PpclError where
    it cannot be used, crashes, or takes longer than `timeout` seconds for one measurement."""
    kernels = scratch / "probe.cl"
    kernels.write_text(probe_kernels(), "utf-8")
    with apart(_WORKER, [kind, str(seed), str(kernels)], variables, scratch) as process:
        while "run" not in (answer := process.answer(timeout)):
            say(answer["doing"])
        return run_of(answer["run"])
