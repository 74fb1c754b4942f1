"""Writes what is found to `ppcl.tune.toml`, which other runs may write to at the same time."""

from pathlib import Path

from ppcl.driver.lock import locked
from ppcl.driver.output import OutputFile, write_files
from ppcl.driver.tune.extra import extra
from ppcl.driver.tune.tuned import Device, Tuned, head, read_tuned, tuned_document


def writable(path: Path) -> Tuned:
    """What the file has, nothing where there is none. Raises PpclError (usage) where it could not
    be written: that is to be known before anything takes time."""
    extra("tomli_w")
    tuned = read_tuned(path)
    with locked(path.resolve()):
        return tuned


def save(path: Path, device: Device) -> None:
    """Writes the entry of a device into the file as it is now, whole or not at all. Raises
    PpclError (usage) where it cannot be written."""
    place = path.resolve()
    with locked(place):
        tuned = read_tuned(place).with_device(device)
        text = head() + extra("tomli_w").dumps(tuned_document(tuned))
        write_files([OutputFile(place, text.encode())])
