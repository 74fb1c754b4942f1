"""The buffers of a program as `ppcl graph` shows them: each tied to host objects, or not."""

from ppcl.analysis.data.residence import Residence, residences
from ppcl.analysis.facts import Facts
from ppcl.driver.graph.arguments import size_text
from ppcl.driver.text import place, shortened, table

Json = dict[str, object]
_UNKNOWN = "not known"


def buffers_json(facts: Facts) -> list[Json]:
    """Each buffer with its size, its flags as written, and the host objects that it is tied to;
    `device_only` is true where the host never sees it, and null where that is not known."""
    return [
        {
            "name": found.buffer.object.name,
            "kind": found.buffer.object.kind,
            "location": place(facts.files, found.buffer.at),
            "size": _size(found),
            "flags": found.buffer.flags,
            "hosts": [{"host": h.name, "direction": direction} for h, direction in found.hosts],
            "device_only": found.device_only if found.known else None,
        }
        for found in residences(facts.host)
    ]


def buffer_table(facts: Facts) -> list[str]:
    """The same for people."""
    rows = [
        (
            found.buffer.object.name,
            place(facts.files, found.buffer.at),
            shortened(_size(found) or _UNKNOWN, 48),
            _host(found),
        )
        for found in residences(facts.host)
    ]
    return table(("buffer", "place", "bytes", "host memory"), rows) if rows else []


def _size(found: Residence) -> str | None:
    size = found.buffer.object.size
    return size_text(size) if size is not None else None


def _host(found: Residence) -> str:
    names = list(dict.fromkeys(host.name for host, _ in found.hosts))
    if found.device_only:
        return "none: on the device only"
    return ", ".join(names if found.known else [*names, _UNKNOWN])
