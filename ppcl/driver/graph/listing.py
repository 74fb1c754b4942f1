"""What `ppcl graph` prints: launches, the alias table (PPOpenCL, Table 2), and the picture."""

from collections.abc import Iterable, Mapping

from ppcl.analysis.access.relation import relations_of
from ppcl.analysis.data.aliases import Alias, Direction, aliases, direction_of
from ppcl.analysis.data.hazards import order_hazards, transfer_hazards
from ppcl.analysis.data.residence import Residence, residences
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    ArgumentBinding,
    KernelModel,
    LaunchEvent,
    MemoryObject,
    ProgramModel,
)
from ppcl.analysis.model.region import Sides
from ppcl.diag import Remark
from ppcl.driver.graph.arguments import size_text, sizes_text, value_of
from ppcl.driver.graph.program_dot import graph_dot
from ppcl.driver.text import ordinal, place, shortened, table

__all__ = ["graph_dot", "graph_json", "graph_remarks", "graph_text"]

Json = dict[str, object]
# Where buffers' data are, by serial: it takes a look at all transfers, so it is asked once.
Ties = Mapping[int, Residence]


def _ties(facts: Facts) -> Ties:
    return {found.buffer.object.serial: found for found in residences(facts.host)}


def graph_json(facts: Facts) -> Json:
    """Launches, aliases, kernels' accesses and remarks, for programs to read.

    Names of several buffers that an argument may be bound to are joined by `|`; `?` stands for
    host memory that is not followed.
    """
    ties = _ties(facts)
    return {
        "launches": [
            _launch_json(facts, ties, number, launch)
            for number, launch in enumerate(facts.host.launches)
        ],
        "programs": [_program_json(facts, program) for program in facts.host.programs],
        "aliases": [_alias_json(alias) for alias in aliases(facts.host)],
        "buffers": buffers_json(facts),
        "kernels": [_kernel_json(kernel) for kernel in facts.kernels.values()],
        "assumptions": facts.stated.as_data(),
        "remarks": [_remark_json(remark) for remark in graph_remarks(facts)],
    }


def graph_remarks(facts: Facts) -> tuple[Remark, ...]:
    """Everything that was noticed while the program was read, and on the order of its commands."""
    remarks = [*facts.remarks, *facts.host.remarks]
    for kernel in facts.kernels.values():
        remarks += kernel.remarks
    for hazard in (*order_hazards(facts.host), *transfer_hazards(facts.host)):
        source = facts.files.get(hazard.at.span.file)
        location = source.location(hazard.at.span.start) if source else None
        remarks.append(Remark("analysis", hazard.code, hazard.message, location))
    unique = {(str(r.location), r.code, r.message): r for r in remarks}
    return tuple(sorted(unique.values(), key=_remark_order))


def _remark_order(remark: Remark) -> tuple[str, int, int, str, str]:
    at = remark.location
    where = (at.file, at.line, at.column) if at else ("", 0, 0)
    return (*where, remark.code, remark.message)


def _program_json(facts: Facts, program: ProgramModel) -> Json:
    return {
        "name": program.name,
        "location": place(facts.files, program.at),
        "files": list(program.files),
        "options": program.options,
        "problem": program.problem or None,
    }


def _launch_json(facts: Facts, ties: Ties, number: int, launch: LaunchEvent) -> Json:
    kernel = facts.kernels.get(launch.kernel)
    return {
        "id": number,
        "kernel": launch.kernel,
        "program": launch.program,
        "location": place(facts.files, launch.place),
        "global": _sizes(launch.global_choices),
        "local": _sizes(launch.local_choices),
        "queue": launch.queue.name if launch.queue is not None else None,
        "args": [_argument_json(facts, ties, kernel, argument) for argument in launch.arguments],
    }


def _sizes(choices: tuple[Sides | None, ...]) -> object:
    """A size per dimension; null for NULL, "unknown" where it is not followed, and all that it
    may be under "one_of"."""
    found = [None if sides is None else list(map(size_text, sides)) for sides in choices]
    if len(found) > 1:
        return {"one_of": found}
    return found[0] if found else "unknown"


def _argument_json(
    facts: Facts, ties: Ties, kernel: KernelModel | None, argument: ArgumentBinding
) -> Json:
    hosts, direction = _tied_to(ties, argument)
    return {
        "index": argument.index,
        "param": _parameter_name(kernel, argument.index),
        "kind": argument.kind,
        "buffer": _names(argument.buffers),
        "host": "|".join(dict.fromkeys(hosts)) or None,
        "direction": direction,
        "value": value_of(facts, argument),
    }


def _tied_to(ties: Ties, argument: ArgumentBinding) -> tuple[list[str], Direction]:
    """The host objects that an argument's buffers are aliased with, and all directions together."""
    found = [ties[buffer.serial] for buffer in argument.buffers if buffer.serial in ties]
    hosts = [(host.name, direction) for buffer in found for host, direction in buffer.hosts]
    hosts += [("?", buffer.elsewhere) for buffer in found if buffer.elsewhere != "none"]
    writes = any(direction in ("write", "readwrite") for _, direction in hosts)
    reads = any(direction in ("read", "readwrite") for _, direction in hosts)
    return [name for name, _ in hosts], direction_of(writes, reads)


