"""Values that nobody asks for behind a loop: a work-item that has left it need not keep them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.workgroup.regions import LoopStatement
from ppcl.analysis.workgroup.uniformity import ANY
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children
from ppcl.rewrite.masks import is_mask


@dataclass(frozen=True)
class _Span:
    """Where a node and all that it holds stand, in the order of the text."""

    first: int
    end: int

    def holds(self, place: int) -> bool:
        """Whether a place is in it."""
        return self.first <= place < self.end


def unasked(body: st.Block) -> Mapping[str, frozenset[str]]:
    """For each mask of a loop in a pack's body the variables, by key, that are set anew whenever
    work-items come to the loop, and that are named nowhere behind it. Masks are not among them:
    what they are set for changes other variables, and memory."""
    nodes = list(_placed(body, 0))
    own = ((node, span) for node, span in nodes if isinstance(node, st.Variable))
    declared = {v.declaration.key: s.first for v, s in own if not is_mask(v.declaration)}
    named: dict[str, int] = {}
    for node, span in nodes:
        if isinstance(node, ex.NameRef):
            named[node.declaration.key] = span.first
    loops = [(node, span) for node, span in nodes if isinstance(node, LoopStatement)]
    found: dict[str, frozenset[str]] = {}
    for loop, span in loops:
        mask = _mask_of(loop)
        around = [other for _, other in loops if other != span and other.holds(span.first)]
        if mask is not None:
            found[mask] = frozenset(
                key
                for key, place in declared.items()
                if named.get(key, place) < span.end and all(each.holds(place) for each in around)
            )
    return found


def _placed(node: Node, first: int) -> Iterator[tuple[Node, _Span]]:
    """The nodes of a body, each with where it stands."""
    found: list[tuple[Node, _Span]] = []

    def place(each: Node, at: int) -> int:
        index, end = len(found), at + 1
        found.append((each, _Span(at, end)))
        for child in children(each):
            end = place(child, end)
        found[index] = (each, _Span(at, end))
        return end

    place(node, first)
    return iter(found)


def _mask_of(loop: LoopStatement) -> str | None:
    """The mask that a loop goes on for, in its head or in the branch that is its body."""
    body = loop.body.body if isinstance(loop.body, st.Block) else (loop.body,)
    first = body[0] if body else None
    asked = [loop.condition, first.condition if isinstance(first, st.If) else None]
    for condition in asked:
        match condition:
            case ex.Call(callee=callee, arguments=(ex.NameRef(declaration=own),)) if (
                callee == ANY and is_mask(own)
            ):
                return own.key
            case _:
                pass
    return None
