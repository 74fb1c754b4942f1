"""Packs of work-items that run a region's loops together (pocl, 4.6: horizontal inner-loop
parallelisation).

A compiler makes vector code of a loop over work-items, but not of one whose body has loops. Where
such an inner loop is uniform, it can as well stand around the work-items: each round of it is then
a loop over the work-items, as between two barriers. That is done for a *pack*, some neighbouring
work-items along dimension 0, so few that their variables stay in registers.

A condition on a work-item's id in front of all else, such as `if (i >= n) return;`, is asked of a
pack as a whole; a pack for which it does not hold runs its work-items one by one, as do those that
are too few for a pack.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from ppcl.analysis.workgroup.barriers import holds_barrier
from ppcl.analysis.workgroup.contexts import Contexts, changed_in_heads, contexts, is_arithmetic
from ppcl.analysis.workgroup.regions import LoopStatement, NotProved, Parts, parts_around
from ppcl.analysis.workgroup.uniformity import (
    ANY,
    Uniformity,
    changed_or_addressed,
    is_divergent_loop,
    root_of,
    uniformity_within,
)
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import ArrayType, FloatType, IntType, size_of
from ppcl.rewrite.masks import Worth, with_masks

# Of a work-item's variables: they lie on the stack, once for each work-item of a pack.
_MOST_BYTES = 8192


@dataclass(frozen=True)
class Pack:
    """How a region runs in packs. Those of the `leading` declarations that `guards` need come
    first; where all guards hold for all of a pack's work-items, `parts` are run. `masked`: where
    only some of its work-items may run a part (`ppcl.rewrite.masks`)."""

    leading: tuple[st.Variable, ...]
    guards: tuple[tuple[ex.Expression, bool], ...]
    body: st.Block
    parts: Parts
    kept: Contexts
    masked: bool

    def names(self) -> Iterator[str]:
        """The names that variables of the region have, each as often as one has it."""
        nodes = (node for node in descendants(self.body) if isinstance(node, st.Variable))
        return (node.declaration.name for node in nodes)

    def indexed_arrays(self) -> set[str]:
        """The keys of arrays of numbers that are used by index alone and have no first value: they
        can be stored with the values of neighbouring work-items side by side."""
        nodes = list(descendants(self.body))
        arrays = {
            node.declaration.key
            for node in nodes
            if isinstance(node, st.Variable)
            and isinstance(node.type, ArrayType)
            and isinstance(node.type.element, IntType | FloatType)
            and node.init is None
        }
        bases = {id(node.base) for node in nodes if isinstance(node, ex.Index)}
        names = (node for node in nodes if isinstance(node, ex.NameRef) and id(node) not in bases)
        addressed = (
            node.operand for node in nodes if isinstance(node, ex.Unary) and node.op == "&"
        )
        used = {node.declaration.key for node in names} | set(map(root_of, addressed))
        return arrays - used


@dataclass(frozen=True)
class Gains:
    """What packs gain from: `masks` says which statements are worth them, `memory` of a body
    whether its accesses to memory leave something to be gained; `straight`: they gain from a body
    without loops and guards, too."""

    masks: Worth
    memory: Callable[[st.Block, Uniformity], bool]
    straight: bool = False


def packs_of(
    statements: Sequence[st.Statement], known: Uniformity, outer: Set[str], gains: Gains
) -> Iterator[Pack]:
    """How packs can run a region's statements, the best way first; none where it has no loop that
    they can run together. The variables of `outer` are kept for other regions, with a value for
    each work-item."""
    peeled = _Peeled(tuple(statements), known, outer)
    body = st.Block(statements[0].at, peeled.body)
    if any(isinstance(node, st.Goto | st.Label) for node in descendants(body)):
        return
    masked = with_masks(body, known, gains.masks)
    forms = [(masked, True), (body, False)] if masked is not None else [(body, False)]
    for form, is_masked in forms:
        found = _pack_of(peeled, form, known, outer, is_masked, gains)
        if found is not None:
            yield found


def _pack_of(
    peeled: "_Peeled",
    body: st.Block,
    known: Uniformity,
    outer: Set[str],
    masked: bool,
    gains: Gains,
) -> Pack | None:
    nodes = list(descendants(body))
    if any(isinstance(node, st.Return) for node in nodes):
        return None
    within = uniformity_within(body, known)
    seeds = set(_uniform_loops(body, within))
    is_straight = not any(isinstance(node, LoopStatement) for node in nodes)
    if (not seeds and not (is_straight and (peeled.guards or gains.straight))) or not gains.memory(
        body, within
    ):
        return None
    if any(id(node) not in seeds for node in nodes if _asks_for_any(node)):
        return None
    try:
        parts = parts_around(body, seeds, within)
    except NotProved:
        return None
    own = {node.declaration.key for node in nodes if isinstance(node, st.Variable)} - outer
    if not changed_in_heads(parts) <= own:
        return None  # other regions want a value for each work-item, and a pack has one
    kept = contexts(parts, within, outer)
    if sum(size_of(variable.type) or _MOST_BYTES for variable in kept.of_items) > _MOST_BYTES:
        return None
    return Pack(peeled.leading, peeled.guards, body, parts, kept, masked)


def _asks_for_any(node: Node) -> bool:
    """Whether a statement goes on for what a pack as a whole says."""
    condition = node.condition if isinstance(node, st.If | st.While) else None
    return isinstance(condition, ex.Call) and condition.callee == ANY


def _uniform_loops(node: st.Statement, known: Uniformity) -> Iterator[int]:
    """The loops, by identity, that all work-items run alike, and the statements around them."""
    if isinstance(node, LoopStatement) and (is_divergent_loop(node, known) or holds_barrier(node)):
        return
    if isinstance(node, st.If) and not known.is_uniform(node.condition):
        return
    if not isinstance(node, LoopStatement | st.If | st.Block):
        return
    inner = [
        found
        for child in children(node)
        if isinstance(child, st.Statement)
        for found in _uniform_loops(child, known)
    ]
    yield from inner
    if inner or isinstance(node, LoopStatement) or _asks_for_any(node):
        yield id(node)


class _Peeled:
    """A region's statements without the guards in front: a `return` under a condition, and a last
    statement that is an `if` without `else`."""

    def __init__(
        self, statements: tuple[st.Statement, ...], known: Uniformity, outer: Set[str]
    ) -> None:
        self._outer = outer
        block = st.Block(statements[0].at, statements)
        self._changed = changed_or_addressed(block)
        self._private = (
            known.varying
            | known.shared
            | {node.declaration.key for node in descendants(block) if isinstance(node, st.Variable)}
        )
        self.leading: tuple[st.Variable, ...] = ()
        self.guards: tuple[tuple[ex.Expression, bool], ...] = ()
        self.body = self._peel(statements)

    def _peel(self, statements: tuple[st.Statement, ...]) -> tuple[st.Statement, ...]:
        """What is left; `leading` and `guards` grow on the way."""
        kept: list[st.Statement] = []
        for index, statement in enumerate(statements):
            rest = statements[index + 1 :]
            match statement:
                case st.Declare() if self._declares(statement):
                    kept.append(statement)
                case st.If(condition=condition, then=then, otherwise=None) if is_arithmetic(
                    condition, self._private
                ) and (_is_return(then) or not rest):
                    self.guards += ((condition, not _is_return(then)),)
                    if not _is_return(then):
                        inner = then.body if isinstance(then, st.Block) else (then,)
                        return (*kept, *self._peel(inner))
                case _:
                    return (*kept, *statements[index:])
        return tuple(kept)

    def _declares(self, statement: st.Declare) -> bool:
        """Whether declarations may as well come behind a guard: first values are but computed, from
        ids and arguments, and no other region asks for them. Guards may ask for those that are so
        for good, the `leading` ones."""
        leading: list[st.Variable] = []
        private = set(self._private)
        for variable in statement.variables:
            key, init = variable.declaration.key, variable.init
            if key in self._outer or (init is not None and not is_arithmetic(init, private)):
                return False
            if init is not None and key not in self._changed:
                leading.append(variable)
                private.discard(key)
        self.leading += tuple(leading)
        self._private = private
        return True


def _is_return(node: st.Statement) -> bool:
    inner = node.body if isinstance(node, st.Block) else (node,)
    return len(inner) == 1 and isinstance(inner[0], st.Return)
