"""Inline assembly that only computes in registers: how hosts count a processor's cycles.

It is read as assignments of an unknown value to what it gives. One instruction asks for the time;
all must be on a list of those that change nothing but registers, and none may name memory.
"""

import re
from collections.abc import Sequence
from functools import reduce

from ppcl.frontend import lexing, native
from ppcl.frontend.lexing import Token
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin

_INSTRUCTIONS = frozenset(
    (
        *("rdtsc", "rdtscp", "cpuid", "lfence", "mfence", "sfence", "nop", "pause"),
        *("mov", "movl", "movq", "shl", "shll", "shlq", "or", "orl", "orq"),
    )
)
_LINE_ENDS = re.compile(rb"\\[nt]|;")
_REGISTERS = re.compile(r"(?:%{1,2}\[?\w+\]?|\$(?:0x)?[0-9a-fA-F]+|[\s,])*")
_VALUE = re.compile(rb'"[rabcdSDinq0-9]+"')  # what an instruction gets that is not in memory
_CLOCK = "__builtin_ia32_rdtsc"  # gives an unknown number, too


def register_assembly(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement | None:
    """A statement of assembly, where it only computes in registers; else None."""
    if at.macro is not None:
        return None
    _, text, start, end = reader.spans.source(at.span)
    sections = _sections([*lexing.tokens(text, start, end)])
    outputs, gets = (_constraints(sections, number) for number in (1, 2))
    operands = [reader.expression(child) for child in native.children(cursor)]
    given = len(outputs)
    plain = all(each.startswith(b'"=') for each in outputs) and all(map(_VALUE.fullmatch, gets))
    if not (sections and _computes(sections[0]) and plain and 0 < given <= len(operands)):
        return None
    inputs = tuple(operands[given:])
    results: list[ex.Expression] = [
        ex.Assign(at, each.type, "=", each, ex.Call(at, each.type, _CLOCK, None, inputs))
        for each in operands[:given]
    ]
    return st.Evaluate(at, reduce(lambda a, b: ex.Binary(at, b.type, ",", a, b), results))


def _sections(found: Sequence[Token]) -> list[list[Token]]:
    """What stands between the colons in the outermost parentheses: the instructions, what they
    give, what they get, what else they change; none for another form."""
    opening = next((i for i, token in enumerate(found) if token.text == b"("), None)
    if opening is None:
        return []
    sections: list[list[Token]] = [[]]
    depth = 0
    for token in found[opening + 1 :]:
        depth += (token.text in (b"(", b"[")) - (token.text in (b")", b"]"))
        if depth == 0 and token.text in (b":", b"::"):
            sections += [[] for _ in token.text]
        elif depth == 0 or token.kind != "string":
            sections[-1].append(token)
    return sections


def _constraints(sections: Sequence[Sequence[Token]], number: int) -> list[bytes]:
    """The strings that say where the operands of a section are."""
    section = sections[number] if len(sections) > number else ()
    return [token.text for token in section if token.kind == "string"]


def _computes(template: Sequence[Token]) -> bool:
    """Whether instructions ask for a time, and change nothing but registers."""
    strings = [token for token in template if token.text != b")"]
    if not strings or any(token.kind != "string" for token in strings):
        return False
    said = b"".join(token.text[1:-1] for token in strings)
    lines = [line.strip() for line in _LINE_ENDS.sub(b"\n", said).decode("latin-1").split("\n")]
    asks = any(line.startswith("rdtsc") for line in lines)
    return asks and all(_is_known(line) for line in lines if line)


def _is_known(line: str) -> bool:
    instruction, _, operands = line.partition(" ")
    return instruction.lower() in _INSTRUCTIONS and _REGISTERS.fullmatch(operands) is not None
