"""How much of a program is followed, in figures."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.data.aliases import moves, tied_hosts
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import ArgumentBinding, LaunchEvent, TransferEvent
from ppcl.analysis.reading.stated import NOTHING_STATED, Stated
from ppcl.diag import Remark
from ppcl.driver.graph.listing import graph_remarks
from ppcl.driver.programs.linkage import is_launch
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants

# Remarks on something that is not followed; the others are notes.
NOT_FOLLOWED = (
    *("PPC101", "PPC102", "PPC103", "PPC104", "PPC105", "PPC106", "PPC107", "PPC110"),
    *("PPC120", "PPC125", "PPC126", "PPC127", "PPC130", "PPC131"),
)
# Kinds of arguments that are not tied to anything: shared memory is reached by any pointer.
_UNKNOWN = ("unknown", "svm")
# Those that may say that control is lost.
CONTROL_LOST = ("PPC101", "PPC106", "PPC108")


@dataclass(frozen=True)
class Coverage:
    """What is followed of a program. `unreached` are calls in live functions that should launch.

    `hosts` are the host objects that buffers are tied to; a buffer is tied, device-only, or not
    known. `codes` counts the remarks, `reasons` are what stands against the program being fully
    followed, which it is for what is `stated` of its arguments; `nominal` are the macros that its
    kernels are read with a nominal number for.
    """

    launches: int
    unreached: int
    arguments: int
    known_arguments: int
    hosts: int
    buffers: int
    device_only: int
    unknown_buffers: int
    complete: bool
    codes: Mapping[str, int]
    reasons: tuple[Remark, ...]
    stated: Stated = NOTHING_STATED
    nominal: tuple[str, ...] = ()

    @property
    def followed(self) -> bool:
        """Whether every launch is found, and each argument and buffer is known."""
        return not self.reasons


def coverage(facts: Facts) -> Coverage:
    """The figures of a program that was read."""
    host = facts.host
    arguments = [each for launch in host.launches for each in _arguments(facts, launch)]
    ties = tied_hosts(host)
    unknown = unknown_buffers(facts)
    buffers = {model.object.serial for model in host.buffers}
    tied = (buffers & _tied(facts)) - unknown
    unreached = () if host.complete else tuple(_unreached(facts))
    return Coverage(
        len(host.launches),
        len(unreached),
        len(arguments),
        sum(argument.kind not in _UNKNOWN for argument in arguments),
        len({target.serial for serial in ties for target, _ in ties[serial]}),
        len(buffers),
        len(buffers - tied - unknown),
        len(unknown),
        host.complete,
        dict(sorted(Counter(remark.code for remark in graph_remarks(facts)).items())),
        tuple(_reasons(facts, unreached, unknown)),
        facts.stated,
        tuple(dict.fromkeys(name for unit in facts.kernel_units for name in unit.nominal)),
    )


def _reasons(
    facts: Facts, unreached: tuple[Origin, ...], unknown: frozenset[int]
) -> Iterator[Remark]:
    """What is not followed, where the program is not fully followed; the cause comes first."""
    lacks = [*_lacking_launches(facts, unreached), *_lacking_data(facts, unknown)]
    if not lacks and facts.host.complete:
        return
    kernels = (remark for kernel in facts.kernels.values() for remark in kernel.remarks)
    all_said = (*facts.host.remarks, *facts.remarks, *kernels)
    said = [remark for remark in all_said if remark.code in NOT_FOLLOWED]
    if not facts.host.complete:
        lost = [remark for remark in all_said if remark.code in CONTROL_LOST]
        message = "the host program is not followed everywhere"
        yield from lost or [Remark("analysis", "PPC101", message)]
        said = [remark for remark in said if remark not in lost]
    yield from (*lacks, *said)


def _lacking_launches(facts: Facts, unreached: tuple[Origin, ...]) -> Iterator[Remark]:
    """Launches that are not reached, and what is not known of the others."""
    lost = {launch.at.span for launch in facts.host.lost}
    for at in unreached:
        reached = "which kernel is launched here is not known"
        message = reached if at.span in lost else "this launch is not reached"
        yield _remark(facts, "PPC101", message, at)
    for launch in facts.host.launches:
        if launch.kernel not in facts.kernels:
            yield _missing_kernel(facts, launch)
        for argument in _arguments(facts, launch):
            if argument.kind in _UNKNOWN:
                yield _remark(facts, "PPC104", _why_unknown(launch, argument), launch.place)


def _missing_kernel(facts: Facts, launch: LaunchEvent) -> Remark:
    """Why a launch's kernel is not known, as it was said there."""
    own = _remark(facts, "PPC103", f"kernel '{launch.kernel}' is not known", launch.place)
    said = (r for r in facts.remarks if (r.code, r.location) == (own.code, own.location))
    return next(said, own)


