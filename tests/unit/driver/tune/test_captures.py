"""The launches of the original that candidates are measured by."""

from dataclasses import dataclass
from typing import cast

import pytest

from ppcl.diag import PpclError
from ppcl.driver.tune.launches import Representative
from ppcl.driver.tune.measuring import captures
from ppcl.verify.observe import Program, Run
from ppcl.verify.race import Track
from tests.unit.driver.tune.test_launches import run


@dataclass(frozen=True)
class Runs:
    """A track on which each run is this one."""

    found: Run

    def observed(self, program: Program, wanted: object) -> Run:
        return self.found


def test_a_launch_that_was_not_captured_is_not_left_out_in_silence() -> None:
    found = run(("a", 64, 5))
    found.processes[0].notes.append("it waits for an event")
    track = cast("Track", Runs(found))
    with pytest.raises(PpclError, match="1 of 1 launches were not captured: it waits for an"):
        captures(track, cast("Program", None), [Representative("a", 1, 1.0)], str, 1)
