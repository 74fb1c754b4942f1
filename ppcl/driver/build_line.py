"""How the build line of a ppcl.toml compiles each host file.

Only calls of a compiler whose words the shell would leave as they are count; what else a line does
(`make`, `$(CC)`, a changed folder) gives no options.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ppcl.frontend import ParseOptions, options_of_words

_COMPILER = re.compile(r"(.*[-/])?(cc|gcc|clang|c\+\+|g\+\+|clang\+\+)(-[\d.]+)?\Z")
# What a shell makes something else of: variables, commands, patterns.
_EXPANDED = re.compile(r"[$`*?\[{~]")
_BETWEEN = frozenset(["&&", ";"])


def build_line_options(command: str, folder: Path) -> Mapping[str, ParseOptions]:
    """Options by source (relative to `folder`, where the line is run), as far as it names them."""
    return {
        os.path.normpath(word): options_of_words(str(folder), call)
        for call in _calls(command)
        if _COMPILER.match(call[0]) and not any(map(_EXPANDED.search, call))
        for word in call[1:]
        if (folder / word).is_file()
    }


def _calls(command: str) -> Iterator[Sequence[str]]:
    """The commands of a line; none after a change of the folder or what is not understood."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    call: list[str] = []
    try:
        for word in (*lexer, ";"):
            if word in _BETWEEN and call:
                yield call
                call = []
            elif call[:1] == ["cd"] or set(word) <= set("()<>|&;"):
                return
            else:
                call.append(word)
    except ValueError:  # a quotation that does not end
        return
