"""Escapes in C string literals, and OpenCL's spelling of types."""

import re

from ppcl.ir.types import FloatType, IntType, Type, VectorType

_ESCAPE = re.compile(
    rb"""\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\r?\n)|(.))""",
    re.DOTALL,
)
_LETTERS = {b"n": 10, b"t": 9, b"r": 13, b"0": 0, b"a": 7, b"b": 8, b"f": 12, b"v": 11, b"e": 27}
_SHORT = {
    "unsigned char": "uchar",
    "signed char": "char",
    "unsigned short": "ushort",
    "unsigned int": "uint",
    "unsigned long": "ulong",
}


def unescape(match: "re.Match[bytes]") -> bytes:
    """The bytes that one escape sequence stands for."""
    hexadecimal, octal, short, long, splice, letter = match.groups()
    if hexadecimal is not None:
        return bytes([int(hexadecimal, 16) & 255])
    if octal is not None:
        return bytes([int(octal, 8) & 255])
    if short is not None or long is not None:
        return chr(int(short or long, 16)).encode("utf-8", "surrogatepass")
    if splice is not None:
        return b""
    return bytes([_LETTERS.get(letter, letter[0])])


def decoded(body: bytes) -> bytes:
    """The bytes of a literal's body after escapes."""
    return _ESCAPE.sub(unescape, body)


def pieces(body: bytes) -> list[tuple[int, bytes]]:
    """Each character or escape of a literal's body: its offset and the bytes it stands for."""
    found: list[tuple[int, bytes]] = []
    position = 0
    while position < len(body):
        match = _ESCAPE.match(body, position)
        if match is None:
            found.append((position, body[position : position + 1]))
            position += 1
        else:
            found.append((position, unescape(match)))
            position = match.end()
    return found


def opencl_name(type_: Type) -> str:
    """A type as OpenCL C spells it in names such as `as_uint4`."""
    match type_:
        case VectorType(element=element, lanes=lanes):
            return f"{opencl_name(element)}{lanes}"
        case IntType(name=name) | FloatType(name=name):
            return _SHORT.get(name, name)
        case _:
            return "?"
