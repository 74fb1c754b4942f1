"""The order in which the parts of an expression get their values.

OpenCL C leaves it open as C does, but its compilers are built on clang, which goes from left to
right, and gcc does not: where one part changes what another reads, that order is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import AddressSpace, ArrayType, PointerType, Type

if TYPE_CHECKING:
    from ppcl.backend.lowering.expressions import Expressions

_LOADS = "vload"


def in_order(
    to: Expressions,
    nodes: Sequence[ex.Expression],
    types: Sequence[Type],
    parts: Sequence[Tree],
    join: Callable[[Sequence[Tree]], Tree],
) -> Tree:
    """What `join` makes of parts of these types, the C of `nodes`, which get their values one after
    the other where that matters."""
    if not _matters(nodes):
        return join(parts)
    names = [to.names.fresh("part") for _ in parts]
    declared = [
        to.types.declare(name, _passed(type_), part)
        for name, type_, part in zip(names, types, parts, strict=True)
    ]
    return ctree.block([*declared, join([ctree.name(name) for name in names])])


def _passed(type_: Type) -> Type:
    return PointerType(type_.element) if isinstance(type_, ArrayType) else type_


def _matters(nodes: Sequence[ex.Expression]) -> bool:
    """Whether one expression may change what another one reads."""
    return any(
        _reads(other, key)
        for node in nodes
        for key in _changed(node)
        for other in nodes
        if other is not node
    )


def _changed(node: ex.Expression) -> Iterator[str | None]:
    """The keys of the variables that an expression changes; None for what is reached otherwise."""
    for each in descendants(node):
        if isinstance(each, ex.Assign):
            yield _root(each.target)
        elif isinstance(each, ex.Unary) and each.op in ex.STEPS:
            yield _root(each.operand)
        elif isinstance(each, ex.Call) and not (each.callee or "").startswith(_LOADS):
            yield from (None for argument in each.arguments if _is_changeable(argument.type))


def _is_changeable(type_: Type) -> bool:
    """Whether a function that is given an address of this type may change what is there."""
    if isinstance(type_, PointerType):
        return not (type_.const or type_.space is AddressSpace.CONSTANT)
    return isinstance(type_, ArrayType)


def _root(node: ex.Expression) -> str | None:
    while (isinstance(node, ex.Member) and not node.arrow) or isinstance(node, ex.Swizzle):
        node = node.base
    return node.declaration.key if isinstance(node, ex.NameRef) else None


def _reads(node: ex.Expression, key: str | None) -> bool:
    names = [each for each in descendants(node) if isinstance(each, ex.NameRef)]
    return any(key is None or each.declaration.key == key for each in names)
