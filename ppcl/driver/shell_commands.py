"""What the commands of a ppcl.toml do to files: where they run, and which files they may write.

A command is known to read the files that it names, or to write some of them; any other one may
write all of them. What a program of the user's does is seen in its source.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, pairwise

from ppcl.driver.build_line import is_compiler

_OPERATORS = frozenset("()<>|&;")
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
_PIECE = re.compile(r"[\w./+-]+")
_SHELL = re.compile("(ba|da|z|k)?sh")
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


def read_commands(build: str, runs: Sequence[str] = ()) -> ShellCommands:
    """What the line that builds a program and those that run it do, as far as they can be read."""
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
    return ShellCommands(tuple(dict.fromkeys(entered)), written)


@dataclass(frozen=True)
class _Call:
    """A command's words, and the files that its output goes to."""

    words: tuple[str, ...]
    outputs: tuple[str, ...]

    def written(self, runs: bool) -> Iterator[str]:
        """What the command may write; where it `runs` the program, that is called by its path."""
        yield from self.outputs
        words = _inner([word for word in self.words if not _ASSIGNED.match(word)])
        name = os.path.basename(words[0]) if words else "true"
        if _COPYING.fullmatch(name):
            yield from _copied(words)
        elif _SHELL.fullmatch(name):
            yield from (path for word in words[1:] for path in read_commands(word).written)
        elif _READING.fullmatch(name) or is_compiler(words[0]):
            yield from (after for word, after in pairwise(words) if word == "-o")
        elif name != "cd" and not (runs and "/" in words[0]):
            yield from (piece for word in words[1:] for piece in _PIECE.findall(word))


def _inner(words: list[str]) -> list[str]:
    """The command that others run, behind their options and numbers."""
    while words and _AROUND.fullmatch(os.path.basename(words[0])):
        words = list(dropwhile(lambda word: re.match(r"-|\d", word), words[1:]))
    return words


def _copied(words: Sequence[str]) -> Iterator[str]:
    """The last name, and what is put into it; of all, where an option says that it is another."""
    names = [word for word in words[1:] if not word.startswith("-")]
    moves = os.path.basename(words[0]) == "mv"
    told = moves or any(re.match(r"-\w*t|--target", word) for word in words[1:])
    for last in names if told else names[1:][-1:]:
        yield last
        yield from (os.path.join(last, os.path.basename(name)) for name in names if name != last)


def _calls(line: str) -> Iterator[_Call]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    outputs: list[str] = []
    before = ""
    try:
        for word in (*lexer, ";"):
            if ">" in before:
                outputs.append(word)
            elif word[:1] in ("<", ">") or word in (">&", "&>", "&>>"):
                before = word
                continue
            elif set(word) <= _OPERATORS:
                yield _Call(tuple(words), tuple(outputs))
                words, outputs = [], []
            elif "<" not in before:
                words.append(word)
            before = ""
    except ValueError:  # a quotation that does not end
        return
