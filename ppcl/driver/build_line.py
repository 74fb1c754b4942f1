"""How the build line of a ppcl.toml compiles each host file.

Of a compiler's call, the words that the shell would leave as they are count, and others are kept as
not understood. What else a line does (`make`, a changed folder) gives no options.
"""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppcl.frontend import COMPILER, ParseOptions, either, options_of_words

# Compilers whose options ppcl does not know.
_OTHERS = re.compile(
    r"(.*/)?([\w+-]*(cc|CC|clang|[cg]\+\+)(-[\d.]+)?|icpc|icx|icpx|mpicxx|nvc|c89|c99|c17|zig)\Z"
)
# What a shell makes something else of: variables, commands, patterns.
_EXPANDED = re.compile(r"[$`*?\[{~]")
_OPERATORS = frozenset("()<>|&;")
_BETWEEN = frozenset(["&&", ";"])
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
# What changes how the commands behind it are run.
_SETTING = frozenset(["export", "declare", "typeset", "set", "source", ".", "eval", "alias"])
_HARMLESS = frozenset(["ccache", "time", "nice"])


@dataclass(frozen=True)
class BuildLine:
    """Options by source (relative to the folder where the line is run), and words of calls that are
    not understood and may name any source."""

    options: dict[str, ParseOptions] = field(default_factory=dict)
    unheard: tuple[str, ...] = ()


def read_build_line(command: str, folder: Path) -> BuildLine:
    """What a line says, as far as it names its sources."""
    found: dict[str, ParseOptions] = {}
    before: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()
    for call in _calls(command):
        if call[0] in _SETTING or all(map(_ASSIGNED.match, call)):
            before = (*before, " ".join(call))
        start = next((i for i, word in enumerate(call) if is_compiler(word)), None)
        if start is None:
            continue
        odd = (*before, *_odd(call, start))
        anywhere += odd if any(map(_is_odd, call[start:])) else ()
        plain = [call[start], *(word for word in call[start + 1 :] if not _is_odd(word))]
        options = options_of_words(str(folder), plain)
        options = replace(options, unheard=(*odd, *options.unheard))
        for source in (os.path.normpath(w) for w in plain[1:] if (folder / w).is_file()):
            found[source] = either(found.get(source, options), options)
    return BuildLine(found, anywhere)


def is_compiler(word: str) -> bool:
    """Whether a command is a compiler's, or may be."""
    return bool(COMPILER.match(word) or _OTHERS.match(word) or re.match(r"[$`]", word))


def _odd(call: Sequence[str], start: int) -> Iterator[str]:
    """The words that the shell gives to a compiler in another way."""
    yield from (word for word in call[:start] if word not in _HARMLESS)
    yield from filter(_is_odd, call[start + 1 :])


def _is_odd(word: str) -> bool:
    return bool(_EXPANDED.search(word)) or set(word) <= _OPERATORS


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
            elif call[:1] == ["cd"] or set(word) <= _OPERATORS:
                if call:
                    yield [*call, word]
                return
            else:
                call.append(word)
    except ValueError:  # a quotation that does not end
        return
