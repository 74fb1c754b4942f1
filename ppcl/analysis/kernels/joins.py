"""How a program's text is joined of parts: macros in front of its files, and where lines end.

Files are read one by one, and macros in front are given by name. That is the same text only where
each part ends its line: another line's text, comment or splice would go on in the next part.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ppcl.analysis.kernels.text import FileText, KnownText, Parts
from ppcl.frontend import directives_in, next_token, tokens

# Lines of program text that hold no code: comments are not among them.
_DEFINE = re.compile(rb"\s*#\s*define\s+([A-Za-z_]\w*(?:\([^)]*\))?)[ \t]*([^\r\v\f]*)")
_IGNORED = re.compile(rb"\s*(#\s*pragma\s+OPENCL\s+(EXTENSION|FP_CONTRACT)\b.*)?")
_SPLICES = (b"\\", b"??/")
_CLOSING = (b";", b"}")


def front_macros(parts: Parts) -> tuple[str, ...] | None:
    """The macros that known text in front of files defines; None where it says more, or stands
    behind a file."""
    spelled = [part.value if isinstance(part, KnownText) else b"\0" for part in parts]
    front, *behind = b"".join(spelled).split(b"\0")
    if any(rest.strip() for rest in behind):
        return None
    found: list[str] = []
    for line in map(bytes.strip, front.split(b"\n")):
        define = _DEFINE.fullmatch(line)
        if _goes_on(line) or not (define or _IGNORED.fullmatch(line)):
            return None
        if define is not None:
            name, body = (group.decode("ascii") for group in define.groups())
            found.append(f"{name}={body.strip()}")
    return tuple(found)


def _goes_on(line: bytes) -> bool:
    """Whether a line may go on in the next one, or has bytes that are not the same to everyone."""
    pairs = pairwise(tokens(line, 0, len(line)))
    opens = any(
        one.text == b"/" and other.text[:1] == b"*" and one.end == other.start
        for one, other in pairs
    )
    return opens or line.endswith(_SPLICES) or not line.isascii()


def broken_line(parts: Parts, files: Sequence[bytes]) -> FileText | None:
    """The first file of a text that goes on with the line in front of it."""
    texts, said = iter(files), b""
    for part in parts:
        if isinstance(part, FileText):
            text = next(texts)
            if not _may_join(said, text):
                return part
            said += text
        elif isinstance(part, KnownText):
            said += part.value
    return None


def _may_join(said: bytes, text: bytes) -> bool:
    """Whether a text behind another is read as if it began a line."""
    code = said.rstrip()
    if not code or b"\n" in said[len(code) :]:
        return not code.endswith(_SPLICES)
    *_, last = tokens(said, 0, len(said))
    begin = next_token(text, 0)
    in_directive = any(each.end >= last.end for each in directives_in(said, 0, len(said)))
    closes = last.text in _CLOSING and last.end == len(code) and not in_directive
    return closes and begin is not None and begin.kind == "word"
