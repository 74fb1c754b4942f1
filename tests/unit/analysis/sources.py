"""Programs read and analysed from texts."""

from collections.abc import Mapping
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.frontend import ParseOptions
from ppcl.targets import load

HEAD = """\
#include <CL/cl.h>
#include <stdlib.h>
cl_command_queue queue;
cl_context context;
"""


def analysed(root: Path, texts: Mapping[str, str], target: str = "amd-cpu") -> Facts:
    """The facts of a program whose files are these texts."""
    overlay = {path: text.encode() for path, text in texts.items()}
    reading = Reading({}, ParseOptions())
    return analyse(root, tuple(texts), overlay, reading, load(target))
