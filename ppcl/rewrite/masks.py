"""Masks: loops that work-items leave at different times, in a form that they run together (R.
Karrenberg and S. Hack, Whole-Function Vectorization, CGO 2011; as ISPC does it).

Each work-item has a mask, a variable that says whether it still runs the loop: the loop goes on
while `ppcl_any` of a pack's masks is set, and its body is for those whose own is. What makes a
work-item leave (a condition that no longer holds, `break`, `continue`, `return`) clears its mask.
A branch with a loop in it has a mask for each side. The result is a body that all work-items run
alike from end to end, so that packs can run its loops together; computing stays under an `if`, so
that a work-item that is not there computes nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ppcl.analysis.workgroup.regions import LoopStatement
from ppcl.analysis.workgroup.uniformity import (
    ANY,
    Uniformity,
    is_divergent_loop,
    uniformity_within,
)
from ppcl.analysis.workgroup.ways import has_way, is_counted, ways_out
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, children, descendants, named
from ppcl.ir.types import AddressSpace, ArrayType, IntType

_INT = IntType("int", 32, True)
# Whether a loop, or a branch with loops, gains from masks; its variables are declared in the block.
Worth = Callable[[st.Statement, Uniformity, st.Block], bool]
_Way = st.Break | st.Continue | st.Return
# Of guards: each statement that leaves a loop has what follows it under one.
_MOST_NESTED = 32
_MASKS = re.compile(r"#(active|in_round|present|taken|untaken)\d+")


def is_mask(declaration: Declaration) -> bool:
    """Whether a variable is a mask of this form: it is 0 or 1."""
    return _MASKS.fullmatch(declaration.key) is not None


class _NoMasks(Exception):
    """A body that has no form with masks."""


def with_masks(body: st.Block, around: Uniformity, is_worth: Worth) -> st.Block | None:
    """The body where loops and branches that divide the work-items have masks; None where none
    has, or cannot have. What is not worth it, as `is_worth` says, stays as it is."""
    nodes = list(descendants(body))
    if not any(isinstance(node, LoopStatement) for node in nodes):
        return None
    if any(isinstance(node, st.Return) for node in nodes) and not is_worth(body, around, body):
        return None
    masked, scalar, left = set[int](), set[int](), set[int]()
    while True:
        maker = _Maker(frozenset(masked), frozenset(scalar), frozenset(left - masked))
        try:
            made = maker.whole(body)
        except _NoMasks:
            return None
        within = uniformity_within(made, around)
        found = list(_divided(made, within, maker.kept))
        if not found:
            return made if maker.masks else None
        for node in found:
            if not is_worth(node, within, body):
                scalar.add(id(node))
            elif id(node) not in left and is_counted(node, may_be_left=True):
                left.add(id(node))
            else:
                masked.add(id(node))


def _divided(
    node: Node, known: Uniformity, kept: dict[int, st.Statement]
) -> Iterator[st.Statement]:
    """The outermost of the `kept` statements that not all work-items run alike; each value is what
    the statement with that identity was made from."""
    if id(node) in kept and _divides(node, known):
        yield kept[id(node)]
        return
    for child in children(node):
        yield from _divided(child, known, kept)


def _divides(node: Node, known: Uniformity) -> bool:
    if isinstance(node, LoopStatement):
        return is_divergent_loop(node, known)
    return isinstance(node, st.If) and not known.is_uniform(node.condition)


@dataclass(frozen=True)
class _Mask:
    """A mask of a `kind`, and what it is of: clearing those of a loop is what a `break` does, those
    of a round a `continue`, and all of them a `return`."""

    declaration: Declaration
    of: Literal["function", "branch", "loop", "round"]
    kind: str

    def read(self, at: Origin) -> ex.NameRef:
        """The mask's value."""
        return ex.NameRef(at, _INT, self.declaration, "variable")

    def set(self, at: Origin, value: ex.Expression) -> st.Evaluate:
        """Gives the mask a value."""
        return st.Evaluate(at, ex.Assign(at, _INT, "=", self.read(at), value))

    def any(self, at: Origin) -> ex.Expression:
        """Whether it is set for any work-item of the pack."""
        return ex.Call(at, _INT, ANY, None, (self.read(at),))

    def guard(self, at: Origin, body: Sequence[st.Statement]) -> st.If:
        """Statements for work-items whose mask is set."""
        return st.If(at, self.read(at), st.Block(at, tuple(body)), None)


