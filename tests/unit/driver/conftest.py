"""Programs in folders of their own."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.unit.small_program import PROGRAM

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes files into a folder of the working directory; the small program if none are given."""
    monkeypatch.chdir(tmp_path)

    def written(folder: str = "prog", files: Mapping[str, bytes] = PROGRAM) -> Path:
        for name, data in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return Path(folder)

    return written
