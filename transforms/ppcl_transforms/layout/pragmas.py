"""New names in text that a pragma speaks of."""

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.pragmas import pragma_on
from ppcl.ir.node import Origin
from ppcl.source import words
from ppcl.transform.obstacles import Obstacle


def unclear_name(facts: Facts, at: Origin, text: bytes) -> Obstacle | None:
    """What forbids to put a text at a place: it has a name that the text there has not, and by a
    pragma that name may mean something else there."""
    there = facts.files[at.span.file].text(at.span)
    fresh = {*words(text)} - {*words(there)}
    pragma = pragma_on(facts, at, fresh) if fresh else None
    if pragma is None:
        return None
    message = f"'{min(fresh)}' may mean something else here, by a pragma ({pragma})"
    return Obstacle("PPC221", message, at)