_Masks = tuple[_Mask, ...]


@dataclass(frozen=True)
class _Split:
    """A statement with loops in it: what all work-items run first, what comes at the end of the
    statements before it, and what stands behind them."""

    first: tuple[st.Statement, ...]
    last: tuple[st.Statement, ...]
    behind: tuple[st.Statement, ...]


class _Maker:
    """Makes the form with masks of one body. `masked` are the loops and branches, by identity,
    that get masks; `scalar` those that each work-item runs by itself; `left` counted loops, that
    have masks for work-items that leave them. All other loops, and what stands around them, are
    `kept`: all work-items run them alike."""

    def __init__(
        self, masked: frozenset[int], scalar: frozenset[int], left: frozenset[int]
    ) -> None:
        self._masked, self._scalar, self._counted = masked, scalar, left
        self.kept: dict[int, st.Statement] = {}
        self.masks: list[_Mask] = []

    def whole(self, body: st.Block) -> st.Block:
        """The body of a function."""
        made = self._all(body.body, ())
        declared = tuple(
            st.Variable(body.at, mask.declaration, _INT, None, "auto", AddressSpace.PRIVATE)
            for mask in self.masks
        )
        first = (st.Declare(body.at, declared),) if declared else ()
        return replace(body, body=(*first, *made))

    def _new(self, name: str, of: Literal["function", "branch", "loop", "round"]) -> _Mask:
        # One that outlives a region stands beside others of that region.
        same = sum(mask.kind == name for mask in self.masks)
        spelled = f"{name}_{same + 1}" if same else name
        mask = _Mask(Declaration(spelled, f"#{name}{len(self.masks)}"), of, name)
        self.masks.append(mask)
        return mask

    def _is_apart(self, node: Node) -> bool:
        """Whether loops stand in a statement that a pack runs together."""
        if not isinstance(node, st.Statement) or id(node) in self._scalar:
            return False
        return isinstance(node, LoopStatement) or any(
            self._is_apart(child) for child in children(node)
        )

    def _all(self, nodes: Sequence[st.Statement], masks: _Masks) -> list[st.Statement]:
        """Statements one after another, under the last one of `masks`."""
        found: list[st.Statement] = []
        run: list[st.Statement] = []
        for index, node in enumerate(nodes):
            if not masks and any(isinstance(each, st.Return) for each in descendants(node)):
                present = self._new("present", "function")
                rest = self._all(nodes[index:], (present,))
                return [*found, *run, present.set(node.at, _number(node.at, 1)), *rest]
            if self._is_apart(node):
                made = self._split(node, masks)
                before = self._under(masks, [*run, *made.last], nodes)
                found += [*made.first, *before, *made.behind]
                run = []
            else:
                run.append(node)
        return [*found, *self._under(masks, run, nodes)]

    def _under(
        self, masks: _Masks, run: Sequence[st.Statement], around: Sequence[st.Statement]
    ) -> Iterator[st.Statement]:
        """Statements with no loops of the pack in them, as a part of those `around`."""
        if not run or not masks:
            yield from run
            return
        elsewhere = [node for node in around if all(node is not each for each in run)]
        used = {key for node in elsewhere for key in named(node)}
        yield from _ahead(run, used)
        inner = [each for node in run for each in _in_place(node, used)]
        yield masks[-1].guard(run[0].at, self._leaf(inner, masks))

    def _split(self, node: st.Statement, masks: _Masks) -> _Split:
        match node:
            case st.Block():
                return _Split((), (), (replace(node, body=tuple(self._all(node.body, masks))),))
            case st.If():
                return self._branches(node, masks)
            case st.For() | st.While() | st.DoWhile():
                if id(node) in self._counted:
                    return self._left_loop(node, masks)
                if id(node) in self._masked or (masks and not is_counted(node)):
                    return self._loop(node, masks)
                return _Split((), (), (self._kept_loop(node, masks),))
            case _:
                raise _NoMasks

    def _branches(self, node: st.If, masks: _Masks) -> _Split:
        if not masks and id(node) not in self._masked:
            sides = [node.then, *((node.otherwise,) if node.otherwise is not None else ())]
            made = [st.Block(side.at, tuple(self._all((side,), masks))) for side in sides]
            found = replace(node, then=made[0], otherwise=made[1] if made[1:] else None)
            self.kept[id(found)] = node
            return _Split((), (), (found,))
        taken = self._new("taken", "branch")
        one, zero = _number(node.at, 1), _number(node.at, 0)
        chosen = replace(node, then=taken.set(node.at, one), otherwise=None)
        made_then = self._side(taken, node.then, masks)
        if node.otherwise is None:
            return _Split((taken.set(node.at, zero),), (chosen,), (made_then,))
        untaken = self._new("untaken", "branch")
        chosen = replace(chosen, otherwise=untaken.set(node.at, one))
        first = (taken.set(node.at, zero), untaken.set(node.at, zero))
        return _Split(first, (chosen,), (made_then, self._side(untaken, node.otherwise, masks)))

    def _side(self, mask: _Mask, node: st.Statement, masks: _Masks) -> st.Statement:
        """A side of a branch; one with loops is left out where it is for none of the pack."""
        body = st.Block(node.at, tuple(self._all((node,), (*masks, mask))))
        return st.If(node.at, mask.any(node.at), body, None) if self._is_apart(node) else body

    def _kept_loop(self, node: LoopStatement, masks: _Masks) -> st.Statement:
        """A loop that all work-items run alike. With masks, one that only work-items that are not
        there would run is left out: its head may be computed for none."""
        body, inner = [node.body], masks
        first: list[st.Statement] = []
        if masks and has_way(node.body, st.Continue):
            first, inner = self._round(node.at, masks)
        made = st.Block(node.body.at, (*first, *self._all(body, inner)))
        found = replace(node, body=made)
        self.kept[id(found)] = node
        if not masks:
            return found
        return st.If(node.at, masks[-1].any(node.at), st.Block(node.at, (found,)), None)

    def _left_loop(self, node: LoopStatement, masks: _Masks) -> _Split:
        """A loop with a counter that is the same for all, and a mask for those that have not left:
        `active = 1; for (...) if (any active) { if (active) { ... } } else break;`. One that nobody
        leaves has masks for its rounds alone."""
        at, inner, start = node.at, masks, list[st.Statement]()
        is_left = has_way(node.body, st.Break) or has_way(node.body, st.Return)
        if is_left:
            active = self._new("active", "loop")
            inner = (*masks, active)
            start = [active.set(at, masks[-1].read(at) if masks else _number(at, 1))]
        opening: list[st.Statement] = []
        if has_way(node.body, st.Continue):
            opening, inner = self._round(at, inner)
        own = node.body.body if isinstance(node.body, st.Block) else (node.body,)
        made = st.Block(at, (*opening, *self._all(own, inner)))
        if is_left:
            made = st.Block(at, (st.If(at, active.any(at), made, st.Break(at)),))
        found = replace(node, body=made)
        self.kept[id(found)] = node
        return _Split((), (), (*start, found))

    def _round(self, at: Origin, masks: _Masks) -> tuple[list[st.Statement], _Masks]:
        """The mask of a loop's round, and how it begins."""
        mask = self._new("in_round", "round")
        first = masks[-1].read(at) if masks else _number(at, 1)
        return [mask.set(at, first)], (*masks, mask)

    def _loop(self, node: LoopStatement, masks: _Masks) -> _Split:
        """A loop with a mask: `active = 1; while (any active) if (active) { ... }`."""
        at = node.at
        active = self._new("active", "loop")
        inner = (*masks, active)
        start = active.set(at, masks[-1].read(at) if masks else _number(at, 1))
        init = node.init if isinstance(node, st.For) else None
        before = (st.Block(at, (init,)),) if init is not None else ()
        first, last = _around_a_round(node)
        if has_way(node.body, st.Continue):
            opening, within = self._round(at, inner)
            rounds = [*opening, *self._all((node.body,), within)]
            made = [*self._all(first, inner), *rounds, *self._all(last, inner)]
        else:
            own = node.body.body if isinstance(node.body, st.Block) else (node.body,)
            made = self._all([*first, *own, *last], inner)
        loop = st.While(at, active.any(at), st.Block(at, tuple(made)))
        return _Split((), before, (start, loop))

    def _leaf(self, nodes: Sequence[st.Statement], masks: _Masks) -> list[st.Statement]:
        """Statements without loops of the pack: behind one that may leave them, the rest is for
        work-items that did not."""
        if sum(1 for node in nodes if any(ways_out(node))) > _MOST_NESTED:
            raise _NoMasks
        found: list[st.Statement] = []
        for index, node in enumerate(nodes):
            found.append(self._left(node, masks))
            rest = nodes[index + 1 :]
            if rest and any(ways_out(node)):
                return [*found, masks[-1].guard(node.at, self._leaf(rest, masks))]
        return found

    def _left(self, node: st.Statement, masks: _Masks) -> st.Statement:
        """A statement with the masks cleared where it leaves something."""
        match node:
            case st.Break() | st.Continue() | st.Return():
                zero = _number(node.at, 0)
                cleared = (mask.set(node.at, zero) for mask in _cleared(node, masks))
                return st.Block(node.at, tuple(cleared))
            case st.If(then=then, otherwise=otherwise):
                rest = self._left(otherwise, masks) if otherwise is not None else None
                return replace(node, then=self._left(then, masks), otherwise=rest)
            case st.Block(body=body):
                return replace(node, body=tuple(self._leaf(body, masks)))
            case _:
                if any(ways_out(node)):
                    raise _NoMasks
                return node


