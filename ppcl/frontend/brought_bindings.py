"""Copies of OpenCL's C++ bindings that a program brings along: ppcl's are read in their place.

`<CL/cl.hpp>` finds ppcl's own, which stand in front of all folders; `"cl.hpp"` finds what stands
beside the file that says so, before any folder is asked for (C++17 19.2, and so all compilers).
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ppcl.frontend.options import BINDINGS

_QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_NAMES = frozenset({b"cl.hpp", b"cl2.hpp", b"opencl.hpp"})
# What all of Khronos's releases say, and nobody who only includes them.
_MARKS = (b"The Khronos Group", b"namespace cl", b"enqueueNDRangeKernel")


def brought_bindings(path: str, texts: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The absolute paths of such copies that a file at an absolute path comes to by quoted
    includes, each with a text that includes ppcl's; `texts` replace files by absolute paths."""
    seen = {path}
    waiting = [path]
    while waiting:
        including = waiting.pop()
        for written in _QUOTED.findall(_bytes(including, texts)):
            found = os.path.join(os.path.dirname(including), os.fsdecode(written))
            found = os.path.normpath(found)
            if found in seen or not (found in texts or os.path.isfile(found)):
                continue
            seen.add(found)
            name = written.rpartition(b"/")[2]
            if name in _NAMES and all(mark in _bytes(found, texts) for mark in _MARKS):
                yield found, b'#include "%b/CL/%b"\n' % (os.fsencode(BINDINGS), name)
            else:
                waiting.append(found)


def _bytes(path: str, texts: Mapping[str, bytes]) -> bytes:
    return texts[path] if path in texts else Path(path).read_bytes()
