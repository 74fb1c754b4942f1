"""compile_commands.json: how a build compiles each file."""

import json
import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.frontend.compiler_words import handed_on, speaking, unheard
from ppcl.frontend.options import ParseOptions

_NAME = "compile_commands.json"


def read_compile_commands(folder: Path) -> Mapping[str, ParseOptions]:
    """Options by absolute path of the file, from `folder`'s compile_commands.json.

    -I, -isystem, -iquote, -D, -U, -include, -std and what makes `char` signed or not are read, what
    is not known to say nothing is kept; a C++ compiler stands for a C++ standard, as it reads `.c`
    files as C++ too. Source: clang's "JSON Compilation Database Format". PpclError (USAGE) where
    the file cannot be read or is not one.
    """
    path = folder / _NAME
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return _merged(map(_entry, entries))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PpclError(
            f"{path}: cannot be read as a compilation database: {error}", exit_code=ExitCode.USAGE
        ) from error


def _merged(found: Iterable[tuple[str, ParseOptions]]) -> dict[str, ParseOptions]:
    options: dict[str, ParseOptions] = {}
    for path, each in found:
        options[path] = either(options.get(path, each), each)
    return options


def either(one: ParseOptions, other: ParseOptions) -> ParseOptions:
    """The options of a file that is compiled twice: of what differs is not known which counts."""
    differ = () if one == other else ("(compiled twice, with other options)",)
    changed = () if one.handed_on == other.handed_on else (*one.handed_on, *other.handed_on)
    unheard = dict.fromkeys((*one.unheard, *other.unheard, *differ, *changed))
    return replace(other, unheard=tuple(unheard))


def _entry(entry: Mapping[str, object]) -> tuple[str, ParseOptions]:
    directory = str(entry["directory"])
    listed = entry.get("arguments")
    split = [] if isinstance(listed, list) else shlex.split(str(entry["command"]))
    words = [str(word) for word in listed] if isinstance(listed, list) else split
    path = os.path.normpath(os.path.join(directory, str(entry["file"])))
    return path, options_of_words(directory, words)


def options_of_words(directory: str, words: Sequence[str]) -> ParseOptions:
    """The options that a compiler's call in a folder gives; its first word is the compiler."""
    standards = [w.removeprefix("-std=") for w in words if w.startswith("-std=")]
    if not standards and words and words[0].endswith("++"):
        standards = ["gnu++17"]
    return ParseOptions(
        tuple(
            os.path.normpath(os.path.join(directory, folder))
            for flag in ("-I", "-isystem")
            for folder in _values(words, flag)
        ),
        _defines(words),
        standards[-1] if standards else None,
        tuple(_ahead(directory, words)),
        quoted_dirs=tuple(
            os.path.normpath(os.path.join(directory, folder))
            for folder in _values(words, "-iquote")
        ),
        speaking=speaking(words),
        unheard=unheard(words),
        handed_on=handed_on(words),
    )


def _defines(words: Sequence[str]) -> tuple[str, ...]:
    """The macros that are defined in the end: `-U` takes one back."""
    found: list[str] = []
    for index, word in enumerate(words):
        value = word[2:] or "".join(words[index + 1 : index + 2])
        if word.startswith("-D"):
            found.append(value)
        elif word.startswith("-U"):
            found = [each for each in found if each.partition("=")[0] != value]
    return tuple(found)


def _ahead(directory: str, words: Sequence[str]) -> Iterator[str]:
    """The files that are read in front: of the build's folder, or found as other headers are."""
    for word, following in pairwise(words):
        if word == "-include":
            path = os.path.normpath(os.path.join(directory, following))
            yield path if os.path.exists(path) else following


def _values(words: Sequence[str], flag: str) -> Iterator[str]:
    """The values of an option, given as `-Ix` or `-I x`."""
    for index, word in enumerate(words):
        if word == flag and index + 1 < len(words):
            yield words[index + 1]
        elif word.startswith(flag) and word != flag:
            yield word.removeprefix(flag)
