"""Names of the header that shuffles, where the program has them for something else."""

import re

from ppcl.analysis.facts import Facts
from ppcl.ir.node import Origin
from ppcl.source import Span
from ppcl_transforms.layout.obstacle import Obstacle

_NAME = re.compile(rb"\b(?:ppcl|PPCL)_\w+")


def taken_name(facts: Facts, name: str, header: bytes) -> Obstacle | None:
    """The first place where a file that does not include the header `name` has one of its names."""
    own = set(_NAME.findall(header))
    for path in {path for unit in facts.hosts for path in unit.files}:
        text = facts.files[path].data
        if text == header or name.encode() in text:
            continue
        for found in _NAME.finditer(text):
            if found.group() in own:
                message = f"'{found.group().decode()}' is a name of the header that shuffles"
                return Obstacle("PPC209", message, Origin(Span(path, found.start(), found.end())))
    return None
