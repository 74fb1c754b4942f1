"""Places of strings that name a kernel, and have no other use; and of strings that are a kernel's
text, which the comparison of kernels is about."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import KernelName
from ppcl.source import Span
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.side import HostSide, OnHost


def kernel_names(host: OnHost, kernel: str, name: str) -> Iterator[Place]:
    """The places where the host asks for a kernel that has a new name."""
    sides = host.before, host.after
    for old, new in zip(*(side.facts.host.kernel_names for side in sides), strict=True):
        if (old.kernel, new.kernel) != (kernel, name):
            continue
        found = _place(host.before, old), _place(host.after, new)
        if found[0] is not None and found[1] is not None:
            yield Place(found[0], found[1])


def _place(side: HostSide, name: KernelName) -> Span | None:
    """Where a kernel's name stands as a string that says nothing else."""
    own = side.literals.own_place(name.literal) if name.literal is not None else None
    span = own or (side.literals.place(name.said) if name.said is not None else None)
    said = span is not None and side.quiet.text(span) == b'"' + name.kernel.encode() + b'"'
    return span if said else None


def kernel_texts(before: Facts, after: Facts) -> Iterator[Place]:
    """The strings that are kernels' texts, those of the new host in the order of the old ones."""
    sides = list(_literals(before)), list(_literals(after))
    yield from map(Place, *sides) if len(sides[0]) == len(sides[1]) else ()


def _literals(facts: Facts) -> dict[Span, None]:
    programs = (program for unit in facts.kernel_units for program in unit.programs)
    literals = (part.literal for program in programs for part in program.literals)
    return dict.fromkeys(at.span for at in literals if at is not None and at.macro is None)
