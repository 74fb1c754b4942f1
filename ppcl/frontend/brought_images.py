"""Copies of stb_image.h and stb_image_write.h: ppcl's own are read in their place.

Thousands of lines decode and encode files; all that matters of them is which memory they make, read
and give (docs/adr/0003-bindings-as-headers.md).
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from ppcl.frontend.options import BINDINGS

_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_OWN = BINDINGS / "ppcl_stb"
# What each copy says, by its file name.
_MARKS = {
    b"stb_image.h": b"STBI_INCLUDE_STB_IMAGE_H",
    b"stb_image_write.h": b"INCLUDE_STB_IMAGE_WRITE_H",
}
_NAMES = re.compile(rb"\b(?:stbi|STBI|STBIW)_\w+")
# Switches that change nothing of this.
_SWITCHES = frozenset({b"STBI_MSC_SECURE_CRT", b"STBI_FAILURE_USERMSG"})
_SYSTEM = ("/usr/local/include", "/usr/include")


def brought_images(
    path: str, texts: Mapping[str, bytes], arguments: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """The absolute paths of such copies that a file at an absolute path includes, itself or by the
    program's headers, each with a text that includes ppcl's; none where the program asks for more
    than ppcl's have. `texts` replace files by absolute paths."""
    copies: dict[str, bytes] = {}
    named: set[bytes] = set()
    folders = [*_folders(arguments), *_SYSTEM]
    waiting, seen = [path], {path}
    while waiting:
        including = waiting.pop()
        text = _bytes(including, texts)
        named.update(_NAMES.findall(text))
        for written in _INCLUDED.findall(text):
            found = _found(os.fsdecode(written), including, folders, texts)
            name = written.rpartition(b"/")[2]
            if found is None or found in seen:
                continue
            seen.add(found)
            if name in _MARKS and _MARKS[name] in _bytes(found, texts):
                copies[found] = name
            elif not found.startswith("/usr/"):
                waiting.append(found)
    if copies and named - _SWITCHES <= _known():
        own = os.fsencode(_OWN)
        yield from ((at, b'#include "%b/%b"\n' % (own, name)) for at, name in copies.items())


def _known() -> set[bytes]:
    texts = ((_OWN / os.fsdecode(name)).read_bytes() for name in _MARKS)
    return {name for text in texts for name in _NAMES.findall(text)}


def _folders(arguments: Sequence[str]) -> list[str]:
    joined = [word[2:] for word in arguments if word.startswith("-I")]
    return [*joined, *(b for a, b in pairwise(arguments) if a in ("-iquote", "-isystem"))]


def _found(
    written: str, including: str, folders: Sequence[str], texts: Mapping[str, bytes]
) -> str | None:
    for folder in (os.path.dirname(including), *folders):
        found = os.path.normpath(os.path.join(folder, written))
        if found in texts or os.path.isfile(found):
            return found
    return None


def _bytes(path: str, texts: Mapping[str, bytes]) -> bytes:
    return texts[path] if path in texts else Path(path).read_bytes()
