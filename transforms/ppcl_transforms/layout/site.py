"""The sites of the pass: data that are stored in one order, by a name that stays."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.data.linked import LinkedSet, linked_sets
from ppcl.analysis.facts import Facts
from ppcl_transforms.layout.new_names import stem_of


@dataclass(frozen=True)
class Site:
    """A linked set. `key` is a kernel's parameter, the kernel by the name that it had before this
    pass renamed it, and the first buffer: "md_energy.n/d_n"."""

    key: str
    linked: LinkedSet

    @property
    def kernels(self) -> tuple[str, ...]:
        """The kernels that use the data."""
        return tuple(dict.fromkeys(name for name, _ in self.linked.parameters))


def sites(facts: Facts) -> Iterator[Site]:
    """All data that a launch uses, in order of first use."""
    for linked in linked_sets(facts):
        yield Site(f"{_parameter(facts, *linked.parameters[0])}/{linked.name}", linked)


def _parameter(facts: Facts, kernel: str, index: int) -> str:
    model = facts.kernels.get(kernel)
    if model is None or index >= len(model.parameters):
        return f"{kernel}.{index}"
    return f"{stem_of(model)}.{model.parameters[index].name}"
