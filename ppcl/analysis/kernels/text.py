"""Texts that the host puts together: sequences of parts, some of them not known."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from ppcl.analysis.numbers.polynomial import ZERO, Atom, Polynomial, Term, make_term
from ppcl.ir.node import Origin


@dataclass(frozen=True)
class KnownText:
    """Bytes that are known; `literal` is the string constant that says them, where one does."""

    value: bytes
    literal: Origin | None = None


@dataclass(frozen=True)
class FileText:
    """The whole text of a file, by the path that the host opens; `length` is the number of bytes,
    None where it is not known. `limit` is how many the host reads at most, where that is a
    constant. `optional`: or it is no text at all, as where the file is not opened; a program
    without text has no kernels to launch."""

    path: str
    length: Polynomial | None
    limit: int | None = None
    optional: bool = False


# An object's serial and an offset in it.
Stream = tuple[int, int]
_LENGTH = "length of "
_UNKNOWN_PATH = "\0"


def unknown_path(serial: int) -> str:
    """The name of a file whose path is not known; `serial` tells such files apart."""
    return f"{_UNKNOWN_PATH}{serial}"


def is_known_path(path: str) -> bool:
    """Whether a file's path is known."""
    return not path.startswith(_UNKNOWN_PATH)


# A text that the host makes is a file outside the program's folder, which nobody edits or copies.
_MADE = "../<text of "


def made_text(program: str) -> str:
    """The name of the file that stands for a text which the host makes."""
    return f"{_MADE}{program}>"


def is_made_text(path: str) -> bool:
    """Whether a file stands for a text which the host makes."""
    return path.startswith(_MADE)


@dataclass(frozen=True)
class UnknownText:
    """A piece of text that is not known: why, and the files that went into it.

    `number` says that it is the digits of a number, `floating` that this has a fraction; `length`
    is the number of bytes, where that is known, `most` how many there are at most. `stream` is
    where the stream is that it is read from: what is read by the call at `piece`, or, where that is
    empty, all that was read so far.
    """

    reason: str
    files: frozenset[str] = frozenset()
    number: bool = False
    floating: bool = False
    length: Polynomial | None = None
    stream: Stream | None = None
    piece: str = ""
    most: int | None = None


TextPart = KnownText | FileText | UnknownText
Parts = tuple[TextPart, ...]


def known(parts: Parts) -> bytes | None:
    """The bytes of a text, None where a part of it is not known."""
    if all(isinstance(part, KnownText) for part in parts):
        return b"".join(part.value for part in parts if isinstance(part, KnownText))
    return None


def joined(*texts: Parts) -> Parts:
    """Texts one after another; bytes that no literal says become one part."""
    result: list[TextPart] = []
    for part in (part for text in texts for part in text):
        last = result[-1] if result else None
        both = (last, part)
        if isinstance(part, KnownText) and not part.value:
            continue
        if all(isinstance(each, KnownText) and each.literal is None for each in both):
            result[-1] = KnownText(known((result[-1], part)) or b"")
        else:
            result.append(part)
    return tuple(result)


def first_bytes(parts: Parts, count: int) -> Parts | None:
    """The first `count` bytes of a text, None where they are not known."""
    result: list[TextPart] = []
    for part in parts:
        if count == 0:
            break
        if not isinstance(part, KnownText):
            return None
        taken = part if len(part.value) <= count else KnownText(part.value[:count])
        count -= len(taken.value)
        result.append(taken)
    return tuple(result) if count == 0 else None


def from_byte(parts: Parts, start: int) -> Parts | None:
    """What follows the first `start` bytes of a text, None where that is not known."""
    rest = list(parts)
    while start:
        part = rest.pop(0) if rest else None
        if not isinstance(part, KnownText):
            return None
        if len(part.value) > start:
            rest.insert(0, KnownText(part.value[start:]))
        start = max(0, start - len(part.value))
    return tuple(rest)


def length_of(parts: Parts) -> Polynomial | None:
    """The number of bytes: a constant and the lengths of files; None with a part not known."""
    total = ZERO
    for part in parts:
        if isinstance(part, KnownText):
            total += Polynomial.constant(len(part.value))
        elif part.length is not None:
            total += part.length
        else:
            return None
    return total


def length_of_file(path: str) -> Polynomial:
    """The length of a file's text, the same wherever the host asks for it."""
    return make_term(f"{_LENGTH}{path}", ())


def whole_file(path: str) -> FileText:
    """All of the text of a file."""
    return FileText(path, length_of_file(path))


def at_most(length: Polynomial, limit: int) -> Polynomial:
    """The number of bytes that are read of a text, where no more than `limit` are."""
    return make_term("min", tuple(sorted((length, Polynomial.constant(limit)), key=str)))


_OR_NOTHING = "or nothing"


