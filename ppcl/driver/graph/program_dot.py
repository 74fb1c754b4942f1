"""The picture of a program for Graphviz: host loops, launches, kernels, and the data between."""

from collections.abc import Iterator

from ppcl.analysis.data.effects import parameter_use
from ppcl.analysis.facts import Facts
from ppcl.analysis.graph.wiicfg import BlockKey, Launch, wii_cfg
from ppcl.analysis.model import LaunchEvent
from ppcl.driver.graph.dot import edge, node, quoted
from ppcl.driver.graph.host_dot import (
    BUFFER,
    HostPicture,
    object_label,
    object_name,
    step_name,
)
from ppcl.driver.graph.kernel_dot import KernelPicture
from ppcl.driver.text import ordinal
from ppcl.ir.cfg import ENTRY, EXIT

_HEAD = (
    'graph [fontname="Helvetica", fontsize=12, labelloc=t, newrank=true];',
    "graph [nodesep=0.3, ranksep=0.4];",
    'node [fontname="Helvetica", fontsize=11];',
    'edge [fontname="Helvetica", fontsize=10];',
)
_CALL = {"color": '"#8a6fb0"', "penwidth": "1.6"}
_RETURN = {"color": '"#8a6fb0"', "style": "dashed", "constraint": "false"}
_BOUND = {"color": '"#3d8b3d"'}


def graph_dot(facts: Facts) -> str:
    """The WII-CFG with the data between host and kernels, in the DOT language.

    Blue: data on the host's side. Green: buffers bound to kernel parameters, the arrow in the
    direction of the data. Violet: launches, with the number of work-items that run in step.
    """
    graph = wii_cfg(facts)
    host, kernels = HostPicture(facts), KernelPicture(facts, graph)
    names = ", ".join(dict.fromkeys(unit.path for unit in facts.units))
    frames = [*host.lines(), *kernels.lines()]
    between = dict.fromkeys(host.outside)
    for launch in graph.launches:
        between |= dict.fromkeys(_call(launch, kernels))
    for event in facts.host.launches:
        between |= dict.fromkeys(_bound(facts, event, kernels))
    title = f"label={quoted(f'{names} on {facts.target.name}')};"
    body = (*_HEAD, title, *frames, *between)
    return "\n".join(["digraph ppcl {", *(f"  {line}" for line in body), "}", ""])


def _call(launch: Launch, kernels: KernelPicture) -> Iterator[str]:
    if launch.function is None:
        return
    step = step_name(launch.event)
    entry, out = (kernels.block(BlockKey(launch.function, block)) for block in (ENTRY, EXIT))
    yield edge(step, entry, tooltip=quoted(f"WII function: {launch.wii}"), **_CALL)
    yield edge(out, step, **_RETURN)


def _bound(facts: Facts, launch: LaunchEvent, kernels: KernelPicture) -> Iterator[str]:
    """The buffers of a launch, tied to the kernel's parameters."""
    kernel = facts.kernels.get(launch.kernel)
    for argument in launch.arguments:
        for buffer in argument.buffers:
            yield node(object_name(buffer), quoted(object_label(buffer)), **BUFFER)
            if kernel is not None and argument.index < len(kernel.parameters):
                port = kernels.parameter(kernel, argument.index)
                use = parameter_use(kernel, argument.index)
                yield _tie(object_name(buffer), port, argument.index, use)


def _tie(buffer: str, port: str, index: int, use: tuple[bool, bool]) -> str:
    direction = {(True, True): "both", (False, True): "back", (True, False): "forward"}
    style = {"dir": direction.get(use, "none")}
    return edge(buffer, port, label=quoted(ordinal(index)), **style, **_BOUND)
