"""What a reader of a layout change may ask: an index that stays, a copy that became plain."""

from collections.abc import Iterator, Mapping, Sequence

from ppcl.analysis.access.alike import is_alike
from ppcl.analysis.data.linked import LinkedSet, host_accesses
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent
from ppcl.diag import Remark
from ppcl.frontend import tokens
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.source import Edit, Span
from ppcl.transform.contract import Commented
from ppcl_transforms.layout.shape import Shape

_ALIKE = b"  /* ppcl: the same for all elements, so their order is free */"


def leftovers(
    facts: Facts, site: LinkedSet, shape: Shape, edits: Sequence[Edit]
) -> Iterator[Remark]:
    """Remarks on the host's indices into a set whose arrays change."""
    for access in _kept(facts, site, shape):
        message = (
            f"this index into '{access.object.name}' stays: the loop does the same to all elements"
        )
        at = facts.files[access.node.at.span.file].location(access.node.at.span.start)
        yield Remark("review", "PPC226", message, at)
    yield from _plain_copies(facts, {edit.span: edit.text for edit in edits})


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


def _plain_copies(facts: Facts, texts: Mapping[Span, bytes]) -> Iterator[Remark]:
    """Elements of one array set to those of another one at the same index, by the new text."""
    seen: set[Span] = set()
    for unit in facts.hosts:
        for function in unit.functions:
            for node in descendants(function.body) if function.body is not None else ():
                if isinstance(node, ex.Assign) and node.at.span not in seen:
                    seen.add(node.at.span)
                    yield from _plain(facts, node, texts)


def _plain(facts: Facts, node: ex.Assign, texts: Mapping[Span, bytes]) -> Iterator[Remark]:
    value = node.value
    while isinstance(value, ex.Cast) and value.implicit:
        value = value.operand
    both = (node.target, value)
    if node.op != "=" or not all(_is_named(each) for each in both):
        return
    names = [facts.files[_base(each).file].said(_base(each)) for each in both]
    indices = [_new_index(facts, each, texts) for each in both]
    changed = any(_index(each) in texts for each in both)
    if changed and indices[0] == indices[1] and names[0] != names[1]:
        message = f"'{names[0]}' gets the elements of '{names[1]}' as they are now: is it needed?"
        at = facts.files[node.at.span.file].location(node.at.span.start)
        yield Remark("review", "PPC227", message, at)


def _is_named(node: ex.Expression) -> bool:
    return (
        isinstance(node, ex.Index) and isinstance(node.base, ex.NameRef) and node.at.macro is None
    )


def _base(node: ex.Expression) -> Span:
    assert isinstance(node, ex.Index)
    return node.base.at.span


def _index(node: ex.Expression) -> Span:
    assert isinstance(node, ex.Index)
    return node.index.at.span


def _new_index(facts: Facts, node: ex.Expression, texts: Mapping[Span, bytes]) -> bytes:
    """The index as it will be, without spaces."""
    span = _index(node)
    text = texts.get(span, facts.files[span.file].text(span))
    return b"".join(text.split())
