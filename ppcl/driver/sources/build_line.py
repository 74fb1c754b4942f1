"""How the build line of a ppcl.toml compiles each host file.

Of a compiler's call, the words that the shell would leave as they are count, and others are kept as
not understood. What else a line does (`make`) gives no options, if no compiler is seen in it. Of
variables, PPCL_ROOT is known: it is the program's folder wherever the line is run.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from pathlib import Path

from ppcl.driver.sources.shell_words import (
    ASSIGNED,
    ROOT,
    SHELL,
    is_operator,
    shell_words,
    with_root,
)
from ppcl.frontend import COMPILER, ParseOptions, changes_values, either, options_of_words

# Compilers whose options ppcl does not know.
_OTHERS = re.compile(
    r"(.*/)?([\w+-]*(cc|CC|clang|[cg]\+\+)(-[\d.]+)?|icpc|icx|icpx|mpicxx|nvc|c89|c99|c17|zig)\Z"
)
# What a shell makes something else of: variables, commands, patterns.
_EXPANDED = re.compile(r"[$`*?\[{~]")
_BETWEEN = frozenset(["&&", ";"])
# What changes how the commands behind it are run.
_SETTING = frozenset(["export", "declare", "typeset", "set", "source", ".", "eval", "alias"])
_HARMLESS = re.compile(r"ccache|time|nice|env|exec|timeout|then|do|else|if|while|[!{]|-n|\d+")
_TELLING = frozenset(["echo", "printf"])


@dataclass(frozen=True)
class BuildLine:
    """Options by source (relative to the folder where the line is run), and words of calls that are
    not understood and may name any source."""

    options: dict[str, ParseOptions] = field(default_factory=dict)
    unheard: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Call:
    """A command's words, the folder where it runs, and an operator behind it that is not read, with
    what follows."""

    folder: str
    words: tuple[str, ...]
    left: str = ""


def read_build_line(command: str, folder: Path) -> BuildLine:
    """What a line says, as far as it names its sources."""
    found: dict[str, ParseOptions] = {}
    before: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()
    for call in _calls(command):
        if call.words[:1] and (call.words[0] in _SETTING or all(map(ASSIGNED.match, call.words))):
            before = (*before, " ".join(call.words))
        start = next((i for i, word in enumerate(call.words) if is_compiler(word)), None)
        if start is None:
            anywhere += tuple(_hidden(call))
            continue
        odd = (*before, *_odd(call, start))
        anywhere += odd if call.left or any(map(_is_odd, call.words[start:])) else ()
        there = os.path.abspath(folder)
        plain = [w.replace(ROOT, there) for w in call.words[start + 1 :] if not _is_odd(w)]
        options = options_of_words(str(folder / call.folder), [call.words[start], *plain])
        options = replace(options, unheard=(*_as_written(odd), *options.unheard))
        named = (os.path.normpath(os.path.join(call.folder, word)) for word in plain)
        for source in (path for path in named if (folder / path).is_file()):
            found[source] = either(found.get(source, options), options)
    return BuildLine(found, _as_written(anywhere))


def is_compiler(word: str) -> bool:
    """Whether a command is a compiler's, or may be."""
    return bool(COMPILER.match(word) or _OTHERS.match(word) or re.match(r"[$`]", word))


def _odd(call: _Call, start: int) -> Iterator[str]:
    """The words that the shell gives to a compiler in another way; backquotes stand around a
    command that is not known to hand on the compiler's words as they are."""
    front = [word for word in call.words[:start] if not _HARMLESS.fullmatch(word)]
    yield from filter(ASSIGNED.match, front)
    if not all(map(ASSIGNED.match, front)):
        yield f"`{' '.join(call.words[: start + 1])}`"
    yield from filter(_is_odd, call.words[start + 1 :])
    yield from [call.left] if call.left else []


def _hidden(call: _Call) -> Iterator[str]:
    """What may call a compiler, but is not read."""
    inner = [part for word in call.words if " " in word for part in word.split()]
    if any(map(is_compiler, inner)) and call.words[0] not in _TELLING:
        yield f"`{' '.join(call.words)}`"
    if not is_operator(call.left) and any(map(is_compiler, call.left.split())):
        yield call.left


def _as_written(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.replace(ROOT, "$PPCL_ROOT") for word in words)


def _is_odd(word: str) -> bool:
    return bool(_EXPANDED.search(word))


def _calls(command: str, folder: str = ".") -> Iterator[_Call]:
    """The commands of a line, and those that it has a shell run; none after what is not read."""
    words = shell_words(with_root(command))
    call: list[str] = []
    for index, word in enumerate(words):
        if not is_operator(word):
            call.append(word)
        elif word not in _BETWEEN or (call[:1] == ["cd"] and not _is_plain(call)):
            yield _Call(folder, tuple(call), _left(words[index:-1]))
            return
        else:
            yield from _inner(folder, call)
            folder = _entered(folder, call[1]) if call[:1] == ["cd"] else folder
            call = []


def _inner(folder: str, call: Sequence[str]) -> Iterator[_Call]:
    words = list(dropwhile(_HARMLESS.fullmatch, call))
    if words and SHELL.fullmatch(words[0]):
        for word in words[1:]:
            yield from _calls(word, folder)
    elif call:
        yield _Call(folder, tuple(call))


def _is_plain(cd: Sequence[str]) -> bool:
    return len(cd) == 2 and not _is_odd(cd[1]) and not cd[1].startswith("-")


def _entered(folder: str, name: str) -> str:
    """Where `cd` leads to; the program's folder has the files of each copy of it."""
    return f".{name.removeprefix(ROOT)}" if name.startswith(ROOT) else os.path.join(folder, name)


def _left(words: Sequence[str]) -> str:
    """An operator, with what follows if that may call a compiler, or hold options."""
    rest = [word for word in words[1:] if not is_operator(word)]
    loud = "(" in words[0] or any(is_compiler(word) or changes_values(word) for word in rest)
    return " ".join(words) if loud else words[0]
