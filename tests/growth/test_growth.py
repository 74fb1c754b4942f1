"""The work for a program grows with its length, and not faster."""

from pathlib import Path

import pytest

from tests.calls import calls_of
from tests.command import run_ppcl
from tests.growth.programs import COMMANDS, KINDS, written

SIZE = 20
# Of twice as long a program what is added is twice as much: four times, if all look at all.
MOST = 2.3
# Each plan looks at the whole text for a moment; it is not read again for each.
MOST_OF = {("tables", "compile"): 3.4}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_program(kind: str, command: str, tmp_path: Path) -> None:
    calls_for(kind, 1, command, tmp_path)  # what is loaded once
    first, second, third = (calls_for(kind, SIZE * n, command, tmp_path) for n in (1, 2, 4))
    most = MOST_OF.get((kind, command), MOST)
    assert third - second < most * (second - first), (first, second, third)


def calls_for(kind: str, size: int, command: str, where: Path) -> int:
    """The calls of functions that a command makes for a program of a size."""
    folder = written(kind, size, where / str(size))
    done = []
    calls = calls_of(lambda: done.append(run_ppcl(COMMANDS[command], folder)))
    assert done[0].returncode == 0, done[0].stderr
    return calls
