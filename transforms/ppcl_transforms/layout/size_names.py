"""Whether `size_t` is declared at a place, as the language means it."""

import re

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.visible import TextPlace
from ppcl.frontend import directives_in
from ppcl.source import words

_NAME = "size_t"
# Headers that declare it.
_HEADERS = re.compile(
    rb"[<\"](std(def|io|lib)|string|time|(Open)?CL/\w+|cl_ext)\.h(pp)?[>\"]"
    rb"|<(c(stddef|stdio|stdlib|string|time)|vector|string|array|memory|algorithm|iostream"
    rb"|fstream|sstream|map|functional|utility)>"
)


def knows_size(facts: Facts, place: TextPlace) -> bool:
    """Whether the text in front of a place says the name, or includes a header that declares it,
    and no macro has it."""
    if place.unit.language == "opencl":
        return True
    if any(macro.name == _NAME for unit in facts.units for macro in unit.macros):
        return False
    before = place.source.data[: place.at.span.start]
    texts = [before, *(facts.files[path].data for path in place.unit.files if path in facts.files)]
    return _NAME in words(before) or any(map(_includes, texts))


def _includes(data: bytes) -> bool:
    return any(
        _HEADERS.search(data, each.start, each.end) is not None
        for each in directives_in(data, 0, len(data))
        if each.name == "include"
    )
