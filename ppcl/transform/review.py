"""What a plan leaves to the program's owner, beside what its own pass says of it."""

from collections.abc import Iterator, Mapping

from ppcl.analysis.facts import Facts
from ppcl.analysis.visible import place_of
from ppcl.diag import Remark
from ppcl.frontend import tokens
from ppcl.ir.node import Origin
from ppcl.source import Location
from ppcl.transform.contract import Plan

_TYPE = b"CL_DEVICE_TYPE_"
# The devices that a host wants which names one type only, by the other kind of targets.
_WANTED: Mapping[str, tuple[bytes, str]] = {"cpu": (b"GPU", "GPUs"), "gpu": (b"CPU", "CPUs")}


def for_the_owner(plan: Plan, facts: Facts) -> Iterator[Remark]:
    """Remarks on what is right in this program, and may not be what its owner expects."""
    yield from _other_devices(facts)
    yield from _changed_functions(plan, facts)


def _other_devices(facts: Facts) -> Iterator[Remark]:
    """A host that names one type of devices only, of another kind than the target's."""
    kind, wanted = _WANTED[facts.target.kind]
    named = list(_device_types(facts))
    if named and {each for each, _ in named} == {kind}:
        own = f"'{facts.target.name}' is a {facts.target.kind.upper()}"
        message = f"the host asks OpenCL for {wanted} only, and {own}"
        yield Remark("review", "PPC019", message, named[0][1])


def _device_types(facts: Facts) -> Iterator[tuple[bytes, Location]]:
    """The types of devices that the host's own files name, in their order."""
    for path in sorted({path for unit in facts.hosts for path in unit.files} & facts.files.keys()):
        source = facts.files[path]
        for token in tokens(source.data, 0, len(source.data)):
            if token.text.startswith(_TYPE):
                yield token.text.removeprefix(_TYPE), source.location(token.start)


def _changed_functions(plan: Plan, facts: Facts) -> Iterator[Remark]:
    """Functions that are changed for this program's data, in files that others may have, too."""
    own = {
        unit.path for unit in facts.hosts for f in unit.functions if f.declaration.name == "main"
    }
    seen: set[tuple[str, str]] = set()
    for edit in plan.edits:
        if edit.span.file in own:
            continue
        source = facts.files[edit.span.file]
        place = place_of(facts.hosts, source, Origin(edit.span))
        if place is None or (key := (edit.span.file, place.function.declaration.name)) in seen:
            continue
        seen.add(key)
        message = f"'{key[1]}' is changed for the data of this program: who else calls it gets that"
        yield Remark("review", "PPC020", message, source.location(edit.span.start))
