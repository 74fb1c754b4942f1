"""Parallel regions: what the work-items of a group can run one after another between barriers
(pocl, 4.3 to 4.5).

A statement is the *group's* when all work-items come to it together: a barrier, what a barrier
stands in, and what leaves such a statement. All others stand in regions. That work-items do come
together is proved, not assumed: each condition on the way to a barrier must be uniform. Where the
proof fails there is a reason (and C has the form of `ppcl.backend.forms.continuation`, which is
right without it).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.workgroup.barriers import holds_barrier, is_barrier, is_barrier_call
from ppcl.analysis.workgroup.uniformity import Uniformity, changed_root
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children, descendants

LoopStatement = st.For | st.While | st.DoWhile


@dataclass(frozen=True, slots=True)
class ParallelRegion:
    """Statements that each work-item runs from the first to the last."""

    statements: tuple[st.Statement, ...]


@dataclass(frozen=True, slots=True)
class GroupBarrier:
    """A barrier between regions, where nothing is left to do."""

    at: Origin


@dataclass(frozen=True, slots=True)
class GroupIf:
    """An `if` with a uniform condition and a barrier in it."""

    statement: st.If
    then: "Parts"
    otherwise: "Parts"


@dataclass(frozen=True, slots=True)
class GroupLoop:
    """A loop with a uniform condition and a barrier in it. `init` and `step` are empty where the
    head of the loop stays as it is (its counter is the group's)."""

    statement: LoopStatement
    init: "Parts"
    body: "Parts"
    step: "Parts"


@dataclass(frozen=True, slots=True)
class GroupJump:
    """A `break`, `continue` or `return` that all work-items come to."""

    statement: st.Break | st.Continue | st.Return


Part = ParallelRegion | GroupBarrier | GroupIf | GroupLoop | GroupJump
Parts = tuple[Part, ...]


@dataclass(frozen=True)
class NotProved(Exception):
    """Why a kernel cannot be cut into regions, and where that is."""

    reason: str
    at: Origin


def kernel_parts(body: st.Block, known: Uniformity) -> Parts:
    """The regions of a kernel's body and what is around them. Raises NotProved."""
    return parts_around(body, {id(s) for s in _statements(body) if holds_barrier(s)}, known)


def parts_around(body: st.Block, seeds: set[int], known: Uniformity) -> Parts:
    """The parts of a body where some statements, by identity, are the group's, with all that is
    around them. Raises NotProved."""
    group = _group_statements(body, seeds)
    _check(body, group, known)
    counters = frozenset(_counters(body, group, known))
    return tuple(_Cutter(group, counters).parts(body.body))


def _group_statements(body: st.Block, seeds: set[int]) -> frozenset[int]:
    """The statements, by identity, that all work-items must come to together."""
    found = set(seeds)
    known = -1
    while known != len(found):
        known = len(found)
        for path in _jumps(body, (), ()):
            if _leaves_group(path, body, found):
                found |= {id(each) for each in path.around} | {id(path.jump)}
    return frozenset(found)


@dataclass(frozen=True)
class _Jump:
    """A jump, the statements around it from the outermost, and the loop or switch it is of."""

    jump: st.Break | st.Continue | st.Return
    around: tuple[st.Statement, ...]
    target: st.Statement | None


def _jumps(
    node: st.Statement, around: tuple[st.Statement, ...], loops: tuple[st.Statement, ...]
) -> Iterator[_Jump]:
    match node:
        case st.Return():
            yield _Jump(node, around, None)
        case st.Break():
            yield _Jump(node, around, loops[-1] if loops else None)
        case st.Continue():
            own = [each for each in loops if not isinstance(each, st.Switch)]
            yield _Jump(node, around, own[-1] if own else None)
        case _:
            inner = isinstance(node, LoopStatement | st.Switch)
            for child in children(node):
                if isinstance(child, st.Statement):
                    yield from _jumps(child, (*around, node), (*loops, node) if inner else loops)


def _leaves_group(path: _Jump, body: st.Block, group: set[int]) -> bool:
    """Whether a jump leaves a statement of the group, or skips one that is still to come."""
    if path.target is not None:
        return id(path.target) in group
    outermost = path.around[1] if len(path.around) > 1 else path.jump
    last = max((i for i, each in enumerate(body.body) if id(each) in group), default=-1)
    where = next(i for i, each in enumerate(body.body) if each is outermost)
    return where <= last


def _statements(node: Node) -> Iterator[st.Statement]:
    return (each for each in descendants(node) if isinstance(each, st.Statement))


def _check(body: st.Block, group: frozenset[int], known: Uniformity) -> None:
    """Raises NotProved unless all work-items come to each of the group's statements."""
    for node in _statements(body):
        if isinstance(node, st.Goto | st.Label) and group:
            raise NotProved("there is a goto", node.at)
        if id(node) in group:
            _check_form(node, known)


def _check_form(node: st.Statement, known: Uniformity) -> None:
    match node:
        case st.If(condition=condition):
            _check_uniform(condition, known, "work-items may not all take this branch")
        case st.For() | st.While() | st.DoWhile():
            if node.condition is not None:
                _check_uniform(node.condition, known, "work-items may leave this loop apart")
        case st.Block() | st.Break() | st.Continue() | st.Return():
            pass
        case _ if is_barrier(node):
            pass
        case _:
            raise NotProved("a barrier in such a statement", node.at)


def _check_uniform(condition: ex.Expression, known: Uniformity, reason: str) -> None:
    if any(is_barrier_call(each) for each in descendants(condition)):
        raise NotProved("a barrier in a condition", condition.at)
    if not known.is_uniform(condition):
        raise NotProved(reason, condition.at)


def _counters(body: st.Block, group: frozenset[int], known: Uniformity) -> Iterator[str]:
    """Uniform variables that change in the heads of the group's loops only: one for the group."""
    heads = {
        id(part)
        for loop in _statements(body)
        if isinstance(loop, st.For) and id(loop) in group
        for part in (*_parts_of(loop.init), *_parts_of(loop.step))
    }
    changed, elsewhere = set[str](), set[str]()
    for node in descendants(body):
        key = changed_variable(node)
        if key is not None and id(node) in heads:
            changed.add(key)
        elif (part := key or changed_root(node)) is not None:
            elsewhere.add(part)
    yield from (key for key in changed - elsewhere if key not in known.varying)


def _parts_of(node: Node | None) -> Iterator[Node]:
    return descendants(node) if node is not None else iter(())


def changed_variable(node: Node) -> str | None:
    """The key of the variable that a node gives a value, where it is a whole variable."""
    match node:
        case st.Variable(declaration=declaration, init=init) if init is not None:
            return declaration.key
        case ex.Assign(target=ex.NameRef(declaration=declaration)):
            return declaration.key
        case ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=ex.NameRef(declaration=found)):
            return found.key
        case _:
            return None


