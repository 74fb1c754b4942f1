"""The samples, and copies of them: their headers stand beside them."""

import shutil
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
COMMON = SAMPLES / "common"


def copied_sample(name: str, folder: Path) -> Path:
    """A sample in a folder, with the samples' headers beside it."""
    return Path(shutil.copytree(SAMPLES / name, share_headers(folder) / name))


def share_headers(folder: Path) -> Path:
    """A folder whose folders find the samples' headers as samples do."""
    shutil.copytree(COMMON, folder / COMMON.name, dirs_exist_ok=True)
    return folder
