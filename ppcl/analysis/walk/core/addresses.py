"""Expressions that are addresses of variables by their text, and so never NULL.

What a function of a library gives may be NULL, whatever it points to else (`fgets`): that a value
is the address of a variable does not tell.
"""

from ppcl.analysis.names.disturbance import stored_to
from ppcl.analysis.walk.core.machine import Walk
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType, PointerType, Type
from ppcl.ir.unit import Function


def is_address(walk: Walk, node: ex.Expression, depth: int = -1) -> bool:
    """Whether an expression in the frame at `depth` is the address of a variable: `&x`, or a
    parameter that got it and keeps it."""
    while isinstance(node, ex.Cast) and _keeps_address(node.type):
        node = node.operand
    match node:
        case ex.Unary(op="&", operand=ex.NameRef(declaration=declaration)):
            own = walk.frames[depth].places if len(walk.frames) + depth >= 0 else {}
            return bool(own.get(declaration.key) or walk.memory.globals.get(declaration.key))
        case ex.NameRef(type=PointerType()) if len(walk.frames) + depth >= 0:
            return _got_one(walk, node, depth)
        case _:
            return False


def _keeps_address(type_: Type) -> bool:
    """Whether an address in another type, or as a truth value, is no less set."""
    is_bool = isinstance(type_, IntType) and type_.name in ("bool", "_Bool")
    return is_bool or isinstance(type_, PointerType)


def _got_one(walk: Walk, node: ex.NameRef, depth: int) -> bool:
    frame = walk.frames[depth]
    call = walk.nodes.calls.get(frame.site)
    parameters = frame.function.parameters if frame.function is not None else ()
    if call is None or frame.function is None or _is_changed(frame.function, node):
        return False
    return any(
        parameter.declaration == node.declaration and is_address(walk, argument, depth - 1)
        for parameter, argument in zip(parameters, call.arguments, strict=False)
    )


def _is_changed(function: Function, name: ex.NameRef) -> bool:
    """Whether a function may change a variable: it stores to it, or takes its address."""
    nodes = list(descendants(function.body)) if function.body is not None else []
    changed = [stored_to(each) for each in nodes]
    changed += [n.operand for n in nodes if isinstance(n, ex.Unary) and n.op == "&"]
    return any(isinstance(n, ex.NameRef) and n.declaration == name.declaration for n in changed)