@dataclass(frozen=True)
class _Cutter:
    """Cuts lists of statements at those of the group."""

    group: frozenset[int]
    counters: frozenset[str]

    def parts(self, statements: Sequence[st.Statement]) -> Iterator[Part]:
        run: list[st.Statement] = []
        for statement in statements:
            if id(statement) not in self.group:
                run.append(statement)
                continue
            yield from _region(run)
            run = []
            yield from self._part(statement)
        yield from _region(run)

    def _part(self, node: st.Statement) -> Iterator[Part]:
        match node:
            case st.Block(body=body):
                yield from self.parts(body)
            case st.If(then=then, otherwise=otherwise):
                rest = (otherwise,) if otherwise is not None else ()
                yield GroupIf(node, tuple(self.parts((then,))), tuple(self.parts(rest)))
            case st.For() | st.While() | st.DoWhile():
                yield self._loop(node)
            case st.Break() | st.Continue() | st.Return():
                yield GroupJump(node)
            case _:
                yield GroupBarrier(node.at)

    def _loop(self, node: LoopStatement) -> GroupLoop:
        body = tuple(self.parts((node.body,)))
        if not isinstance(node, st.For) or self._has_own_head(node):
            return GroupLoop(node, (), body, ())
        if node.step is not None and self._is_continued(node):
            raise NotProved("a continue in a loop whose counter is each work-item's", node.at)
        step = (st.Evaluate(node.step.at, node.step),) if node.step is not None else ()
        init = (node.init,) if node.init is not None else ()
        return GroupLoop(node, tuple(_region(init)), body, tuple(_region(step)))

    def _is_continued(self, node: st.For) -> bool:
        """Whether the group goes on to a loop's next round from within its body."""
        inner = _statements(node.body)
        return any(isinstance(each, st.Continue) and id(each) in self.group for each in inner)

    def _has_own_head(self, node: st.For) -> bool:
        """Whether a loop's head changes nothing but the group's counters."""
        changes = [
            key
            for part in (node.init, node.step)
            for each in _parts_of(part)
            if (key := _changed(each)) is not None
        ]
        return bool(changes) and all(key in self.counters for key in changes)


def _changed(node: Node) -> str | None:
    """As `changed_variable`; the empty key for what changes, or may change, something else."""
    if isinstance(node, ex.Call):
        return None if node.callee in ITEM_FUNCTIONS else ""
    if isinstance(node, ex.Assign | ex.Unary) and changed_variable(node) is None:
        is_change = isinstance(node, ex.Assign) or "++" in node.op or "--" in node.op
        return "" if is_change else None
    return changed_variable(node)


def _region(statements: Sequence[st.Statement]) -> Iterator[ParallelRegion]:
    if statements:
        yield ParallelRegion(tuple(statements))