def _names(objects: Iterable[MemoryObject]) -> str | None:
    return "|".join(dict.fromkeys(target.name for target in objects)) or None


def _parameter_name(kernel: KernelModel | None, index: int) -> str | None:
    known = kernel is not None and index < len(kernel.parameters)
    return kernel.parameters[index].name if kernel is not None and known else None


def _alias_json(alias: Alias) -> Json:
    return {
        "host": alias.host.name,
        "buffer": alias.buffer.name,
        "kernel": alias.kernel,
        "arg": alias.argument,
        "direction": alias.direction,
    }


def _kernel_json(kernel: KernelModel) -> Json:
    accesses = [
        {"param": r.param, "kind": r.kind, "relation": r.text, "exact": r.exact}
        for r in relations_of(kernel)
    ]
    return {"name": kernel.name, "accesses": accesses}


def _remark_json(remark: Remark) -> Json:
    return {
        "kind": remark.kind,
        "code": remark.code,
        "message": remark.message,
        "location": str(remark.location) if remark.location else None,
        "args": dict(remark.args),
    }


def graph_text(facts: Facts) -> str:
    """The launches, their scalar arguments, and the alias table, in aligned columns."""
    sections = {
        "Launches": _launch_table(facts),
        "Aliases": _alias_table(facts),
        "Buffers": buffer_table(facts),
        "Other arguments": _value_table(facts),
        "Programs": _program_table(facts),
    }
    lines: list[str] = []
    for title, rows in sections.items():
        if rows:
            lines += ([""] if lines else []) + [title, *(f"  {row}" for row in rows)]
    return "\n".join(lines) + "\n"


def _program_table(facts: Facts) -> list[str]:
    rows = [
        (
            program.name,
            place(facts.files, program.at),
            "not known" if program.options is None else program.options or "none",
            program.problem or "followed",
        )
        for program in facts.host.programs
    ]
    return table(("program", "place", "build options", "text"), rows) if rows else []


def _launch_table(facts: Facts) -> list[str]:
    rows = [
        (
            str(number),
            launch.kernel,
            place(facts.files, launch.place),
            sizes_text(launch.global_choices),
            sizes_text(launch.local_choices),
        )
        for number, launch in enumerate(facts.host.launches)
    ]
    return table(("launch", "kernel", "place", "global size", "local size"), rows)


def _alias_table(facts: Facts) -> list[str]:
    rows = [
        (a.host.name, a.buffer.name, f"{a.kernel} ({ordinal(a.argument)})", a.direction)
        for a in aliases(facts.host)
    ]
    head = ("host object", "kernel object", "kernel argument", "transfer direction")
    return table(head, rows) if rows else []


def _value_table(facts: Facts) -> list[str]:
    """Arguments that no host object is aliased with: scalars, local memory, device-only buffers."""
    ties = _ties(facts)
    launches: dict[tuple[str, ...], list[str]] = {}
    for number, launch in enumerate(facts.host.launches):
        kernel = facts.kernels.get(launch.kernel)
        for argument in launch.arguments:
            if not _tied_to(ties, argument)[0]:
                name = _parameter_name(kernel, argument.index) or "?"
                what = _names(argument.buffers) or value_of(facts, argument) or argument.reason
                where = f"{launch.kernel} ({ordinal(argument.index)})"
                row = (where, name, argument.kind, shortened(what, 60))
                launches.setdefault(row, []).append(str(number))
    rows = [(*row, ", ".join(numbers)) for row, numbers in launches.items()]
    head = ("kernel argument", "parameter", "kind", "value", "launches")
    return table(head, rows) if rows else []


_UNKNOWN = "not known"


def buffers_json(facts: Facts) -> list[Json]:
    """Each buffer with its size, its flags as written, and the host objects that it is tied to;
    `device_only` is true where the host never sees it, and null where that is not known."""
    return [
        {
            "name": found.buffer.object.name,
            "kind": found.buffer.object.kind,
            "location": place(facts.files, found.buffer.at),
            "size": _size(found),
            "flags": found.buffer.flags,
            "hosts": [{"host": h.name, "direction": direction} for h, direction in found.hosts],
            "device_only": found.device_only if found.known else None,
        }
        for found in residences(facts.host)
    ]


def buffer_table(facts: Facts) -> list[str]:
    """The same for people."""
    rows = [
        (
            found.buffer.object.name,
            place(facts.files, found.buffer.at),
            shortened(_size(found) or _UNKNOWN, 48),
            _host(found),
        )
        for found in residences(facts.host)
    ]
    return table(("buffer", "place", "bytes", "host memory"), rows) if rows else []


def _size(found: Residence) -> str | None:
    size = found.buffer.object.size
    return size_text(size) if size is not None else None


def _host(found: Residence) -> str:
    names = list(dict.fromkeys(host.name for host, _ in found.hosts))
    if found.device_only:
        return "none: on the device only"
    return ", ".join(names if found.known else [*names, _UNKNOWN])
