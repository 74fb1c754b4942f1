"""Why the sizes of launches stay as they are: what is not known of the launches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import LaunchEvent
from ppcl.ir.node import Origin
from ppcl.transform.launching.division import divides_local, is_followed
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.sites import LAUNCHING, LaunchSite
from ppcl.transform.refusals.skipped import skipped_call


@dataclass(frozen=True)
class OldSizes:
    """Why the sizes stay as they are, and the launch, or the text, that it is about."""

    reason: str
    at: Origin


def of_same_text(facts: Facts, kernel: str) -> frozenset[str]:
    """The keys of the kernels that have one text: programs may be built of it more than once."""
    name_at = facts.kernels[kernel].function.name_at
    found = (key for key, each in facts.kernels.items() if each.function.name_at == name_at)
    return frozenset(found)


def unfollowed(
    facts: Facts,
    launches: Sequence[LaunchEvent],
    dimension: int,
    factor: int,
    whole_groups: bool,
) -> Iterator[OldSizes]:
    """What is not known of the launches of a kernel, whose local sizes a factor is to divide, or
    the number of whole groups."""
    for lost in facts.host.lost:
        yield OldSizes("a kernel is launched here that is not known", lost.at)
    for launch in launches:
        if not launch.global_choices or not launch.local_choices:
            yield OldSizes("the sizes of this launch are not followed", launch.place)
        elif dimension >= (launch.dimensions or 0):
            yield OldSizes("this launch has no such dimension", launch.place)
        elif None in launch.global_choices or len({c is None for c in launch.local_choices}) > 1:
            yield OldSizes("a size may be NULL here", launch.place)
        elif not whole_groups and not divides_local(launch, dimension, factor):
            yield OldSizes(
                f"the local size is not shown to be a multiple of {factor}", launch.place
            )
        elif not is_followed(launch, dimension, factor, whole_groups):
            yield OldSizes("the size has too many steps to be followed", launch.place)


def hidden_launch(tree: HostTree, sites: Sequence[LaunchSite]) -> OldSizes | None:
    """Where skipped text of the host names what launches kernels: OpenCL, or a function around a
    launch."""
    around = {f.declaration.last for s in sites for _, f in tree.functions_at(s.call.at.span)}
    around |= {name for site in sites for name in site.through}
    paths = {path for unit in tree.facts.hosts for path in unit.files}
    names = (skipped_call(tree.facts, name, paths) for name in sorted(around | LAUNCHING))
    span = next((span for span in names if span is not None), None)
    reason = "text that is not compiled here may launch kernels, too"
    return None if span is None else OldSizes(reason, Origin(span))
