"""Which files the scripts and makefiles of a program's own folder may write, told by their text."""

import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

_NAME = re.compile(r"[\w.+-]+")
_MAKE = re.compile("(.*/)?g?make")
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_RULE = re.compile(r"^(?![\t#])([^:=#\n]+)::?(?!=)", re.MULTILINE)
_DEFINED = re.compile(r"^ *(\w+) *[:?]*= *(.*)$", re.MULTILINE)


def files_of_script(folder: Path, words: Sequence[str]) -> Iterator[str]:
    """The names that a script's text has, in any folder, or the targets of a makefile's rules."""
    for index, word in enumerate(words):
        if _MAKE.fullmatch(word):
            yield from _anywhere(_targets(_text(_makefile(folder, words[index + 1 :]))))
            return
        text = _text(folder / word)
        if text:
            yield from _anywhere(_NAME.findall(text))
            return


def _anywhere(names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        yield from (name, f"*/{name}")


def _text(path: Path) -> str:
    """What a file holds; nothing, if it is none, or a program."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError):
        return ""
    return "" if b"\0" in data else data.decode("utf-8", "surrogateescape")


def _makefile(folder: Path, words: Sequence[str]) -> Path:
    for option, value in pairwise(words):
        folder = folder / value if option == "-C" else folder
    for option, value in pairwise(words):
        if option == "-f":
            return folder / value
    there = (folder / name for name in _MAKEFILES)
    return next((path for path in there if path.is_file()), folder / _MAKEFILES[-1])


def _targets(text: str) -> list[str]:
    """What the rules make; variables that are defined of plain words are put in."""
    text = text.replace("\\\n", " ")
    values = dict(_DEFINED.findall(text))
    found: list[str] = []
    for rule in _RULE.findall(text):
        named = re.sub(r"\$[({](\w+)[)}]", lambda use: values.get(use[1], ""), rule)
        found += [os.path.basename(word).replace("%", "*") for word in named.split()]
    return found
