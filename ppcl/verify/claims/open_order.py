"""Code that runs in an order which C and C++ leave open: `f(make(a), make(b))` (C99 6.5.2.2; g++
goes from right to left). The graph has the order that is written; a run may have another one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import TranslationUnit
from ppcl.source import Span

_IN_ORDER = (",", "&&", "||")


@dataclass(frozen=True)
class OpenOrder:
    """The operands of which one runs before another, and the bodies of what they call."""

    spans: tuple[Span, ...]

    def has(self, at: Origin) -> bool:
        """Whether a place is in one of them."""
        return any(span.contains(at.span) for span in self.spans)


def open_order(hosts: Sequence[TranslationUnit]) -> OpenOrder:
    """The code of a host whose order is open, or may be: a list in braces has one in C++."""
    bodies = {
        function.declaration.key: function.body
        for unit in hosts
        for function in unit.functions
        if function.body is not None
    }
    nodes = (node for unit in hosts for node in unit.nodes)
    pending: list[Node] = [part for node in nodes for part in _beside_another(node)]
    found: dict[int, Span] = {}
    while pending:
        part = pending.pop()
        if id(part) in found:
            continue
        found[id(part)] = part.at.span
        targets = (call.target for call in _calls(part))
        keys = {target.key for target in targets if target is not None}
        pending += [bodies[key] for key in keys & bodies.keys()]
    return OpenOrder(tuple(dict.fromkeys(found.values())))


def _beside_another(node: Node) -> list[ex.Expression]:
    """The operands of a node that call functions, where there are several."""
    match node:
        case ex.Call(arguments=operands) | ex.Construct(arguments=operands):
            parts = list(operands)
        case ex.Binary(op=op, left=left, right=right) if op not in _IN_ORDER:
            parts = [left, right]
        case _:
            return []
    calling = [part for part in parts if next(_calls(part), None) is not None]
    return calling if len(calling) > 1 else []


def _calls(node: Node) -> Iterator[ex.Call]:
    return (part for part in descendants(node) if isinstance(part, ex.Call))
