"""A kernel's statements in the order in which merged work-items do them: once for all of them,
or each by itself, one after another.

What is uniform along the dimension is done once; a loop or branch that all go through together
stays round what is done in it; the rest is done in loops over the work-items (PPOpenCL §3.3.1,
Figure 6).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.barriers import is_barrier
from ppcl.analysis.workgroup.uniformity import is_divergent_loop
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import AddressSpace
from ppcl_transforms.coarsen.row import Row

LOOPS = (st.For, st.While, st.DoWhile)


class NoParts(Exception):
    """What forbids to merge work-items, and where."""

    def __init__(self, message: str, at: Origin) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True)
class Once:
    """A statement that is done once for all."""

    statement: st.Statement


@dataclass(frozen=True)
class Ahead:
    """The variables of a declaration that are the same for all, in front of the loop that begins
    with its others."""

    statement: st.Declare


@dataclass(frozen=True)
class Each:
    """Statements that each work-item does by itself."""

    statements: tuple[st.Statement, ...]


@dataclass(frozen=True)
class Joint:
    """A statement whose condition is the same for all, and the parts of each of its bodies."""

    statement: st.Statement
    bodies: "tuple[tuple[st.Statement, tuple[Part, ...]], ...]"


Part = Once | Ahead | Each | Joint


def parts_of(statements: Sequence[st.Statement], row: Row) -> tuple[Part, ...]:
    """The parts of a list of statements. Raises NoParts."""
    found: list[Part] = []
    for number, statement in enumerate(statements):
        rest = statements[number + 1 :]
        common, own = _shared_out(statement, row)
        if common is not None and not _belongs(common, rest, row, found):
            found += [Ahead(common), Each((own,))]
            continue
        part = _part(statement, row)
        if isinstance(part, Once) and _belongs(statement, rest, row, found):
            part = Each((statement,))
        if isinstance(part, Each) and found and isinstance(found[-1], Each):
            found[-1] = Each((*found[-1].statements, *part.statements))
        else:
            found.append(part)
    return tuple(_if_together(part, row) for part in found)


def _shared_out(statement: st.Statement, row: Row) -> tuple[st.Declare | None, st.Statement]:
    """The variables of a declaration that are the same for all, if what follows them may stand
    behind them all, and what is left: the order of values that have no effect is free."""
    if not isinstance(statement, st.Declare) or row.is_quiet(statement):
        return None, statement
    if statement.at.macro is not None:
        return None, statement
    common = tuple(v for v in statement.variables if row.is_quiet(v))
    own = tuple(v for v in statement.variables if not row.is_quiet(v))
    if not common or not all(map(row.is_silent, own)):
        return None, statement
    return replace(statement, variables=common), replace(statement, variables=own)


def _if_together(part: Part, row: Row) -> Part:
    """A branch that stands alone, and that all take together, is taken once."""
    match part:
        case Each(statements=(st.If() as alone,)):
            return _joint(alone, row) or part
        case _:
            return part


def has_loops(statement: st.Statement) -> bool:
    """Whether a loop stands in a statement."""
    return any(isinstance(node, LOOPS) for node in descendants(statement))


def all_parts(parts: Sequence[Part]) -> Iterator[Part]:
    """Parts, and those in them."""
    for part in parts:
        yield part
        if isinstance(part, Joint):
            for _, inner in part.bodies:
                yield from all_parts(inner)


def _part(statement: st.Statement, row: Row) -> Part:
    if is_barrier(statement) or _is_of_group(statement):
        return Once(statement)
    if _is_once(statement, row):
        return Once(statement)
    if _pays(statement, row):
        joint = _joint(statement, row)
        if joint is not None:
            return joint
    _refuse(statement, row)
    return Each((statement,))


def _is_of_group(statement: st.Statement) -> bool:
    """Whether a statement declares local memory: that stands outside of all others."""
    declared = statement.variables if isinstance(statement, st.Declare) else ()
    return any(variable.space is AddressSpace.LOCAL for variable in declared)


def refuse_local(statements: Sequence[st.Statement]) -> None:
    """Refuse to put declarations of local memory into a loop over work-items."""
    for statement in statements:
        if _is_of_group(statement):
            raise NoParts("local memory is declared among what each does by itself", statement.at)


def _is_once(statement: st.Statement, row: Row) -> bool:
    return row.is_quiet(statement) and not any(
        isinstance(each, LOOPS) and is_divergent_loop(each, row.known)
        for each in descendants(statement)
    )


def _belongs(
    statement: st.Statement, rest: Sequence[st.Statement], row: Row, before: Sequence[Part]
) -> bool:
    """Whether what would be done once is a variable for the statements around it alone, which each
    work-item does: then it stays among them."""
    if not (before and isinstance(before[-1], Each) and isinstance(statement, st.Declare)):
        return False
    if _is_of_group(statement):
        return False
    names = {variable.declaration.key for variable in statement.variables}
    if names & row.changed:
        return False
    using = [n for n, s in enumerate(rest) if any(u.declaration.key in names for u in row.uses(s))]
    between = rest[: using[-1] + 1] if using else rest[:0]
    return bool(between) and all(
        not (_is_once(each, row) or _pays(each, row) or is_barrier(each)) for each in between
    )


def _pays(statement: st.Statement, row: Row) -> bool:
    """Whether to go through a statement together is more than to ask a condition once."""
    loops = (each for each in descendants(statement) if isinstance(each, LOOPS))
    return any(loops) or row.holds_barrier(statement)


def _joint(statement: st.Statement, row: Row) -> Joint | None:
    """A statement that all work-items go through together."""
    match statement:
        case st.Block(body=body, scope=True):
            return Joint(statement, ((statement, parts_of(body, row)),))
        case st.If(condition=condition, then=then, otherwise=otherwise):
            heads: tuple[Node | None, ...] = (condition,)
            bodies = tuple(each for each in (then, otherwise) if each is not None)
        case st.For(init=init, condition=condition, step=step, body=body):
            heads, bodies = (init, condition, step), (body,)
        case st.While(condition=condition, body=body) | st.DoWhile(condition=condition, body=body):
            heads, bodies = (condition,), (body,)
        case _:
            return None
    if not all(map(row.is_quiet, heads)):
        return None
    if isinstance(statement, LOOPS) and is_divergent_loop(statement, row.known):
        return None
    return Joint(statement, tuple((each, _of_body(each, row)) for each in bodies))


def _of_body(body: st.Statement, row: Row) -> tuple[Part, ...]:
    return parts_of(body.body if isinstance(body, st.Block) else (body,), row)


def _refuse(statement: st.Statement, row: Row) -> None:
    """Refuse what cannot be done by one work-item after another."""
    if row.holds_barrier(statement):
        raise NoParts(
            "a barrier that not all work-items of a row are seen to come to", statement.at
        )
    for way in ways_out(statement):
        raise NoParts("a way out that only some work-items take", way.at)
    refuse_unfollowed(statement)


def refuse_unfollowed(statement: st.Statement) -> None:
    """Refuse jumps, and what is no statement or expression of OpenCL C."""
    for node in descendants(statement):
        if isinstance(node, st.Goto | st.Label | st.OpaqueStatement):
            raise NoParts("a statement that is not followed", node.at)
        if isinstance(node, ex.OpaqueExpression | ex.StatementExpression):
            raise NoParts("an expression that is not followed", node.at)


def ways_out(node: Node, inner: tuple[type, ...] = ()) -> Iterator[st.Statement]:
    """The statements in a tree that leave it: a `return`, and a `break` or `continue` of a loop or
    switch that it is in."""
    if isinstance(node, st.Return | st.Break | st.Continue) and not isinstance(node, inner):
        yield node
    if isinstance(node, LOOPS):
        inner = (st.Break, st.Continue)
    elif isinstance(node, st.Switch):
        inner = (*inner, st.Break)
    for child in children(node):
        yield from ways_out(child, inner)