def or_nothing(length: Polynomial, which: Polynomial) -> Polynomial:
    """A length, or zero; `which` tells such numbers apart."""
    return make_term(_OR_NOTHING, (length, which))


def if_any(value: Polynomial) -> Polynomial:
    """A number of bytes where it is not zero."""
    atom = next(iter(value.atoms)) if len(value.atoms) == 1 else None
    if isinstance(atom, Term) and atom.op == _OR_NOTHING and value == Polynomial.atom(atom):
        return atom.operands[0]
    return value


def is_length_of_file(term: Term) -> bool:
    """Whether a term is the length of a file, or that or zero."""
    whole = term.operands[0] if term.op == _OR_NOTHING else Polynomial.atom(term)
    atom = next(iter(whole.atoms)) if len(whole.atoms) == 1 else None
    is_one = isinstance(atom, Term) and whole == Polynomial.atom(atom)
    return is_one and isinstance(atom, Term) and atom.op.startswith(_LENGTH)


def is_length(value: Polynomial) -> bool:
    """Whether a number is of bytes that are read of a file."""
    atom = next(iter(value.atoms)) if len(value.atoms) == 1 else None
    if not isinstance(atom, Term) or value != Polynomial.atom(atom):
        return False
    return atom.op.startswith(_LENGTH) or any(is_length(operand) for operand in atom.operands)


def files_of(parts: Iterable[TextPart]) -> frozenset[str]:
    """The files that went into a text."""
    found: set[str] = set()
    for part in parts:
        if isinstance(part, FileText):
            found |= {part.path} if is_known_path(part.path) else set()
        elif isinstance(part, UnknownText):
            found |= part.files
    return frozenset(found)


def unknown(reason: str, *texts: Parts) -> Parts:
    """A text that is not known, made of others; the first reason stays."""
    first = next((p for text in texts for p in text if isinstance(p, UnknownText)), None)
    files = files_of(part for text in texts for part in text)
    return (UnknownText(first.reason if first else reason, files),)


def either(left: Parts, right: Parts, length: Polynomial | None) -> Parts | None:
    """One of two texts where that is a file or nothing, `length` bytes; None for others."""
    files = [side[0] for side in (left, right) if len(side) == 1 and isinstance(side[0], FileText)]
    if len(files) + sum(known(side) == b"" for side in (left, right)) < 2 or not files:
        return None
    if len({file.path for file in files}) > 1:
        return None
    limits = [file.limit for file in files if file.limit is not None]
    optional = len(files) == 1 or any(file.optional for file in files)
    return (FileText(files[0].path, length, min(limits, default=None), optional),)


def limited(parts: Parts, limit: int) -> Parts:
    """A text of which at most `limit` bytes are taken."""
    first = parts[0] if len(parts) == 1 else None
    if isinstance(first, FileText):
        length = at_most(first.length, limit) if first.length is not None else None
        return (replace(first, length=length, limit=min(limit, first.limit or limit)),)
    if sum(map(_most, parts)) <= limit:
        return parts
    whole = known(parts)
    if whole is None:
        return unknown("cut after a number of bytes", parts)
    return (KnownText(whole[:limit]),)


def _most(part: TextPart) -> float:
    """How many bytes a part has at most."""
    if isinstance(part, KnownText):
        return len(part.value)
    return part.most if isinstance(part, UnknownText) and part.most is not None else inf


def growth(before: Parts, after: Parts) -> Parts | None:
    """What a text got at its end; None where it did not only grow."""
    return after[len(before) :] if after[: len(before)] == before else None


def spelled(parts: Parts) -> Parts:
    """A text without a word of the literals that say it."""
    return joined(*((KnownText(p.value) if isinstance(p, KnownText) else p,) for p in parts))


def read_so_far(stream: Stream, *texts: Parts) -> UnknownText:
    """All that was read from a stream, which is at no known place."""
    files = files_of(part for text in texts for part in text)
    return UnknownText("it is read piece by piece", files, stream=stream)


def measured(value: Polynomial) -> frozenset[str]:
    """The paths of the files whose lengths are in a value."""
    found: set[str] = set()
    for atom in value.atoms:
        if isinstance(atom, Term):
            found.update(*(measured(operand) for operand in atom.operands))
            found |= {atom.op.removeprefix(_LENGTH)} if atom.op.startswith(_LENGTH) else set()
    return frozenset(found)


def with_length(value: Polynomial, length: int) -> Polynomial:
    """A value where the files whose lengths are in it are so long."""

    def known(atom: Atom) -> Polynomial | None:
        if not isinstance(atom, Term) or not atom.op.startswith((_LENGTH, _OR_NOTHING)):
            return None
        is_choice = atom.op == _OR_NOTHING
        return atom.operands[0].substitute(known) if is_choice else Polynomial.constant(length)

    return value.substitute(known)