def _lacking_data(facts: Facts, unknown: frozenset[int]) -> Iterator[Remark]:
    """Transfers with a side that is not known, and buffers that may hold such data."""
    for event in facts.host.transfers:
        if moves(event) is not None and not (event.buffers and event.hosts):
            side = "host memory" if event.buffers else "buffer"
            message = f"the {side} of '{event.call}' is not known"
            yield _remark(facts, "PPC101", message, event.at)
    for model in facts.host.buffers:
        if model.object.serial in unknown:
            message = f"what is in buffer '{model.object.name}' is not known"
            yield _remark(facts, "PPC101", message, model.at)


def _arguments(facts: Facts, launch: LaunchEvent) -> tuple[ArgumentBinding, ...]:
    """A launch's arguments; what no call sets is not known."""
    kernel = facts.kernels.get(launch.kernel)
    known = {argument.index for argument in launch.arguments}
    unset = [p.index for p in kernel.parameters if p.index not in known] if kernel else []
    return (*launch.arguments, *(ArgumentBinding(i, "unknown", reason="not set") for i in unset))


def _why_unknown(launch: LaunchEvent, argument: ArgumentBinding) -> str:
    what = f"argument {argument.index} of kernel '{launch.kernel}' is not known"
    if argument.kind == "svm":
        return f"{what}: it is shared virtual memory"
    return f"{what}: {argument.reason}" if argument.reason else what


def _remark(facts: Facts, code: str, message: str, at: Origin) -> Remark:
    place = facts.files[at.span.file].location(at.span.start)
    return Remark("analysis", code, message, place)


def _tied(facts: Facts) -> frozenset[int]:
    """Buffers with a host object, or whose memory is a part of such a buffer's, or has one."""
    groups = _sharing(facts)
    ties = tied_hosts(facts.host).keys()
    return frozenset(s for s, group in groups.items() if group & ties)


def unknown_buffers(facts: Facts) -> frozenset[int]:
    """Buffers that are tied to something that is not known, or may be."""
    groups = _sharing(facts)
    untied = groups.keys() - _tied(facts)
    found: set[int] = set()
    for event in facts.host.transfers:
        if _is_open(event):
            # A command on a buffer that is not followed may be on any that looks device-only.
            found |= {buffer.serial for buffer in event.buffers} or untied
    if not facts.host.complete:
        found |= untied
    return frozenset(s for s, group in groups.items() if group & found)


def _sharing(facts: Facts) -> dict[int, frozenset[int]]:
    """The buffers that each shares memory with (sub-buffers), itself included."""
    groups = {model.object.serial: {model.object.serial} for model in facts.host.buffers}
    for model in facts.host.buffers:
        together = set[int]().union(
            groups[model.object.serial], *(groups.get(p.serial, set()) for p in model.parents)
        )
        for serial in together:
            groups[serial] = together
    return {serial: frozenset(group) for serial, group in groups.items()}


def _is_open(event: TransferEvent) -> bool:
    """Whether a command gives a buffer's data to what is not known."""
    if moves(event) is not None:
        return not (event.buffers and event.hosts)
    return event.kind == "other" or (event.kind == "share" and not event.buffers)


def _unreached(facts: Facts) -> Iterator[Origin]:
    """The launches in functions that `main` may come to, which no event shows."""
    shown = {launch.place.span for launch in facts.host.launches}
    for key in live_functions(facts):
        body = facts.host.functions[key].body
        for node in descendants(body) if body is not None else ():
            if isinstance(node, ex.Call) and is_launch(node) and node.at.span not in shown:
                yield node.at


def live_functions(facts: Facts) -> list[str]:
    """The functions that `main` calls or refers to, directly or not, by their keys."""
    functions = facts.host.functions
    pending = [key for key, f in functions.items() if f.declaration.name == "main"]
    found = dict.fromkeys(pending)
    while pending:
        body = functions[pending.pop()].body
        for node in descendants(body) if body is not None else ():
            key = _referred(node)
            if key in functions and key not in found:
                found[key] = None
                pending.append(key)
    return list(found)


def _referred(node: object) -> str:
    match node:
        case ex.NameRef(kind="function"):
            return node.declaration.key
        case ex.Call() | ex.Construct() if node.target is not None:
            return node.target.key
    return ""
