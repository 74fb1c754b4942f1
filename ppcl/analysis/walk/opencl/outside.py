"""Places in OpenCL's C++ bindings as the program sees them."""

from collections.abc import Mapping, Sequence

from ppcl.frontend import is_binding
from ppcl.ir.node import Origin


def outside_bindings(path: Sequence[int], sites: Mapping[int, Origin], at: Origin) -> Origin:
    """Where the program calls the bindings, for a place in these; other places are as given.
    `sites` are the places of the calls on a call path."""
    for site in reversed(path):
        if not is_binding(at.span.file):
            break
        at = sites.get(site, at)
    return at


def calls_to(path: Sequence[int], sites: Mapping[int, Origin], at: Origin) -> tuple[Origin, ...]:
    """The calls of the program on a call path to a place, but for the one of the bindings there."""
    places = [sites[site] for site in path if site in sites]
    while places and is_binding(at.span.file):
        at = places.pop()
    return tuple(places)