def _number(at: Origin, value: int) -> ex.IntLiteral:
    return ex.IntLiteral(at, _INT, value)


def _around_a_round(node: LoopStatement) -> tuple[list[st.Statement], list[st.Statement]]:
    """What a round of a loop begins and ends with."""
    test: list[st.Statement] = []
    if node.condition is not None:
        at = node.condition.at
        test = [st.If(at, _negated(node.condition), st.Break(at), None)]
    if isinstance(node, st.DoWhile):
        return [], test
    step = node.step if isinstance(node, st.For) else None
    return test, [st.Evaluate(step.at, step)] if step is not None else []


def _negated(condition: ex.Expression) -> ex.Expression:
    """What is true where a condition is not."""
    if isinstance(condition, ex.Unary) and condition.op == "!":
        return condition.operand
    return ex.Unary(condition.at, _INT, "!", condition)


def _cleared(node: _Way, masks: _Masks) -> Iterator[_Mask]:
    """The masks that a way out clears, from the innermost to that of what it leaves."""
    target = {st.Break: "loop", st.Continue: "round", st.Return: "function"}[type(node)]
    for mask in reversed(masks):
        yield mask
        if mask.of == target:
            return
        if mask.of == "loop" and not isinstance(node, st.Return):
            break
    raise _NoMasks


def _ahead(run: Sequence[st.Statement], used: set[str]) -> Iterator[st.Statement]:
    """Declarations of the variables that are used behind a guard as well."""
    for node in run:
        for variable in node.variables if isinstance(node, st.Declare) else ():
            if variable.declaration.key in used:
                yield st.Declare(node.at, (replace(variable, init=None, const=False),))


def _in_place(node: st.Statement, used: set[str]) -> Iterator[st.Statement]:
    """A statement where those variables are declared already."""
    if not isinstance(node, st.Declare):
        yield node
        return
    for variable in node.variables:
        if variable.declaration.key not in used:
            yield st.Declare(node.at, (variable,))
        elif _is_list(variable):
            raise _NoMasks
        elif variable.init is not None:
            name = ex.NameRef(node.at, variable.type, variable.declaration, "variable")
            yield st.Evaluate(node.at, ex.Assign(node.at, variable.type, "=", name, variable.init))


def _is_list(variable: st.Variable) -> bool:
    """Whether a variable's first value is one that nothing but a declaration can give."""
    init = variable.init
    return isinstance(init, ex.InitList) or (
        init is not None and isinstance(variable.type, ArrayType)
    )
