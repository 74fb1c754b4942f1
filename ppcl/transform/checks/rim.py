"""Two bodies instead of one guard: where the last of the merged work-items is inside, all are.

    if (i >= n) return;          if (last >= n) { each by itself, as it was; return; }
    rest                         rest, for all together

What the old kernel asks of a work-item, the new one asks of the last of its work-items. Where it
lets that one pass, it lets all pass; then the old guard is gone through, and the rest must do the
same. Where not, the first of the bodies must do all that the old kernel did.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ppcl.analysis.workgroup.along import Along
from ppcl.analysis.workgroup.monotone import holds_backwards, holds_onwards
from ppcl.analysis.workgroup.uniformity import changed_or_addressed, uniformity
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node
from ppcl.ir.unit import Function
from ppcl.rewrite.merging import Merge, NotMerged
from ppcl.rewrite.rebuild import rebuilt
from ppcl.transform.checks.values import Allowed, difference
from ppcl.transform.checks.versions import Version, Versions

# A kernel's tree before and after.
Split = tuple[Function, Function]


def splits(kernel: Versions, was: Function, now: Function, merge: Merge) -> Iterator[Split]:
    """What must do the same: the old tree (`was`, of one work-item) and that of each body of the
    new one (`now`). Raises NotMerged."""
    assert kernel.old.function.body is not None
    along = along_of(kernel.old, merge.dimension)
    for number, guard in enumerate(_body(kernel.old.function)):
        leaves = isinstance(guard, st.If) and is_way_out(guard)
        last = number == len(_body(kernel.old.function)) - 1
        if not isinstance(guard, st.If) or guard.otherwise is not None or not (leaves or last):
            continue
        tells = holds_onwards if leaves else holds_backwards
        if not tells(guard.condition, along) or along.stride(guard.condition).uniform:
            continue
        for place in _same_guards(kernel, was, number, now, merge):
            yield from (_after_return if leaves else _either)(was, number, now, place)
            return
    raise NotMerged("no guard is asked of the last work-item", kernel.old.function.at)


def along_of(version: Version, dimension: int) -> Along:
    """What is known of a kernel's values along a dimension."""
    function = version.function
    assert function.body is not None
    constants = (v.declaration.key for v in version.unit.globals)
    known = uniformity(function, version.functions, constants, dimension)
    changed = changed_or_addressed(function.body)
    inits = {
        variable.declaration.key: variable.init
        for _, variable in function.variables
        if variable.init is not None and variable.declaration.key not in changed
    }
    return Along(known, inits, dimension)


def is_way_out(guard: st.If) -> bool:
    """Whether all that is done where a condition holds is to leave the kernel."""
    then = guard.then.body if isinstance(guard.then, st.Block) else (guard.then,)
    return len(then) == 1 and isinstance(then[0], st.Return)


def _body(function: Function) -> tuple[st.Statement, ...]:
    assert function.body is not None
    return function.body.body


def _with(function: Function, body: Sequence[st.Statement]) -> Function:
    assert function.body is not None
    return replace(function, body=replace(function.body, body=tuple(body)))


def _same_guards(
    kernel: Versions, was: Function, number: int, now: Function, merge: Merge
) -> Iterator[int]:
    """The statements of the new body that ask of the last work-item what a guard of the old one
    asks of each: behind what it does in front of them, where both texts may have effects."""

    def last(node: Node) -> Node:
        is_number = isinstance(node, ex.NameRef) and node.declaration == merge.declaration
        return merge.literal(node.at, merge.factor - 1) if is_number else node

    of_last = _with(was, [rebuilt(each, last) for each in _body(was)[: number + 1]])
    old = replace(kernel.old, model=replace(kernel.old.model, function=_asking(of_last)))
    outline = old.outline()
    for place, statement in enumerate(_body(now)):
        if isinstance(statement, st.If):
            of_last = _with(now, [rebuilt(each, last) for each in _body(now)[: place + 1]])
            asking = _asking(of_last)
            new = replace(kernel.new, model=replace(kernel.new.model, function=asking))
            if difference(outline, new.outline(), Allowed()) is None:
                yield place


def _asking(function: Function) -> Function:
    """The function up to its last statement, a guard, whose answer is all that it is for."""
    *before, guard = _body(function)
    assert isinstance(guard, st.If)
    at = guard.at
    store = ex.Call(at, guard.condition.type, "#answer", None, (guard.condition,))
    return _with(function, [*before, st.Evaluate(at, store)])


def _after_return(was: Function, number: int, now: Function, place: int) -> Iterator[Split]:
    """`if (guard) return; rest`: the guard's own body, and the rest."""
    old, new = _body(was), _body(now)
    guard = new[place]
    assert isinstance(guard, st.If)
    if guard.otherwise is not None:
        raise NotMerged("a guard with another branch", guard.at)
    yield was, _with(now, [*new[:place], *_to_the_end(guard.then)])
    inside = [*old[:number], *old[number + 1 :]]
    yield _with(was, inside), _with(now, [*new[:place], *new[place + 1 :]])


def _to_the_end(body: st.Statement) -> tuple[st.Statement, ...]:
    """The statements of a body that ends the kernel, without the `return` that they end with."""
    found = body.body if isinstance(body, st.Block) else (body,)
    if not found or not isinstance(found[-1], st.Return):
        raise NotMerged("what is done for the rim goes on", body.at)
    return found[:-1]


def _either(was: Function, number: int, now: Function, place: int) -> Iterator[Split]:
    """`if (guard) all` at the end: what is done together, and what is done otherwise."""
    old, new = _body(was), _body(now)
    guard, inner = new[place], old[number]
    assert isinstance(guard, st.If)
    assert isinstance(inner, st.If)
    if place != len(new) - 1 or guard.otherwise is None:
        raise NotMerged("nothing is done for the rim", guard.at)
    yield was, _with(now, [*new[:place], guard.otherwise])
    yield _with(was, [*old[:number], inner.then]), _with(now, [*new[:place], guard.then])
