"""Where private variables live: in one region, or in a context of their work-item (pocl, 4.7).

A variable that only one region uses is that region's own. One that several use, or that is pointed
to by what several use, is kept in an array with an element for each work-item, unless all
work-items have the same value in it: then one variable serves the group (pocl, 4.7: uniform
variable merging). What is computed from nothing but ids and arguments is computed again in each
region, which costs less than to keep it and lets the compiler see what it is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeGuard

from ppcl.analysis.workgroup.addresses import kept_addresses
from ppcl.analysis.workgroup.regions import (
    GroupIf,
    GroupLoop,
    ParallelRegion,
    Parts,
    changed_variable,
)
from ppcl.analysis.workgroup.uniformity import Uniformity, changed_or_addressed
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import AddressSpace, ArrayType, FloatType, IntType, PointerType


@dataclass(frozen=True)
class Contexts:
    """The variables of a kernel that outlive a region: those with a value for each work-item, those
    that change in heads of the group's loops, those that are the group's and never change, and
    those that each region computes again, each after those that it needs."""

    of_items: tuple[st.Variable, ...]
    counters: tuple[st.Variable, ...]
    constants: tuple[st.Variable, ...]
    derived: tuple[st.Variable, ...]

    def used_in(self, statements: Sequence[st.Statement]) -> set[str]:
        """The keys of the derived variables that a region uses, and of those that they need."""
        own = self._declared()
        idle = {id(v.init) for v in own.values()}
        used = {key for each in statements for key in _used_outside(each, idle)}
        for key, variable in reversed(list(own.items())):
            if key in used and variable.init is not None:
                used |= {k for n in descendants(variable.init) if (k := _used(n)) is not None}
        return used

    def needed(self, statements: Sequence[st.Statement]) -> list[st.Variable]:
        """The derived variables that a region uses and does not declare."""
        nodes = (node for each in statements for node in descendants(each))
        own = {node.declaration.key for node in nodes if isinstance(node, st.Variable)}
        used = self.used_in(statements) - own
        return [v for v in self.derived if v.declaration.key in used]

    def _declared(self) -> dict[str, st.Variable]:
        return {v.declaration.key: v for v in self.derived}


def _used_outside(node: Node, skipped: set[int]) -> Iterator[str]:
    """The variables that are named in a node, but for some expressions in it."""
    if id(node) in skipped:
        return
    if isinstance(node, ex.NameRef):
        yield node.declaration.key
    for child in children(node):
        yield from _used_outside(child, skipped)


def contexts(parts: Parts, known: Uniformity, outer: Set[str] = frozenset()) -> Contexts:
    """Where the variables of a kernel that was cut into regions are kept; those of `outer` have
    their places already."""
    uses: dict[str, set[int]] = {}
    heads: set[str] = set()
    variables: dict[str, st.Variable] = {}
    for number, (node, is_head) in enumerate(_pieces(parts)):
        for each in descendants(node):
            key = _used(each)
            if key is not None:
                uses.setdefault(key, set()).add(number)
            if is_private(each) and each.declaration.key not in outer:
                variables[each.declaration.key] = each
                if is_head:
                    heads.add(each.declaration.key)
    lasting = {key for key, pieces in uses.items() if len(pieces) > 1}
    lasting |= kept_addresses((node for node, _ in _pieces(parts)), lasting)
    shared = [v for key, v in variables.items() if key in lasting and key not in heads]
    counters = changed_in_heads(parts)
    fixed = _computable(
        parts, [v for v in variables.values() if v.declaration.key not in heads], known
    )
    same = {key for key in fixed if key not in known.varying}
    of_group = _closed(same, shared, fixed)
    return Contexts(
        tuple(v for v in shared if v.declaration.key not in counters | fixed.keys()),
        tuple(v for v in shared if v.declaration.key in counters),
        tuple(v for key, v in fixed.items() if key in of_group),
        tuple(v for key, v in fixed.items() if key not in of_group),
    )


def _closed(
    same: set[str], shared: Sequence[st.Variable], fixed: Mapping[str, st.Variable]
) -> set[str]:
    """Those of the group's constants that outlive a region, and what they are computed from."""
    wanted = {v.declaration.key for v in shared} & same
    for key, variable in reversed(list(fixed.items())):
        if key in wanted and variable.init is not None:
            used = {k for n in descendants(variable.init) if (k := _used(n)) is not None}
            wanted |= used & same
    return wanted


