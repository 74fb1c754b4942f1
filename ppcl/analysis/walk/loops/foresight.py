"""What a statement's text tells before it is walked, so that less of it needs to be walked."""

from collections.abc import Iterable

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import places_of
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Text, Value, any_choice
from ppcl.analysis.walk.loops.counter import Cell, LoopForm
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FloatType, IntType, PointerType, RecordType, Type
from ppcl.ir.unit import Function, Parameter

_ENDING = frozenset({"exit", "abort", "_exit", "_Exit"})
_PRINTING = frozenset({"printf", "fprintf", "puts", "fputs", "putchar", "fflush", "perror"})


def assigned_cells(walk: Walk, loop: LoopForm, state: State) -> tuple[Cell, ...]:
    """The variables of the state at a loop's head that the loop's own text assigns to.

    A null pointer is left out: what it becomes is no other number.
    """
    key = ("assigned", id(loop.body))
    names: tuple[ex.NameRef, ...] = walk.synthetic(key, lambda: tuple(_assigned_names(loop)))
    found: dict[Cell, None] = {}
    for name in names:
        places = places_of(walk, name, state)
        offset = places[0].start if len(places) == 1 else None
        if offset is None:
            continue
        held = state.cells.get(places[0].object.serial, {}).get(offset)
        if held is not None and not (
            isinstance(held, Number) and isinstance(name.type, PointerType)
        ):
            found[places[0].object.serial, offset] = None
    return tuple(found)


def _assigned_names(loop: LoopForm) -> list[ex.NameRef]:
    found: dict[str, ex.NameRef] = {}
    for part in (loop.condition, loop.step, loop.body):
        for node in descendants(part) if part is not None else ():
            target: ex.Expression | None = None
            if isinstance(node, ex.Assign):
                target = node.target
            elif isinstance(node, ex.Unary) and node.op in ex.STEPS:
                target = node.operand
            if isinstance(target, ex.NameRef):
                found.setdefault(target.declaration.key, target)
    return list(found.values())


def only_reports(
    walk: Walk, function: Function, bound: Iterable[tuple[Parameter, object, Value]]
) -> bool:
    """Whether a call only prints numbers and literals and then ends the program: how errors are
    reported. Nothing that it does can be seen by what follows, since nothing does."""
    texts = walk.synthetic(("reports", id(function)), lambda: _reported(function))
    return texts is not None and all(
        isinstance(choice, Text)
        for parameter, _, value in bound
        if parameter.declaration.key in texts
        for choice in any_choice(value)
    )


def _reported(function: Function) -> frozenset[str] | None:
    """The parameters of a function that it prints as texts, by their keys; None where it does more
    than print and end the program."""
    texts = frozenset(p.declaration.key for p in function.parameters if _is_text(p.type))
    body = function.body
    only = body is not None and _ends(body) and _only_prints(body, texts)
    return texts if only else None


def _is_text(type_: Type) -> bool:
    pointee = type_.pointee if isinstance(type_, PointerType) else None
    return isinstance(pointee, IntType) and pointee.bits == 8


def _ends(node: st.Statement) -> bool:
    if isinstance(node, st.Block):
        return bool(node.body) and _ends(node.body[-1])
    return isinstance(node, st.Evaluate) and _is_call(node.expression, _ENDING)


def _only_prints(node: st.Statement, texts: frozenset[str]) -> bool:
    """No way out but the end, and nothing is read but variables that hold numbers, and `texts`."""
    match node:
        case st.Block(body=body):
            return all(_only_prints(part, texts) for part in body)
        case st.Switch(subject=subject, body=body):
            return _is_plain(subject) and _only_prints(body, texts)
        case st.Case(body=body):
            return _only_prints(body, texts)
        case st.If(condition=condition, then=then, otherwise=otherwise):
            rest = otherwise is None or _only_prints(otherwise, texts)
            return _is_plain(condition) and rest and _only_prints(then, texts)
        case st.Evaluate(expression=ex.Call(arguments=arguments) as call):
            plain = (_is_plain(each) or _is_one_of(each, texts) for each in arguments)
            return _is_call(call, _ENDING | _PRINTING) and all(plain)
        case _:
            return isinstance(node, st.Break | st.Empty)


def _is_call(node: ex.Expression, names: frozenset[str]) -> bool:
    return isinstance(node, ex.Call) and (node.callee or "").removeprefix("std::") in names


def _is_one_of(node: ex.Expression, texts: frozenset[str]) -> bool:
    while isinstance(node, ex.Cast):
        node = node.operand
    return isinstance(node, ex.NameRef) and node.declaration.key in texts


def _is_plain(node: ex.Expression) -> bool:
    """A number made of literals and variables, a literal text, or a stream."""
    match node:
        case ex.StringLiteral() | ex.IntLiteral() | ex.FloatLiteral():
            return True
        case ex.NameRef(type=IntType() | FloatType() | PointerType(pointee=RecordType())):
            return True
        case ex.Cast(operand=operand):
            return _is_plain(operand)
        case ex.Unary(op="-" | "!" | "~" | "+", operand=operand):
            return _is_plain(operand)
        case ex.Binary(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case _:
            return False
