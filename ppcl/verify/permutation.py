"""Buffers whose layout a rewrite changed: how the elements lie now, from a recorded run."""

import ast
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import gcd

from ppcl.transform.manifest import BYTES, KernelEntry, Layout, Manifest
from ppcl.verify.log import Launch, Process

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


@dataclass(frozen=True)
class Turned:
    """Element `slow * pitch + fast` of `width` bytes is now element `fast * extent + slow`."""

    pitch: int
    extent: int
    width: int

    def undo(self, data: bytes) -> bytes | None:
        """The bytes in their old places; None where these are not all bytes of the rectangle."""
        if min(self.pitch, self.extent) < 1 or len(data) != self.pitch * self.extent * self.width:
            return None
        word = gcd(self.width, 8)
        words = self.width // word
        now: array[int] = array(_CODES[word], data)
        was = array(_CODES[word], bytes(len(data)))
        row = self.pitch * words
        for lane in range(words):
            plane = now[lane::words]
            for slow in range(self.extent):
                start = slow * row
                was[start + lane : start + row : words] = plane[slow :: self.extent]
        return was.tobytes()


@dataclass(frozen=True)
class Unknown:
    """A buffer whose layout changed in a way that this run does not tell."""

    reason: str


Turns = Mapping[int, tuple[Turned, ...] | Unknown]


def turned_buffers(process: Process, manifest: Manifest) -> Turns:
    """By buffer number, what the manifest says of its layout; from the original program's run."""
    found: dict[int, tuple[Turned, ...] | Unknown] = {}
    for launch in process.launches:
        kernel = manifest.kernel(launch.kernel)
        if kernel is None:
            continue
        for argument in launch.arguments:
            layouts = [
                layout
                for layout in manifest.layouts
                if (layout.kernel, layout.index) == (launch.kernel, argument.index)
            ]
            if layouts and argument.kind == "b":
                size = process.buffers[argument.number].size
                turns = _turns(layouts, kernel, launch, size)
                if found.setdefault(argument.number, turns) != turns:
                    message = "launches disagree on its layout"
                    found[argument.number] = Unknown(message)
    return _through_copies(process, found)


def passed_extents(process: Process, manifest: Manifest, launch: Launch) -> Mapping[int, int]:
    """The scalar arguments that a launch of the original must pass as the extent of a layout in
    the new program, by index; those that this run does not tell are left out."""
    kernel = manifest.kernel(launch.kernel)
    found: dict[int, int] = {}
    for scalar in manifest.scalars if kernel is not None else ():
        assert kernel is not None
        layouts = [
            layout
            for layout in manifest.layouts
            if (layout.kernel, layout.index) == (scalar.kernel, scalar.layout)
            and layout.kernel == launch.kernel
        ]
        for argument in launch.arguments:
            if argument.index == scalar.layout and argument.kind == "b" and layouts:
                turns = _turns(layouts, kernel, launch, process.buffers[argument.number].size)
                if not isinstance(turns, Unknown):
                    found[scalar.index] = turns[0].extent
    return found


def _through_copies(process: Process, found: dict[int, tuple[Turned, ...] | Unknown]) -> Turns:
    """A copy of a whole buffer has its layout."""
    for _ in range(len(process.copies)):
        for copy in process.copies:
            for one, other in (
                (copy.source, copy.destination),
                (copy.destination, copy.source),
            ):
                if one in found:
                    found.setdefault(other, found[one])
    return found


def _turns(
    layouts: list[Layout], kernel: KernelEntry, launch: Launch, size: int
) -> tuple[Turned, ...] | Unknown:
    names = {parameter.index: parameter.name for parameter in kernel.parameters}
    values = {
        names[argument.index]: argument.integer
        for argument in launch.arguments
        if argument.index in names and argument.integer is not None
    }
    values[BYTES] = size
    turns: list[Turned] = []
    for layout in layouts:
        try:
            pitch, extent = (
                evaluate(side or "", values, launch.global_size)
                for side in (layout.pitch, layout.extent)
            )
        except (ValueError, ZeroDivisionError):
            return Unknown("its sides are no expressions over the arguments of the launch")
        turns.append(Turned(pitch, extent, layout.width))
    return tuple(turns)


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_OPERATORS: Mapping[type, Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: _quotient,
    ast.Mod: lambda a, b: a - b * _quotient(a, b),
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
}


def evaluate(text: str, values: Mapping[str, int], global_size: tuple[int, ...]) -> int:
    """The value of a manifest's expression. Raises ValueError for what is none."""
    try:
        return _value(ast.parse(text, mode="eval").body, values, global_size)
    except (SyntaxError, KeyError, IndexError) as error:
        raise ValueError(f"cannot evaluate '{text}'") from error


def _value(node: ast.expr, values: Mapping[str, int], global_size: tuple[int, ...]) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, values, global_size)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            sides = (_value(side, values, global_size) for side in (left, right))
            return _OPERATORS[type(op)](*sides)
        case ast.Subscript(value=ast.Name(id="global_size"), slice=ast.Constant(value=int(at))):
            return global_size[at]
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=arguments) if arguments:
            operands = [_value(argument, values, global_size) for argument in arguments]
            return min(operands) if name == "min" else max(operands)
    raise ValueError("not such an expression")
