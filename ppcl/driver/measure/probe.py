"""What `ppcl target probe` does: two runs of the probe on a platform, as a target file."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ppcl.driver.verify import chosen_platforms, on_platform
from ppcl.targets import load, target_text
from ppcl.verify.platforms import environment
from ppcl.verify.probe.facts import entries, unsettled
from ppcl.verify.probe.session import run_probe
from ppcl.verify.trial import Progress


@dataclass(frozen=True)
class Probed:
    """The text of the target file, the platform it is of, and the facts that do not settle."""

    text: str
    platform: str
    unsettled: Sequence[str]


def probe_platform(name: str | None, timeout: float, progress: Progress) -> Probed:
    """Of the platform of a name, or of the first one that is found; `timeout` in seconds is for
    each measurement. Raises PpclError where there is none, or it cannot be used."""
    platforms, loader = chosen_platforms((name,) if name else ())
    platform, base = platforms[0], load(platforms[0].target)
    say = on_platform(platform, progress)
    runs = []
    for number in (1, 2):
        with tempfile.TemporaryDirectory(prefix="ppcl-probe-") as folder:
            scratch = Path(folder)
            variables = environment(platform, loader, scratch)

            def doing(text: str, number: int = number) -> None:
                say(f"run {number} of 2: {text}")

            runs.append(run_probe(base.kind, number, variables, scratch, timeout, doing))
    found = entries(base, *runs)
    said = runs[0].queried
    description = f"{said['device']} with {said['platform']} {said['driver']}, probed"
    text = target_text(f"{platform.name}-probed", description, found)
    return Probed(text, platform.name, unsettled(found))
