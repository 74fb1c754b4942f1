"""`#line` in generated C: compilers and debuggers then speak of the kernel file's lines."""

import re
from collections.abc import Iterator

# The place behind a statement (`ppcl.backend.c.printer`); a line that is all comment has none.
_PLACED = re.compile(r"(?!\s*/\*).*\S /\* (\S.*):(\d+) \*/")


def with_line_directives(text: str, name: str) -> str:
    """A text, of the file `name`, whose statements stand on the lines that their comments say."""
    return "\n".join(_lines(text.split("\n"), name))


def _lines(lines: list[str], name: str) -> Iterator[str]:
    number, is_own = 0, True
    for line in lines:
        placed = _PLACED.fullmatch(line)
        if placed is not None:
            number += 1
            yield _directive(int(placed[2]), placed[1])
        elif not is_own:
            number += 1
            yield _directive(number + 1, name)
        is_own = placed is None
        number += 1
        yield line


def _directive(number: int, file: str) -> str:
    said = file.replace("\\", "\\\\").replace('"', '\\"')
    return f'#line {number} "{said}"'
