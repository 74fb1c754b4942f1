"""Whole numbers of 64 bits that are only ever given numbers of 32, as variables of 32 bits.

Of `size_t at = row * width + column;` vectors have lanes for half as many as of an `int`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import AddressSpace, IntType
from ppcl.rewrite.own_variables import addressed
from ppcl.rewrite.rebuild import rebuilt

_INT = IntType("int", 32, True)


def in_fewer_bits(body: st.Block) -> st.Block:
    """The body where such variables have the type of what they are given, and are converted where
    they are asked for."""
    found = dict(_fitting(body))
    return rebuilt(body, lambda node: _changed(node, found)) if found else body


def _fitting(body: st.Block) -> Iterator[tuple[str, IntType]]:
    """The variables that have a smaller type, by key, and the type."""
    nodes = list(descendants(body))
    pointed = addressed(nodes)
    given: dict[str, list[ex.Expression | None]] = {}
    for node in nodes:
        for key, value in _values(node):
            given.setdefault(key, []).append(value)
    plain = {id(node.expression) for node in nodes if isinstance(node, st.Evaluate)}
    inner = {
        node.target.declaration.key
        for node in nodes
        if isinstance(node, ex.Assign) and isinstance(node.target, ex.NameRef)
        if id(node) not in plain
    }
    for variable in variables(body):
        key = variable.declaration.key
        if _is_wide(variable) and key not in pointed | inner:
            type_ = _type_of(given.get(key, []))
            if type_ is not None:
                yield key, type_


def _values(node: Node) -> Iterator[tuple[str, ex.Expression | None]]:
    """What a node gives variables, by key; None: something else than a value."""
    match node:
        case st.Variable(init=init) if init is not None:
            yield node.declaration.key, init
        case ex.Assign(op="=", target=ex.NameRef(declaration=own), value=value):
            yield own.key, value
        case ex.Assign(target=ex.NameRef(declaration=own)):
            yield own.key, None
        case ex.Unary(op=op, operand=ex.NameRef(declaration=own)) if op in ex.STEPS:
            yield own.key, None


def _is_wide(variable: st.Variable) -> bool:
    type_ = variable.type
    is_number = isinstance(type_, IntType) and type_.is_built_in and type_.bits > _INT.bits
    return is_number and variable.space is AddressSpace.PRIVATE and variable.storage == "auto"


def _type_of(values: list[ex.Expression | None]) -> IntType | None:
    """The type of 32 bits that all of some values have; None where there is none."""
    types = {_source(value).type if value is not None else None for value in values}
    (found,) = types if len(types) == 1 else (None,)
    is_fitting = isinstance(found, IntType) and found.is_built_in and found.bits == _INT.bits
    return found if is_fitting and isinstance(found, IntType) else None


def _source(value: ex.Expression) -> ex.Expression:
    """What was converted to a number of more bits."""
    while (
        isinstance(value, ex.Cast)
        and isinstance(value.type, IntType)
        and isinstance(value.operand.type, IntType)
        and value.type.bits > _INT.bits
    ):
        value = value.operand
    return value


def _changed(node: Node, types: Mapping[str, IntType]) -> Node:
    match node:
        case st.Variable(declaration=own, init=init) if own.key in types:
            return replace(node, type=types[own.key], init=init and _source(init))
        case ex.NameRef(declaration=own) if own.key in types:
            return ex.Cast(node.at, node.type, replace(node, type=types[own.key]), implicit=False)
        case ex.Index(index=ex.Cast(operand=ex.NameRef(declaration=own) as index)) if (
            own.key in types
        ):
            return replace(node, index=index)  # an address takes them for the same number
        case ex.Assign(target=ex.Cast(operand=ex.NameRef(declaration=own) as target)) if (
            own.key in types
        ):
            value = _source(node.value)
            return replace(node, type=target.type, target=target, value=value)
        case _:
            return node
