"""Names of the header that shuffles, where the program has them for something else."""

from ppcl.analysis.facts import Facts
from ppcl.ir.node import Origin
from ppcl.transform.demands.headers import taken_name
from ppcl.transform.obstacles import Obstacle


def name_taken(facts: Facts, header: str) -> Obstacle | None:
    """The first place where a file that does not include a header has one of its names."""
    found = taken_name(facts, header)
    if found is None:
        return None
    message = f"'{found[0]}' is a name of the header that shuffles"
    return Obstacle("PPC209", message, Origin(found[1]))
