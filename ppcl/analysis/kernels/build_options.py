"""The options that the host builds its kernels with: their macros and include folders."""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.kernels.text import KnownText, Parts, UnknownText
from ppcl.frontend import ParseOptions

# Stands for the n-th unknown part of a text while it is cut into words.
_HOLE = "\x01{}\x02"
_HOLES = re.compile("\x01(\\d+)\x02")

_STANDARD = "-cl-std="
# Options that say no more of a text than this reads, and those whose value is the next word.
_KNOWN = ("-D", "-I", "-cl-", "-w", "-W", "-g", "-O", "-f", "-m", "-s", "-b", "\x01")
_WITH_VALUE = ("-D", "-I", "-s")
# Some runtimes know no quotes: these say where a word ends only if it has no blanks anyway, and are
# gone, or not, from what is in them.
_QUOTE = re.compile(r"[\"']")
_PAIRED = re.compile(r"""(?:[^"'\\]|"[^"'\\]*"|'[^"'\\]*')*""")
_QUOTABLE = re.compile(r"-I|-D[A-Za-z_]\w*=")
_LOST = re.compile(f"{_HOLES.pattern}|{_QUOTE.pattern}")
# Options that define a macro (OpenCL 1.2, 5.6.4.3).
_MACROS = {"-cl-fast-relaxed-math": "__FAST_RELAXED_MATH__=1"}


# Stands for a number in the value of a macro.
NUMBER = "\x01"


@dataclass(frozen=True)
class OpenNumber:
    """A macro whose value has a number in it that is not known: NUMBER stands for its digits."""

    name: str
    value: str


@dataclass(frozen=True)
class KernelOptions:
    """Defines, include folders and the standard of a program's kernels; `problem` says what of
    them is not known. `open` are the macros whose values the command line says, None where it may
    say any. `front` are macros that their text itself defines, whatever the options say. `numbers`
    are those that the options define with a number that is not known."""

    defines: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    problem: str = ""
    standard: str | None = None
    open: frozenset[str] | None = None
    front: tuple[str, ...] = ()
    numbers: tuple[OpenNumber, ...] = ()

    def added_to(self, options: ParseOptions) -> ParseOptions:
        """Options of the command line with the host's in front. What the host is seen to say is
        what its kernels get, whatever it is itself built with."""
        return replace(
            options,
            defines=(*self.defines, *self.believed(options), *self.front),
            include_dirs=(*options.include_dirs, *self.include_dirs),
            standard=self.standard or options.standard,
        )

    def believed(self, options: ParseOptions) -> tuple[str, ...]:
        """What the command line alone says of the macros of its kernels."""
        own = {_name(define) for define in self.front}
        found = [d for d in options.defines if self.open is None or _name(d) in self.open]
        return tuple(define for define in found if _name(define) not in own)


def parsed_options(parts: Parts, given: ParseOptions) -> KernelOptions:
    """What the text given to `clBuildProgram` says; `given` are the command line's options, which
    say what is not known."""
    spelled = "".join(
        part.value.decode("utf-8", "replace")
        if isinstance(part, KnownText)
        else _HOLE.format(index)
        for index, part in enumerate(parts)
    )
    words = spelled.split()
    if not all(map(_PAIRED.fullmatch, words)):
        said = "have quotes or escapes that runtimes differ on"
        return KernelOptions(problem=f"the options that kernels are built with {said}")
    names = {_name(define) for define in given.defines}
    problem = _problem(words, parts, names) or _unfamiliar(words) or _quoted(words, names)
    defines = tuple(define for define in _values(words, "-D") if not _LOST.search(define))
    folders = tuple(_QUOTE.sub("", f) for f in _values(words, "-I") if not _HOLES.search(f))
    defines += tuple(macro for flag, macro in _MACROS.items() if flag in words)
    standards = [w.removeprefix(_STANDARD) for w in words if w.startswith(_STANDARD)]
    standard = standards[-1] if standards else None
    opened = _open(words, parts)
    numbers = _numbers(words, parts, names) if opened is not None else ()
    return KernelOptions(defines, folders, problem, standard, opened, numbers=numbers)


def defined_in(options: str) -> Mapping[str, str]:
    """The macros that options define, each with its `-D`'s text; none where they are no words."""
    try:
        words = shlex.split(options)
    except ValueError:
        return {}
    return {_name(define): define for define in _values(words, "-D")}


def _unfamiliar(words: Sequence[str]) -> str:
    """The first word that may say more than macros, folders and how code is optimised."""
    for before, word in zip(["", *words], words, strict=False):
        option = f"{before}{word}" if before in _WITH_VALUE else word
        may_be_quoted = _QUOTABLE.match(option) or not _QUOTE.search(option)
        handed_on = option.startswith("-W") and "," in option  # to a part of the compiler
        if handed_on or not (option.startswith(_KNOWN) and may_be_quoted):
            return f"the option '{word}' that kernels are built with is not understood"
    return ""


def _quoted(words: Sequence[str], given: set[str]) -> str:
    """The first macro whose value has quotes, and is not given on the command line."""
    for name in (_name(define) for define in _values(words, "-D") if _QUOTE.search(define)):
        if name not in given:
            why = "runtimes differ on its quotes"
            return f"the value of -D{name} is not known, {why}: give it with -D{name}=..."
    return ""


def _open(words: Sequence[str], parts: Parts) -> frozenset[str] | None:
    """The macros whose values are not known; None where not even their names are: a text may have
    further options in it."""
    holes = (parts[int(hole[1])] for word in words for hole in _HOLES.finditer(word))
    if any(not isinstance(part, UnknownText) or not part.number for part in holes):
        return None
    found = [word.removeprefix("-D").partition("=") for word in words if _HOLES.search(word)]
    if any(not sign or _HOLES.search(name) for name, sign, _ in found):
        return None
    quoted = (_name(define) for define in _values(words, "-D") if _QUOTE.search(define))
    return frozenset((*quoted, *(name for name, _, _ in found)))


def _numbers(words: Sequence[str], parts: Parts, given: set[str]) -> tuple[OpenNumber, ...]:
    """The macros whose values have a number in them that nothing says."""

    def mark(hole: re.Match[str]) -> str:
        part = parts[int(hole[1])]
        return f"{NUMBER}.0" if isinstance(part, UnknownText) and part.floating else NUMBER

    found = (define.partition("=") for define in _values(words, "-D") if _HOLES.search(define))
    values = {name: _HOLES.sub(mark, value) for name, _, value in found if name not in given}
    return tuple(OpenNumber(name, value) for name, value in values.items())


def _name(define: str) -> str:
    return define.partition("=")[0].partition("(")[0]


def _problem(words: Sequence[str], parts: Parts, given: set[str]) -> str:
    """What is not known of the options and not given on the command line either."""
    for word in words:
        hole = _HOLES.search(word)
        if hole is None:
            continue
        part = parts[int(hole[1])]
        reason = part.reason if isinstance(part, UnknownText) else "they are read from a file"
        name = word.removeprefix("-D").partition("=")[0]
        named = "=" in word and not _HOLES.search(name)
        if named and name in given:
            continue
        if named:
            return f"the value of -D{name} is not known, {reason}: give it with -D{name}=..."
        if not given:
            return f"the options that kernels are built with are not followed: {reason}"
    return ""


def _values(words: Sequence[str], flag: str) -> Iterable[str]:
    """What stands behind a flag, joined to it or as the next word."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == flag:
            yield following
        elif word.startswith(flag):
            yield word[len(flag) :]
