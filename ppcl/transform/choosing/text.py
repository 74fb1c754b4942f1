"""The text that what is best at a site depends on, as a hash by which a decision goes stale.

It is that of the kernels and of the functions that they call, of the host functions that launch
them, or touch their data, and of the macros in all these; comments and blanks do not count.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import MemoryObject
from ppcl.analysis.names.macros import definitions, uses_in
from ppcl.frontend import without_comments
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function
from ppcl.source import Span

_DIGITS = 8


def text_hash(facts: Facts, kernels: Sequence[str]) -> str:
    """The hash of what some kernels, by their keys, depend on; of all where there are none."""
    wanted = frozenset(kernels) or frozenset(facts.kernels)
    spans = list(dict.fromkeys((*_of_kernels(facts, wanted), *_of_host(facts, wanted))))
    found = hashlib.sha256()
    for span in spans:
        source = facts.files.get(span.file)
        found.update(without_comments(source.text(span)) + b"\0" if source is not None else b"")
    for text in sorted(_macros(facts, spans)):
        found.update(text + b"\0")
    return found.hexdigest()[:_DIGITS]


def _of_kernels(facts: Facts, wanted: Iterable[str]) -> Iterator[Span]:
    """The kernels, in their order, and the functions that they call."""
    functions = {
        function.declaration.key: function
        for unit in facts.units
        if unit.language == "opencl"
        for function in unit.functions
        if function.body is not None
    }
    pending = [facts.kernels[key].function for key in sorted(wanted) if key in facts.kernels]
    seen: dict[Span, None] = {}
    while pending:
        function = pending.pop(0)
        if function.at.span not in seen:
            seen[function.at.span] = None
            pending += (functions[key] for key in _called(function) if key in functions)
    yield from seen


def _called(function: Function) -> Iterator[str]:
    for node in descendants(function.body) if function.body is not None else ():
        if isinstance(node, ex.Call) and node.target is not None:
            yield node.target.key


def _of_host(facts: Facts, wanted: frozenset[str]) -> Iterator[Span]:
    """The host functions that hold an event which has to do with the kernels, in text order."""
    places = set(_places(facts, wanted))
    bodies = {f.at.span for f in facts.host.functions.values() if f.body is not None}
    yield from (span for span in sorted(bodies) if any(span.contains(place) for place in places))


def _places(facts: Facts, wanted: frozenset[str]) -> Iterator[Span]:
    host = facts.host
    buffers: set[MemoryObject] = set()
    for launch in (each for each in host.launches if each.kernel in wanted):
        yield launch.at.span
        buffers.update(buffer for argument in launch.arguments for buffer in argument.buffers)
    yield from (model.at.span for model in host.buffers if model.object in buffers)
    objects = set(buffers)
    for transfer in (each for each in host.transfers if buffers & {*each.buffers}):
        yield transfer.at.span
        objects.update(transfer.hosts)
    yield from (access.node.at.span for access in host.accesses if access.object in objects)


def _macros(facts: Facts, spans: Sequence[Span]) -> Iterator[bytes]:
    """What the macros in some spans stand for, those of a build's command line too."""
    names = {use.name for span in spans for use in uses_in(facts, span)}
    macros = definitions(facts, names)
    names.update(macro.name for macro in macros)
    yield from (b"%b %b" % (m.name.encode(), without_comments(m.body)) for m in macros)
    given = {each for unit in facts.units for each in unit.given}
    yield from (b"%b %b" % (name.encode(), body) for name, body in given if name in names)
