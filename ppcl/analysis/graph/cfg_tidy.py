"""Control flow graphs without the blocks that only their construction needed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ppcl.ir.cfg import ENTRY, EXIT, BasicBlock, Edge


def tidy(
    blocks: Sequence[BasicBlock], edges: Sequence[Edge]
) -> tuple[tuple[BasicBlock, ...], tuple[Edge, ...]]:
    """The graph with unreachable and empty blocks left out, chains joined, blocks renumbered."""
    kept = _reachable_edges(edges)
    kept = _reachable_edges(_past_empty_blocks(blocks, kept))
    joined, kept = _join_chains(blocks, kept)
    return _renumber(joined, kept)


def _reachable_edges(edges: Iterable[Edge]) -> list[Edge]:
    leaving: dict[int, list[Edge]] = {}
    for edge in edges:
        leaving.setdefault(edge.source, []).append(edge)
    found: dict[Edge, None] = {}
    seen, pending = {ENTRY}, [ENTRY]
    while pending:
        for edge in leaving.get(pending.pop(), ()):
            found[edge] = None
            if edge.target not in seen:
                seen.add(edge.target)
                pending.append(edge.target)
    return list(found)


def _past_empty_blocks(blocks: Sequence[BasicBlock], edges: list[Edge]) -> list[Edge]:
    """Edges into empty blocks go to where those lead."""
    leaving = Counter(edge.source for edge in edges)
    forwards = {
        edge.source: edge
        for edge in edges
        if leaving[edge.source] == 1
        and blocks[edge.source].kind == "plain"
        and not blocks[edge.source].items
    }
    return [_forwarded(edge, forwards) for edge in edges if edge.source not in forwards]


def _forwarded(edge: Edge, forwards: dict[int, Edge]) -> Edge:
    seen: set[int] = set()
    while edge.target in forwards and edge.target not in seen:
        seen.add(edge.target)
        onward = forwards[edge.target]
        edge = replace(edge, target=onward.target, back=edge.back or onward.back)
    return edge


def _join_chains(
    blocks: Sequence[BasicBlock], edges: list[Edge]
) -> tuple[dict[int, BasicBlock], list[Edge]]:
    """A block and its only successor become one where the successor has no other predecessor."""
    leaving = Counter(edge.source for edge in edges)
    entering = Counter(edge.target for edge in edges)
    onward = {
        edge.source: edge.target
        for edge in edges
        if leaving[edge.source] == entering[edge.target] == 1
        and blocks[edge.source].kind == blocks[edge.target].kind == "plain"
    }
    inner = set(onward.values())
    heads = {
        ENTRY,
        EXIT,
        *(edge.source for edge in edges),
        *(edge.target for edge in edges),
    } - inner
    joined: dict[int, BasicBlock] = {}
    last_of: dict[int, int] = {}
    for head in heads:
        items, last = blocks[head].items, head
        while last in onward:
            last = onward[last]
            items += blocks[last].items
        joined[head] = replace(blocks[head], items=items)
        last_of[last] = head
    kept = [edge for edge in edges if onward.get(edge.source) != edge.target]
    return joined, [replace(edge, source=last_of[edge.source]) for edge in kept]


def _renumber(
    blocks: dict[int, BasicBlock], edges: list[Edge]
) -> tuple[tuple[BasicBlock, ...], tuple[Edge, ...]]:
    """Entry, exit, then the others in reverse postorder: loop bodies before what follows them."""
    order = [ENTRY, EXIT, *(block for block in _reverse_postorder(edges) if block > EXIT)]
    numbers = {old: new for new, old in enumerate(order)}
    renamed = {Edge(numbers[e.source], numbers[e.target], e.label, e.back) for e in edges}
    return (
        tuple(replace(blocks[old], index=new) for old, new in numbers.items()),
        tuple(sorted(renamed, key=lambda e: (e.source, e.target, e.label))),
    )


def _reverse_postorder(edges: list[Edge]) -> list[int]:
    targets: dict[int, list[int]] = {}
    for edge in edges:
        targets.setdefault(edge.source, []).append(edge.target)
    finished: list[int] = []
    seen = {ENTRY}
    stack = [(ENTRY, reversed(targets.get(ENTRY, [])))]
    while stack:
        block, rest = stack[-1]
        following = next((target for target in rest if target not in seen), None)
        if following is None:
            finished.append(block)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, reversed(targets.get(following, []))))
    return finished[::-1]