def is_private(node: Node) -> TypeGuard[st.Variable]:
    """Whether a node declares a variable of each work-item."""
    return isinstance(node, st.Variable) and node.space is AddressSpace.PRIVATE


def _used(node: Node) -> str | None:
    if isinstance(node, ex.NameRef):
        return node.declaration.key
    return node.declaration.key if isinstance(node, st.Variable) else None


def _pieces(parts: Parts) -> Iterator[tuple[Node, bool]]:
    """What each region runs, and each expression that is the group's; whether it is a head whose
    variables are the group's."""
    for part in parts:
        match part:
            case ParallelRegion(statements=statements):
                yield st.Block(statements[0].at, statements), False
            case GroupIf(statement=statement, then=then, otherwise=otherwise):
                yield statement.condition, False
                yield from _pieces(then)
                yield from _pieces(otherwise)
            case GroupLoop():
                yield from _loop_pieces(part)
            case _:
                pass


def _loop_pieces(loop: GroupLoop) -> Iterator[tuple[Node, bool]]:
    yield from _pieces(loop.init)
    yield from ((node, True) for node in head(loop))
    if loop.statement.condition is not None:
        yield loop.statement.condition, False
    yield from _pieces(loop.body)
    yield from _pieces(loop.step)


def head(loop: GroupLoop) -> tuple[Node, ...]:
    """What a group's loop keeps of its own head beside the condition."""
    node = loop.statement
    if not isinstance(node, st.For) or loop.init or loop.step:
        return ()
    return tuple(part for part in (node.init, node.step) if part is not None)


def changed_in_heads(parts: Parts) -> set[str]:
    """The variables that the heads of the group's loops change."""
    found = (
        changed_variable(each)
        for node, is_head in _pieces(parts)
        if is_head
        for each in descendants(node)
    )
    return {key for key in found if key is not None}


def _computable(
    parts: Parts, variables: Iterable[st.Variable], known: Uniformity
) -> dict[str, st.Variable]:
    """Variables that get their only value where they are declared, in the outermost scope of a
    region, from nothing but arithmetic on ids, arguments and others of them."""
    pieces = [node for node, _ in _pieces(parts)]
    changed = {key for node in pieces for key in _changed(node)}
    direct = {
        variable.declaration.key
        for node in pieces
        if isinstance(node, st.Block)
        for statement in node.body
        if isinstance(statement, st.Declare)
        for variable in statement.variables
    }
    declared = {
        each.declaration.key
        for node in pieces
        for each in descendants(node)
        if isinstance(each, st.Variable)
    }
    unknown = declared | changed | known.varying | known.shared
    found: dict[str, st.Variable] = {}
    for variable in variables:
        key, init = variable.declaration.key, variable.init
        plain = isinstance(variable.type, IntType | FloatType | PointerType)
        if init is None or not plain or key in changed or key not in direct:
            continue
        if not is_arithmetic(init, unknown - found.keys()):
            continue
        if key not in known.varying or not _is_costly(init):
            found[key] = variable
    return found


def _changed(node: Node) -> Iterator[str]:
    """What a piece changes beyond its declarations, or takes the address of."""
    if isinstance(node, st.Block):
        yield from changed_or_addressed(node)
    else:
        for each in descendants(node):
            key = changed_variable(each)
            if key is not None and not isinstance(each, st.Variable):
                yield key


def is_arithmetic(expression: ex.Expression, private: Set[str]) -> bool:
    """Whether an expression is computed from nothing but ids, arguments and variables that are not
    among `private`."""
    return all(_is_arithmetic(node, private) for node in descendants(expression))


def _is_costly(expression: ex.Expression) -> bool:
    """Whether it takes a division, which costs more than to keep its result."""
    return any(
        isinstance(node, ex.Binary)
        and node.op in ("/", "%")
        and (isinstance(node.type, FloatType) or constant(node.right) is None)
        for node in descendants(expression)
    )


def _is_arithmetic(node: Node, unknown: Set[str]) -> bool:
    """Whether a node computes from what never changes; `unknown` are variables that may."""
    match node:
        case ex.NameRef(declaration=declaration, type=type_):
            return declaration.key not in unknown and not isinstance(type_, ArrayType)
        case ex.IntLiteral() | ex.FloatLiteral() | ex.Cast() | ex.SizeOf() | ex.Conditional():
            return True
        case ex.Binary(op=op):
            return op != ","
        case ex.Unary(op=op):
            return op in ("+", "-", "~", "!")
        case ex.Call(callee=callee):
            return callee in ITEM_FUNCTIONS
        case _:
            return False
