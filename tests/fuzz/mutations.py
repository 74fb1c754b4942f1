"""Ways to spoil a source: each takes its bytes and gives others. What they do is the seed's."""

import re
from collections.abc import Callable
from random import Random

Mutation = Callable[[Random, bytes], bytes]

_TOKEN = re.compile(rb'\w+|"[^"\n]*"|[^\w\s]')
_NUMBERS = (b"0", b"-1", b"2147483647", b"99999999999999999999999", b"0x", b"1e400", b"08", b"1u1")
_MACROS = (
    b"#define int float\n",
    b"#define main\n",
    b"#define for while\n",
    b"#define clSetKernelArg(a, ...) clSetKernelArg(__VA_ARGS__, a)\n",
    b"#define N\n#define BYTES N\n",
    b"#define A(x) A(x) A(x)\nA(A(A(1)))\n",
    b"#if 0\n",
    b"#endif\n",
    b"#else\n",
    b"#include __FILE__\n",
    b'#include "no such file.h"\n',
    b"#error stop\n",
    b'#line 0 "elsewhere.c"\n',
    b"#pragma clang force_cuda_host_device begin\n",
    b"_Pragma(",
    b"#define __kernel\n",
    b"#define get_global_id(d) (d)\n",
)
_NESTS = (
    (b"(", b")"),
    (b"{", b"}"),
    (b"[", b"]"),
    (b"if (1) ", b""),
    (b"!", b""),
    (b"&*", b""),
    (b"(int)", b""),
    (b"for (;;) ", b""),
    (b"switch (0) { case 0: ", b"}"),
    (b"do ", b" while (0);"),
    (b"#if 1\n", b"\n#endif\n"),
    (b"1 + ", b""),
    (b"1 ? 2 : ", b""),
    (b"f(", b")"),
    (b"struct { int a; ", b"} s;"),
    (b"A<", b">"),
    (b"*", b""),
)


def _place(random: Random, data: bytes) -> int:
    return random.randrange(len(data) + 1)


def _inserted(random: Random, data: bytes, text: bytes) -> bytes:
    at = _place(random, data)
    return data[:at] + text + data[at:]


def _at_line(random: Random, data: bytes, text: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    at = random.randrange(len(lines) + 1)
    return b"".join([*lines[:at], text, *lines[at:]])


def drop_bytes(random: Random, data: bytes) -> bytes:
    """A few bytes are missing."""
    at = _place(random, data)
    return data[:at] + data[at + random.choice((1, 1, 2, 5, 40)) :]


def change_bytes(random: Random, data: bytes) -> bytes:
    """Some bytes are others."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 2, 8)) if data else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def swap_tokens(random: Random, data: bytes) -> bytes:
    """Two words or marks have each other's place."""
    tokens = list(_TOKEN.finditer(data))
    if len(tokens) < 2:
        return data
    first, second = sorted(random.sample(tokens, 2), key=lambda token: token.start())
    between = data[first.end() : second.start()]
    swapped = second.group() + between + first.group()
    return data[: first.start()] + swapped + data[second.end() :]


def replace_token(random: Random, data: bytes) -> bytes:
    """A word or mark is another one of the same file."""
    tokens = list(_TOKEN.finditer(data))
    if not tokens:
        return data
    old, new = random.choice(tokens), random.choice(tokens)
    return data[: old.start()] + new.group() + data[old.end() :]


def change_number(random: Random, data: bytes) -> bytes:
    """A number is an awkward one."""
    numbers = list(re.finditer(rb"\b\d[\w.]*", data))
    if not numbers:
        return data
    old = random.choice(numbers)
    return data[: old.start()] + random.choice(_NUMBERS) + data[old.end() :]


def lose_bracket(random: Random, data: bytes) -> bytes:
    """A bracket, quote or semicolon is missing."""
    marks = list(re.finditer(rb'[(){}\[\];"<>]', data))
    if not marks:
        return data
    lost = random.choice(marks)
    return data[: lost.start()] + data[lost.end() :]


def nest(random: Random, data: bytes) -> bytes:
    """Something is nested far too deep, closed or not."""
    opening, closing = random.choice(_NESTS)
    depth = random.choice((20, 200, 2000, 20000))
    closed = random.choice((closing * depth, b""))
    return _inserted(random, data, opening * depth + b"0" + closed)


def truncate(random: Random, data: bytes) -> bytes:
    """The file ends too early."""
    return data[: _place(random, data)]


def duplicate_lines(random: Random, data: bytes) -> bytes:
    """Some lines stand there twice, or very often."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    start = random.randrange(len(lines))
    block = lines[start : start + random.choice((1, 3, 20))]
    return b"".join([*lines[:start], *block * random.choice((2, 3, 50)), *lines[start:]])


def drop_lines(random: Random, data: bytes) -> bytes:
    """Some lines are missing."""
    lines = data.splitlines(keepends=True)
    start = random.randrange(len(lines) + 1)
    return b"".join(lines[:start] + lines[start + random.choice((1, 2, 10)) :])


def swap_lines(random: Random, data: bytes) -> bytes:
    """Two lines have each other's place."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        a, b = random.sample(range(len(lines)), 2)
        lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def no_text(random: Random, data: bytes) -> bytes:
    """Bytes that are no UTF-8, in words, strings and comments alike."""
    text = random.choice((b"\xff\xfe", b"\xc3(", b"/* \xe9\xe8 */", b'"\xa0"', b"\xef\xbb\xbf"))
    return _inserted(random, data, text)


def carriage_returns(random: Random, data: bytes) -> bytes:
    """Other ends of lines, all of them or some."""
    lines = data.split(b"\n")
    ends = [random.choice((b"\n", b"\r\n", b"\r")) for _ in lines]
    always = random.choice((b"\r\n", b"\r", None))
    return b"".join(line + (always or end) for line, end in zip(lines, ends, strict=True))


def zero_bytes(random: Random, data: bytes) -> bytes:
    """NUL bytes."""
    return _inserted(random, data, b"\0" * random.choice((1, 1, 1000)))


def long_line(random: Random, data: bytes) -> bytes:
    """A line of hundreds of thousands of characters."""
    piece = random.choice((b" ", b"x", b"/**/", b"+ 1 ", b'"a" ', b"\\\n", b", 0"))
    return _inserted(random, data, piece * random.choice((1000, 30000)))


def wrong_macro(random: Random, data: bytes) -> bytes:
    """A macro, or another line for the preprocessor, that makes no sense."""
    return _at_line(random, data, random.choice(_MACROS))


def own_lines_again(random: Random, data: bytes) -> bytes:
    """The file, twice."""
    at = _place(random, data)
    return data[:at] + data + data[at:]


MUTATIONS: tuple[Mutation, ...] = (
    drop_bytes,
    change_bytes,
    swap_tokens,
    replace_token,
    change_number,
    lose_bracket,
    nest,
    truncate,
    duplicate_lines,
    drop_lines,
    swap_lines,
    no_text,
    carriage_returns,
    zero_bytes,
    long_line,
    wrong_macro,
    own_lines_again,
)


def mutated(random: Random, files: dict[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """A program spoilt in one to three places, and what was done."""
    spoilt, done = dict(files), []
    for _ in range(random.choice((1, 1, 2, 3))):
        name, mutation = random.choice(sorted(spoilt)), random.choice(MUTATIONS)
        spoilt[name] = mutation(random, spoilt[name])
        done.append(f"{mutation.__name__} in {name}")
    return spoilt, done
