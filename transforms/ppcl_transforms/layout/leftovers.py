"""What a reader of a layout change may ask: an index that stays."""

from collections.abc import Iterator

from ppcl.analysis.access.alike import is_alike
from ppcl.analysis.data.linked import LinkedSet, host_accesses
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent
from ppcl.diag import Remark
from ppcl.frontend import tokens
from ppcl.source import Edit, Span
from ppcl.transform.contract import Commented
from ppcl_transforms.layout.shape import Shape

_ALIKE = b"  /* ppcl: the same for all elements, so their order is free */"


def leftovers(facts: Facts, site: LinkedSet, shape: Shape) -> Iterator[Remark]:
    """Remarks on the host's indices into a set whose arrays change."""
    for access in _kept(facts, site, shape):
        message = (
            f"this index into '{access.object.name}' stays: the loop does the same to all elements"
        )
        at = facts.files[access.node.at.span.file].location(access.node.at.span.start)
        yield Remark("review", "PPC226", message, at)


def said_of_kept(facts: Facts, site: LinkedSet, shape: Shape) -> Iterator[Commented]:
    """Comments behind the indices that stay, which say why that is right: who changes such a line
    later has to know."""
    for access in _kept(facts, site, shape):
        span = access.node.at.span
        source = facts.files[span.file]
        begin = source.offset(source.location(span.start).line)
        line = source.data[begin:].split(b"\n", 1)[0].rstrip()
        last = max(
            (token.end for token in tokens(source.data, begin, begin + len(line))), default=0
        )
        if last == begin + len(line) and not line.endswith(b"\\"):
            yield Commented(Edit(Span(span.file, last, last), _ALIKE))


def _kept(facts: Facts, site: LinkedSet, shape: Shape) -> Iterator[AccessEvent]:
    """The accesses of host arrays whose indices stay, one of each place."""
    sides = (shape.pitch, shape.extent)
    seen: set[Span] = set()
    for access in host_accesses(facts, site):
        span = access.node.at.span
        if span not in seen and is_alike(facts, access, sides, shape.width):
            seen.add(span)
            yield access
