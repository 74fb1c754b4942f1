"""Kernels that put elements into another order and do nothing else: a layout that the program makes
on purpose. To change it would move the work to the host, where no figure here counts it."""

from collections.abc import Iterator, Mapping

from ppcl.analysis.model import AccessEvent, KernelModel
from ppcl.analysis.numbers.polynomial import Symbol
from ppcl.ir import expression as ex
from ppcl.ir.statement import Variable
from ppcl.ir.traverse import descendants
from ppcl.source import Span
from ppcl_transforms.layout.shape import Shape


def only_reordered(shape: Shape) -> str:
    """The kernel that uses a set, where all that do only put elements into another order."""
    kernels = {use.use.kernel.name: use.use.kernel for use in shape.uses}
    return next(iter(kernels)) if all(map(_reorders, kernels.values())) else ""


def _reorders(kernel: KernelModel) -> bool:
    """Whether each store is of an element as it was loaded, and each load for one of these."""
    loads = {each.node.at.span: each for each in kernel.accesses if each.kind == "load"}
    moves = list(_moves(kernel, loads))
    stores = sum(each.kind == "store" for each in kernel.accesses)
    is_all = len(moves) == stores and {load for _, load in moves} == set(loads.values())
    return is_all and any(_turns(store, load) for store, load in moves)


def _moves(
    kernel: KernelModel, loads: Mapping[Span, AccessEvent]
) -> Iterator[tuple[AccessEvent, AccessEvent]]:
    """Stores of what was loaded, with the load."""
    nodes = list(descendants(kernel.function.body)) if kernel.function.body else []
    assigned = {
        n.target.at.span: n.value for n in nodes if isinstance(n, ex.Assign) and n.op == "="
    }
    values = {n.declaration.key: n.init for n in nodes if isinstance(n, Variable)}
    for store in kernel.accesses:
        value = assigned.get(store.node.at.span) if store.kind == "store" else None
        if isinstance(value, ex.NameRef):
            value = values.get(value.declaration.key)
        if value is not None and value.at.span in loads:
            yield store, loads[value.at.span]


def _turns(store: AccessEvent, load: AccessEvent) -> bool:
    """Whether what runs along a row of one runs from row to row of the other, both ways."""
    to, of = _along(store), _along(load)
    across_to, across_of = store.offset.symbols - to, load.offset.symbols - of
    return bool(to & across_of) and bool(of & across_to)


def _along(access: AccessEvent) -> frozenset[Symbol]:
    """The symbols that an offset has once for each element."""
    return frozenset(
        atom
        for monomial, factor in access.offset.terms
        if factor == access.width and len(monomial) == 1
        for atom in monomial
        if isinstance(atom, Symbol)
    )
