"""Control flow graphs of functions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ppcl.ir.expression import Call, Construct, Expression
from ppcl.ir.node import Declaration
from ppcl.ir.statement import Statement

# Where control goes elsewhere and comes back ("call", "launch") or waits for others ("barrier"),
# a block holds nothing else.
BlockKind = Literal["entry", "exit", "plain", "barrier", "call", "launch", "transfer"]
EdgeLabel = Literal["", "true", "false", "case", "default"]
CallSite = Call | Construct
ENTRY, EXIT = 0, 1


@dataclass(frozen=True)
class BasicBlock:
    """What runs from its beginning to its end.

    `items` are the statements and bare expressions (conditions, steps) in order; a condition that
    the outgoing edges are labelled by stands last. `call` is the call that gives the block its
    kind; `items` is empty there where the call is only a part of the next block's statement.
    """

    index: int
    kind: BlockKind
    items: tuple[Statement | Expression, ...] = ()
    call: CallSite | None = None


@dataclass(frozen=True)
class Edge:
    """Control may go from block `source` to block `target`; `back` closes a loop."""

    source: int
    target: int
    label: EdgeLabel = ""
    back: bool = False


@dataclass(frozen=True)
class Cfg:
    """The graph of one function: block ENTRY is its entry, block EXIT its exit.

    Blocks stand in source order, those that cannot be reached left out. `exact` is False where
    there is control flow (goto, try) that the edges do not show.
    """

    function: Declaration
    blocks: tuple[BasicBlock, ...]
    edges: tuple[Edge, ...]
    exact: bool = True

    @cached_property
    def successors(self) -> tuple[tuple[int, ...], ...]:
        """Per block, where control may go next."""
        found: list[list[int]] = [[] for _ in self.blocks]
        for edge in self.edges:
            if edge.target not in found[edge.source]:
                found[edge.source].append(edge.target)
        return tuple(map(tuple, found))
