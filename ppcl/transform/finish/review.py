"""What a plan leaves to the program's owner, beside what its own pass says of it."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.visible import place_of
from ppcl.diag import Remark
from ppcl.ir.node import Origin
from ppcl.transform.contract import Plan


def for_the_owner(plan: Plan, facts: Facts) -> Iterator[Remark]:
    """Remarks on what is right in this program, and may not be what its owner expects: functions
    that are changed for this program's data, in files that others may have, too."""
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
