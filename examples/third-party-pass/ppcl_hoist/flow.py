"""Whether a load is bound to run where its loop is come to."""

from collections.abc import Iterator
from itertools import pairwise

from ppcl.api.facts import (
    BranchNode,
    EventNode,
    Guard,
    KernelModel,
    LoopIterator,
    LoopNode,
    Polynomial,
    Symbol,
    proves_nonnegative,
)
from ppcl.api.tree import (
    Binary,
    Break,
    Conditional,
    Continue,
    DoWhile,
    For,
    If,
    Index,
    Node,
    Return,
    While,
    descendants,
)
from ppcl_hoist import reason
from ppcl_hoist.question import Question
from ppcl_hoist.reason import Reason
from ppcl_hoist.site import Path, loops_of

# What is the same in front of a loop as in it.
_STEADY = {
    "parameter",
    "group_offset",
    "group_id",
    "local_id",
    "local_size",
    "global_size",
    "num_groups",
    "global_offset",
}


def of_flow(question: Question) -> Iterator[Reason]:
    """What stands between the place in front of the loop and the load. One of the loads that are
    the same is enough; what is said is of the first."""
    found = [list(_of_path(question, load, path)) for load, path in question.same]
    heads = [each for each in found if each and each[0].code == reason.in_head(each[0].at).code]
    if heads or all(found):
        yield from (heads or found)[0]


def _of_path(question: Question, load: Index, path: Path) -> Iterator[Reason]:
    """What stands on the way from the loop to one load."""
    for above, below in pairwise(path):
        if isinstance(above, For | While | DoWhile) and below is not above.body:
            yield reason.in_head(load.at.span)
    for above, below in pairwise(path):
        if _may_pass_by(above, below):
            yield reason.conditional(load.at.span)
    for node in descendants(question.loop):
        if isinstance(node, Break | Continue | Return) and node.at.span.start < load.at.span.start:
            yield reason.jump(node.at.span)
    if not all(_runs(question, model, load, path) for model in question.models):
        yield reason.may_not_run(question.loop.at.span, question.rounds)


def _may_pass_by(above: Node, below: Node) -> bool:
    """Whether a node may be done without a part of it."""
    match above:
        case If(condition=always) | Conditional(condition=always):
            return below is not always
        case Binary(op="&&" | "||", left=always):
            return below is not always
    return False


def _runs(question: Question, model: KernelModel, load: Index, path: Path) -> bool:
    """Whether the loop, and all in it around the load, run as often as they must."""
    loads = [access for access in model.accesses if access.node.at == load.at]
    iterators = [_iterator(model.tree, loop.at.span.start) for loop in loops_of(path)]
    known = [each for each in iterators if each is not None]
    if len(loads) != 1 or len(known) < len(iterators):
        return False
    inner = {each.symbol for each in known}
    outer = tuple(each for each in loads[0].loops if each.symbol not in inner)
    steady = {each.symbol for each in outer}
    guards = tuple(guard for guard in loads[0].guards if _is_steady(guard.value, steady))
    wanted = [question.rounds, *(1 for _ in known[1:])]
    return all(
        _is_run(each, rounds, guards, outer) for each, rounds in zip(known, wanted, strict=True)
    )


def _is_run(
    loop: LoopIterator, rounds: int, guards: tuple[Guard, ...], outer: tuple[LoopIterator, ...]
) -> bool:
    """Whether a loop is shown to run so often, whatever the loops around it count."""
    if not loop.exact or loop.step != 1 or loop.lower is None or loop.upper is None:
        return False
    more = loop.upper - loop.lower - Polynomial.constant(rounds)
    return proves_nonnegative(more, guards, outer)


def _iterator(nodes: tuple[EventNode, ...], start: int) -> LoopIterator | None:
    """The counter of the loop that begins at a byte."""
    for node in nodes:
        if isinstance(node, LoopNode):
            inside = _iterator(node.body, start)
            found = node.iterator if node.at.span.start == start else inside
        elif isinstance(node, BranchNode):
            found = _iterator((*node.then, *node.otherwise), start)
        else:
            continue
        if found is not None:
            return found
    return None


def _is_steady(value: Polynomial, counters: set[Symbol]) -> bool:
    """Whether a value is the same in front of the loop."""
    return all(
        isinstance(atom, Symbol) and (atom.kind in _STEADY or atom in counters)
        for atom in value.atoms
    )
