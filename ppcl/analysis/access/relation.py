"""Access relations: from work-items and iterations to elements, as text in isl's syntax.

The group offset is a dimension of the domain (ISS §5.4 made it a parameter, which models one group
only). Scalar parameters and sizes that are not known are isl's parameters.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.access.delinearise import candidates, element_offset, split
from ppcl.analysis.access.domain import Domain, domain_of, free_name, id_bounds, loop_bounds
from ppcl.analysis.model import AccessEvent, BranchNode, EventNode, KernelModel, LoopNode
from ppcl.analysis.numbers.affine import Affine
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.linear import at_least, below, loop_guards
from ppcl.analysis.numbers.polyhedral import equal_relations
from ppcl.analysis.numbers.polynomial import Polynomial


@dataclass(frozen=True)
class Relation:
    """What one load or store touches.

    `text` is an isl map. `exact` is False where it may hold more pairs than the program touches:
    an index or a condition that isl cannot express, or a path that was not followed. Whether a
    work-item of the domain is in the NDRange at all is not its matter.
    """

    param: str
    kind: Literal["load", "store"]
    text: str
    exact: bool


def relations_of(kernel: KernelModel) -> tuple[Relation, ...]:
    """The relations of all loads and stores, in program order."""
    counted = tuple(_counted_loops(kernel.tree))
    return tuple(
        _relation(access, certain and kernel.complete, counted)
        for access, certain in _accesses(kernel.tree, True)
    )


def relation_of(access: AccessEvent, kernel: KernelModel) -> Relation:
    """The relation of one load or store of a kernel."""
    certain = next(known for found, known in _accesses(kernel.tree, True) if found is access)
    return _relation(access, certain and kernel.complete, tuple(_counted_loops(kernel.tree)))


def same_elements(left: Relation, right: Relation) -> bool:
    """Whether two relations are proved to hold the same pairs, exact or not."""
    return equal_relations(left.text, right.text)


def _accesses(nodes: Iterable[EventNode], certain: bool) -> Iterator[tuple[AccessEvent, bool]]:
    """All accesses; with each, whether its guards and loops tell all that it depends on."""
    for node in nodes:
        match node:
            case AccessEvent():
                yield node, certain
            case LoopNode():
                yield from _accesses(node.body, certain and node.iterator is not None)
            case BranchNode():
                yield from _accesses(node.then, certain and bool(node.condition))
                # The opposite of several conditions is one of many, which guards do not say.
                yield from _accesses(node.otherwise, certain and len(node.condition) == 1)
            case _:
                pass


def _counted_loops(nodes: Iterable[EventNode]) -> Iterator[LoopIterator]:
    """All loops whose bounds are exact."""
    for node in nodes:
        if isinstance(node, LoopNode):
            if node.iterator is not None and node.iterator.exact:
                yield node.iterator
            yield from _counted_loops(node.body)
        elif isinstance(node, BranchNode):
            yield from _counted_loops((*node.then, *node.otherwise))


def _relation(access: AccessEvent, certain: bool, counted: tuple[LoopIterator, ...]) -> Relation:
    domain = domain_of(access)
    affine = Affine(domain.names, access.guards, access.loops)
    bounds: list[str | None] = [*id_bounds(domain, affine)]
    bounds += [text for loop in access.loops for text in loop_bounds(loop, affine)]
    own = frozenset(guard for loop in access.loops for guard in loop_guards(loop))
    bounds += [affine.guard(g) for g in access.guards if not _restricts_nothing(g, own, counted)]
    components = [affine.text(value) for value in _vector(access)]
    exact = certain and access.precision == "exact" and all(loop.exact for loop in access.loops)
    return Relation(
        access.object.name,
        access.kind,
        _map_text(domain, access.object.name, components, bounds),
        exact and None not in (*bounds, *components),
    )


def _map_text(
    domain: Domain, name: str, components: list[str | None], bounds: list[str | None]
) -> str:
    """The map; a component that is not known may be any number from 0 on."""
    taken = (*domain.dimensions, *domain.parameters)
    outputs = [c or free_name(f"o{number}", taken) for number, c in enumerate(components)]
    bounds = [*bounds, *(f"{o} >= 0" for o, c in zip(outputs, components, strict=True) if not c)]
    known = list(dict.fromkeys(text for text in bounds if text))
    where = f" : {' and '.join(known)}" if known else ""
    image = f"[{', '.join(outputs)}]{where}"
    used = [name for name in domain.parameters if name in re.findall(r"\w+", image)]
    space = f"[{', '.join(used)}] -> " if used else ""
    return f"{space}{{ [{', '.join(domain.dimensions)}] -> {free_name(name)}{image} }}"


def _restricts_nothing(
    guard: Guard, own: frozenset[Guard], counted: tuple[LoopIterator, ...]
) -> bool:
    """Whether a guard is one of the bounds of the loops round the access, `own`, or says that an
    earlier loop is over: the counter's name has then a value of its own, at or beyond the bound."""
    if guard in own:
        return True
    after = [symbol for symbol in guard.value.symbols if symbol.kind == "merge"]
    return any(
        symbol.name == loop.symbol.name and guard == _end(loop, Polynomial.atom(symbol))
        for symbol in after
        for loop in counted
    )


def _end(loop: LoopIterator, counter: Polynomial) -> Guard | None:
    if loop.step > 0:
        return at_least(counter, loop.upper) if loop.upper is not None else None
    return below(counter, loop.lower) if loop.lower is not None else None


def _vector(access: AccessEvent) -> tuple[Polynomial | None, ...]:
    """The access's index, delinearised as far as it goes; None where nothing is known of it."""
    offset = element_offset(access)
    return (None,) if offset is None else _rows(offset, access.guards, access.loops)


def _rows(
    offset: Polynomial, guards: tuple[Guard, ...], loops: tuple[LoopIterator, ...]
) -> tuple[Polynomial, ...]:
    for pitch in candidates((offset,)):
        found = split(offset, pitch, guards, loops)
        if found is not None and all(len(monomial) < 2 for monomial, _ in found.fast.terms):
            return (*_rows(found.slow, guards, loops), found.fast)
    return (offset,)
