"""The value of a manifest's expressions at a launch."""

import ast
from collections.abc import Callable, Mapping


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
