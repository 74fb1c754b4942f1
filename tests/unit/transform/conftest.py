"""A small program, and its facts for any text of it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.frontend import ParseOptions
from ppcl.targets import load
from tests.unit.small_program import PROGRAM

# Replacements of text: (file, old, new). The old text must be there.
Change = tuple[str, bytes, bytes]
Read = Callable[[Mapping[str, bytes]], Facts]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a program of these texts as the engine does, from memory."""
    for path, text in PROGRAM.items():
        (tmp_path / path).write_bytes(text)
    reading = Reading({}, ParseOptions())
    target = load("amd-cpu")
    return lambda texts, unknown=frozenset(), parsed=None: analyse(
        tmp_path, ("host.c", "sum.cl"), texts, reading, target
    )


@pytest.fixture
def before(read: Read) -> Facts:
    """The facts of the program as it is."""
    return read(PROGRAM)


@pytest.fixture
def after(read: Read) -> Callable[..., Facts]:
    """The facts after some changes."""

    def changed(*changes: Change) -> Facts:
        texts = dict(PROGRAM)
        for path, old, new in changes:
            assert old in texts[path]
            texts[path] = texts[path].replace(old, new)
        return read(texts)

    return changed
