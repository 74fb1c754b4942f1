"""What the commands of a ppcl.toml do to files: where they run, and which files they may write.

A command is known to read the files that it names, or to write some of them; any other one may
write all of them. What a program of the user's does is seen in its source.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise
from pathlib import Path

from ppcl.driver.sources.build_line import is_compiler
from ppcl.driver.sources.shell_words import ASSIGNED, SHELL, is_operator, shell_words

_NAME = re.compile(r"[\w.+-]*[^\W\d][\w.+-]*")
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


_PIECE = re.compile(r"[\w./+*-]+")
# They may write all that a folder holds.
_OF_FOLDERS = frozenset(["mv", "rsync"])
# What a shell puts something else for: any name, as a pattern.
_EXPANDED = re.compile(r".*`.*|\$\{[^}]*\}|\$\w+|\$.|[$?*]|\[[^]]+\]|\{.+\}")
# Words in front of a command within others.
_LEADING = frozenset(["do", "then", "else", "if", "while", "until", "!", "{", "elif"])
# Their last name is written: into a folder, each of the others.
_COPYING = re.compile("cp|mv|install|ln|rsync|xxd")
_READING = re.compile(
    r"echo|printf|test|\[|true|false|ls|cat|mkdir|export|set|ulimit|sleep|head|tail|wc|diff|cmp|grep"
    "|ld|ar|ranlib|strip"
)
_AROUND = re.compile(
    "time|nice|env|timeout|exec|taskset|numactl|stdbuf|ccache|sudo|mpirun|mpiexec|srun|oclgrind"
    "|valgrind"
)


@dataclass(frozen=True)
class ShellCommands:
    """Folders that commands enter, and the files that they may write, each with the command; all
    are relative to the folder where these run."""

    entered: tuple[str, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)


NO_COMMANDS = ShellCommands()


def read_commands(build: str, runs: Sequence[str] = (), root: Path | None = None) -> ShellCommands:
    """What the line that builds a program and those that run it do, as far as they can be read;
    scripts and makefiles count that stand in the folder `root`."""
    entered: list[str] = []
    written: dict[str, str] = {}
    for line in (build, *runs):
        folder = "."
        for call in _calls(line):
            if call.words[:1] == ("cd",) and len(call.words) > 1:
                folder = os.path.normpath(os.path.join(folder, call.words[1]))
                entered.extend([folder] if line in runs else [])
            for name in call.written(line in runs):
                path = os.path.normpath(os.path.join(folder, name))
                written.setdefault(path, " ".join(call.words))
            if root is None or _is_made(folder, call, written):
                continue  # what it gets is data: what it does is seen in its source
            for path in files_of_script(root / folder, call.ran()):
                written.setdefault(path, " ".join(call.words))
    return ShellCommands(tuple(dict.fromkeys(entered)), written)


def _is_made(folder: str, call: "_Call", written: Mapping[str, str]) -> bool:
    """Whether a command is the program that another one makes."""
    words = call.ran()
    return bool(words) and os.path.normpath(os.path.join(folder, words[0])) in written


@dataclass(frozen=True)
class _Call:
    """A command's words, and the files that its output goes to."""

    words: tuple[str, ...]
    outputs: tuple[str, ...]

    def written(self, runs: bool) -> Iterator[str]:
        """What the command may write; where it `runs` the program, that is called by its path."""
        yield from self.outputs
        words = _inner(self.words)
        name = os.path.basename(words[0]) if words else "true"
        if _COPYING.fullmatch(name):
            yield from _copied(words)
        elif SHELL.fullmatch(name):
            yield from (path for word in words[1:] for path in read_commands(word).written)
        elif _READING.fullmatch(name) or is_compiler(words[0]):
            yield from (after for word, after in pairwise(words) if word == "-o")
        elif name != "cd" and not (runs and "/" in words[0]):
            yield from (piece for word in words[1:] for piece in _PIECE.findall(word))

    def ran(self) -> Sequence[str]:
        """The words of a command that may be, or have, a script to run."""
        words = _inner(self.words)
        name = os.path.basename(words[0]) if words else "true"
        known = _COPYING.fullmatch(name) or _READING.fullmatch(name) or name == "cd"
        return () if known or is_compiler(name) else words


def _inner(words: Sequence[str]) -> Sequence[str]:
    """The command that others run, behind their options and numbers, and what is set for it."""
    words = list(dropwhile(lambda word: word in _LEADING or ASSIGNED.match(word), words))
    while words and _AROUND.fullmatch(os.path.basename(words[0])):
        words = list(dropwhile(_is_said, words[1:]))
    return words


def _is_said(word: str) -> bool:
    return bool(re.match(r"-|\d", word) or ASSIGNED.match(word))


def _copied(words: Sequence[str]) -> Iterator[str]:
    """The last name, and what is put into it; of all, where an option says that it is another."""
    names = [word for word in words[1:] if not word.startswith("-")]
    command = os.path.basename(words[0])
    told = command == "mv" or any(re.match(r"-\w*t|--target", word) for word in words[1:])
    whole = any(re.match(r"-\w*[rRa]|--(recursive|archive)", word) for word in words[1:])
    for last in names if told else names[1:][-1:]:
        yield last
        yield from [os.path.join(last, "*")] if whole or command in _OF_FOLDERS else []
        yield from (os.path.join(last, os.path.basename(name)) for name in names if name != last)


def _calls(line: str) -> Iterator[_Call]:
    words: list[str] = []
    outputs: list[str] = []
    before = ""
    for word in map(_as_pattern, shell_words(line)):
        if ">" in before:
            outputs.append(word)
        elif word[:1] in ("<", ">") or word in (">&", "&>", "&>>"):
            before = word
            continue
        elif is_operator(word):
            yield _Call(tuple(words), tuple(outputs))
            words, outputs = [], []
        elif "<" not in before:
            words.append(word)
        before = ""


def _as_pattern(word: str) -> str:
    """A word with `*` where the shell puts something else; one for the shell to run stays."""
    return word if " " in word else _EXPANDED.sub("*", word)
