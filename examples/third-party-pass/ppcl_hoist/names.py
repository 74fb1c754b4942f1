"""Whether the names of a load mean in front of a loop what they mean in it."""

from collections.abc import Iterator

from ppcl.api.tree import NameRef, Unary, descendants, variables
from ppcl_hoist import reason
from ppcl_hoist.body import root, written
from ppcl_hoist.question import Question
from ppcl_hoist.reason import Reason


def of_names(question: Question) -> Iterator[Reason]:
    """What changes between the place in front of the loop and the load."""
    nodes = descendants(question.site.load)
    refs = [node for node in nodes if isinstance(node, NameRef) and node.kind != "function"]
    declared = {variable.declaration.key for variable in variables(question.loop)}
    changed, pointed_at = _changed(question), _pointed_at(question)
    for ref in refs:
        key, name, at = ref.declaration.key, ref.declaration.name, ref.at.span
        if key in declared:
            yield reason.inner(at, name)
        if key in changed:
            yield reason.changed(at, name)
        if key in pointed_at:
            yield reason.pointed_at(at, name)


def _changed(question: Question) -> set[str]:
    targets = (written(node) for node in descendants(question.loop))
    roots = (root(target) for target in targets if target is not None)
    return {declaration.key for declaration in roots if declaration is not None}


def _pointed_at(question: Question) -> set[str]:
    """The variables whose address is taken anywhere in the function."""
    body = question.site.function.body
    nodes = descendants(body) if body is not None else ()
    taken = (node.operand for node in nodes if isinstance(node, Unary) and node.op == "&")
    roots = (root(operand) for operand in taken)
    return {declaration.key for declaration in roots if declaration is not None}
