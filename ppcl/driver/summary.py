"""A program in figures: `ppcl graph --summary`."""

from collections.abc import Iterable

from ppcl.analysis.aliases import aliases
from ppcl.analysis.facts import Facts
from ppcl.analysis.relation import relation_of
from ppcl.driver.graph import graph_remarks
from ppcl.driver.text import table


def summary_text(facts: Facts) -> str:
    """How much there is of everything, and how much of it is known exactly."""
    host, kernels = facts.host, facts.kernels.values()
    accesses = [relation_of(access, kernel) for kernel in kernels for access in kernel.accesses]
    arguments = [argument for launch in host.launches for argument in launch.arguments]
    rows = [
        ("files", len(facts.files), ""),
        ("launches", len(host.launches), ""),
        ("kernels", len(kernels), ""),
        ("buffers", len(host.buffers), ""),
        ("transfers", len(host.transfers), ""),
        ("kernel arguments", len(arguments), _known(a.kind != "unknown" for a in arguments)),
        ("aliases", len(aliases(host)), ""),
        ("kernel accesses", len(accesses), _known(access.exact for access in accesses)),
        ("remarks", len(graph_remarks(facts)), ""),
    ]
    shown = [(name, str(count), note) for name, count, note in rows]
    return "\n".join(table(("what", "number", "exactly known"), shown)) + "\n"


def _known(flags: Iterable[bool]) -> str:
    return str(sum(flags))
