"""The WII-CFG: the host's control flow with each kernel's joined in at its launches.

PPOpenCL, section 3.1. The kernel's blocks are not replicated per work-item: the WII function on
the call edge says in which order a target runs them. A function stands once, with a pair of call
and return edges for each place that calls it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.facts import Facts
from ppcl.analysis.graph.cfg import build_cfg, calls_in, is_barrier
from ppcl.analysis.graph.schedule import width_of, wii_function
from ppcl.analysis.model import HostModel, LaunchEvent
from ppcl.ir.cfg import ENTRY, EXIT, BlockKind, CallSite, Cfg
from ppcl.ir.expression import Call
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function


@dataclass(frozen=True)
class BlockKey:
    """A block of one of the graphs, by the key of its function."""

    function: str
    block: int


@dataclass(frozen=True)
class Link:
    """An edge between graphs: from the block of a call to an entry, or from an exit back to it."""

    kind: Literal["call", "return"]
    source: BlockKey
    target: BlockKey


@dataclass(frozen=True)
class Launch:
    """A launch, where it stands, and the order in which the target runs its work-groups.

    `function` is the kernel's key, None where the sources do not hold it; `width` and `wii` are
    then 1 and empty.
    """

    event: LaunchEvent
    place: BlockKey
    function: str | None
    width: int
    wii: str


@dataclass(frozen=True)
class WiiCfg:
    """Control flow of a whole program. `entry` is the key of the host's first function.

    `host` has the functions on the way to launches and transfers, `kernels` the kernels that are
    launched with the functions on the way to their barriers, both by key.
    """

    entry: str | None
    host: Mapping[str, Cfg]
    kernels: Mapping[str, Cfg]
    links: tuple[Link, ...]
    launches: tuple[Launch, ...]


def wii_cfg(facts: Facts, entry: str = "main") -> WiiCfg:
    """The WII-CFG of a program on its target."""
    functions = facts.host.functions
    first = next((key for key, f in functions.items() if f.declaration.name == entry), None)
    host = _graphs(functions, (first,) if first is not None else (), _commands(facts.host))
    kernels = _graphs(_device_functions(facts), _launched(facts), {})
    launches = tuple(_launches(facts, host))
    links = (*_call_links(host), *_call_links(kernels), *_launch_links(launches))
    return WiiCfg(first, host, kernels, links, launches)


def _device_functions(facts: Facts) -> dict[str, Function]:
    device = (unit for unit in facts.units if unit.language == "opencl")
    return {f.declaration.key: f for unit in device for f in unit.functions if f.body is not None}


def _launched(facts: Facts) -> tuple[str, ...]:
    names = dict.fromkeys(launch.kernel for launch in facts.host.launches)
    kernels = (facts.kernels[name] for name in names if name in facts.kernels)
    return tuple(kernel.function.declaration.key for kernel in kernels)


Commands = Mapping[Origin, BlockKind]


def _commands(host: HostModel) -> Commands:
    """The calls that enqueue something, by their place."""
    found: dict[Origin, BlockKind] = {event.at: "transfer" for event in host.transfers}
    found.update({event.at: "launch" for event in host.launches})
    return found


def _graphs(
    functions: Mapping[str, Function], roots: tuple[str, ...], commands: Commands
) -> dict[str, Cfg]:
    """The graphs of the roots, and of what they call on the way to a command or barrier."""
    calls = _calls_from(functions, roots)
    joined = set(roots)
    joined |= {key for key, found in calls.items() if any(_command(c, commands) for c in found)}
    grown = True
    while grown:
        before = len(joined)
        joined |= {key for key, found in calls.items() if any(_target(c) in joined for c in found)}
        grown = len(joined) > before

    def kind_of(call: CallSite) -> BlockKind | None:
        return _command(call, commands) or ("call" if _target(call) in joined else None)

    return {key: build_cfg(functions[key], kind_of) for key in calls if key in joined}


def _calls_from(
    functions: Mapping[str, Function], roots: tuple[str, ...]
) -> dict[str, list[CallSite]]:
    """The calls in the roots and in every function that they come to."""
    found: dict[str, list[CallSite]] = {}
    pending = [key for key in roots if key in functions]
    while pending:
        key = pending.pop()
        body = functions[key].body
        if key in found or body is None:
            continue
        found[key] = [call for call, _ in calls_in(body)]
        pending += [target for call in found[key] if (target := _target(call)) in functions]
    return {key: found[key] for key in functions if key in found}


def _target(call: CallSite) -> str:
    return call.target.key if call.target is not None else ""


def _command(call: CallSite, commands: Commands) -> BlockKind | None:
    if is_barrier(call):
        return "barrier"
    of_api = isinstance(call, Call) and (call.callee or "").startswith("cl")
    return commands.get(call.at) if of_api else None


def _call_links(graphs: Mapping[str, Cfg]) -> Iterator[Link]:
    for key, graph in graphs.items():
        for block in graph.blocks:
            if block.kind == "call" and block.call is not None:
                yield from _pair(BlockKey(key, block.index), _target(block.call))


def _pair(site: BlockKey, callee: str) -> tuple[Link, Link]:
    return Link("call", site, BlockKey(callee, ENTRY)), Link("return", BlockKey(callee, EXIT), site)


def _launch_links(launches: tuple[Launch, ...]) -> Iterator[Link]:
    pairs = {(launch.place, launch.function): None for launch in launches}
    for place, function in pairs:
        if function is not None:
            yield from _pair(place, function)


def _launches(facts: Facts, host: Mapping[str, Cfg]) -> Iterator[Launch]:
    sites: dict[Origin, list[BlockKey]] = {}
    for key, graph in host.items():
        for block in graph.blocks:
            if block.kind == "launch" and block.call is not None:
                sites.setdefault(block.call.at, []).append(BlockKey(key, block.index))
    for event in facts.host.launches:
        kernel = facts.kernels.get(event.kernel)
        for place in sites.get(event.at, ()):
            if kernel is None:
                yield Launch(event, place, None, 1, "")
            else:
                width = width_of(kernel, facts.target)
                function = kernel.function.declaration.key
                yield Launch(event, place, function, width, wii_function(kernel, width))
