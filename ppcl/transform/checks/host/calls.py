"""Places of transfers that transpose now: the name that is called, and three arguments in front."""

from collections.abc import Iterable, Iterator, Sequence

from ppcl.analysis.model import TransferEvent
from ppcl.frontend import bracketed, split, tokens
from ppcl.ir import expression as ex
from ppcl.source import Span
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.quiet import loads
from ppcl.transform.checks.host.side import HostSide, OnHost

_TRANSPOSING = {
    "clEnqueueWriteBuffer": "ppcl_write_transposed",
    "clEnqueueReadBuffer": "ppcl_read_transposed",
}
_SIDES = 3  # pitch, extent and width


def shuffled_calls(host: OnHost, serials: Iterable[int]) -> Iterator[Place]:
    """The places of transfers of some buffers, by their serials before."""
    known = frozenset(serials)
    for old, new in host.transfers:
        moves = any(buffer.serial in known for buffer in old.buffers)
        if moves and _TRANSPOSING.get(old.call) == new.call and _are_free(host.after, new):
            heads = _head(host.before, old, 0), _head(host.after, new, _SIDES)
            if heads[0] is not None and heads[1] is not None:
                yield Place(heads[0], heads[1])


def _head(side: HostSide, transfer: TransferEvent, arguments: int) -> Span | None:
    """A call's text up to its parenthesis, and so many arguments more, each with its comma."""
    at = transfer.at.span
    source = side.facts.files.get(at.file)
    if source is None or transfer.at.macro is not None:
        return None
    inside = bracketed(source.data, at.start, at.end)
    if inside is None:
        return None
    named = [token.text for token in tokens(source.data, at.start, inside[0])]
    pieces = split(source.data, *inside, b",")
    if named != [transfer.call.encode(), b"("] or len(pieces) <= arguments:
        return None
    end = pieces[arguments - 1][1] + 1 if arguments else inside[0]
    return Span(at.file, at.start, end)


def _are_free(side: HostSide, transfer: TransferEvent) -> bool:
    """Whether the first arguments only name values, and read what the others read, if anything."""
    nodes = (node for unit in side.facts.hosts for node in unit.nodes)
    calls = [n for n in nodes if isinstance(n, ex.Call) and n.at == transfer.at]
    return bool(calls) and all(_is_free(side, call.arguments) for call in calls)


def _is_free(side: HostSide, arguments: Sequence[ex.Expression]) -> bool:
    first, others = arguments[:_SIDES], arguments[_SIDES:]
    read, known = ({side.quiet.text(s) for s in loads(each)} for each in (first, others))
    return read <= known and side.quiet.is_quiet(first, first)
