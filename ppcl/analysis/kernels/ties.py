"""Which kernel each launch is of: the one of the program that the host created it from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.kernels.arguments import taken_arguments
from ppcl.analysis.kernels.programs import KernelProgram
from ppcl.analysis.kernels.text import files_of
from ppcl.analysis.kernels.units import Kernels, doubted
from ppcl.analysis.model import (
    BranchNode,
    EventNode,
    HostModel,
    LaunchEvent,
    LoopNode,
    ProgramModel,
)
from ppcl.analysis.reading.assumed import NOTHING_ASSUMED, Assumed
from ppcl.diag import Remark
from ppcl.ir.node import Origin
from ppcl.source import SourceFile


@dataclass
class Ties:
    """Ties launches to kernels; `remarks` get what could not be told."""

    kernels: Kernels
    programs: Mapping[int, KernelProgram]
    files: Mapping[str, SourceFile]
    remarks: list[Remark]
    assumed: Assumed = NOTHING_ASSUMED

    def host(self, model: HostModel) -> HostModel:
        """The host with each launch and kernel name tied to its kernel."""
        names = tuple(
            replace(
                name,
                kernel=self._key(name.kernel, name.program, name.at),
                program=self._shown(name.program),
            )
            for name in model.kernel_names
        )
        return replace(
            model,
            tree=self._nodes(model.tree),
            kernel_names=tuple(dict.fromkeys(names)),
            programs=tuple(_shown_program(program) for program in self.programs.values()),
        )

    def _nodes(self, nodes: tuple[EventNode, ...]) -> tuple[EventNode, ...]:
        return tuple(self._node(node) for node in nodes)

    def _node(self, node: EventNode) -> EventNode:
        match node:
            case LoopNode():
                return replace(node, body=self._nodes(node.body))
            case BranchNode():
                return replace(
                    node, then=self._nodes(node.then), otherwise=self._nodes(node.otherwise)
                )
            case LaunchEvent():
                key = self._key(node.kernel, node.program, node.at)
                if key not in self.kernels.models:
                    self._say("PPC103", self._missing(node), node.at)
                taken = taken_arguments(node.arguments, self.kernels.models.get(key))
                shown = self._shown(node.program)
                return replace(
                    node,
                    kernel=key,
                    program=shown,
                    arguments=taken,
                    is_full=self.assumed.full_groups,
                )
            case _:
                return node

    def _missing(self, launch: LaunchEvent) -> str:
        programs = self._programs(launch.program)
        if any(not program.made for program in programs):
            return f"kernel '{launch.kernel}' is of a program that is not made from source"
        tied = [program.name for program in programs if not program.problem]
        where = " or ".join(tied) if tied else "the sources"
        return f"kernel '{launch.kernel}' is not in {where}"

    def _programs(self, label: str | None) -> Sequence[KernelProgram]:
        serials = (int(serial) for serial in label.split(",")) if label else ()
        return [self.programs[serial] for serial in serials if serial in self.programs]

    def _shown(self, label: str | None) -> str | None:
        return " or ".join(program.name for program in self._programs(label)) or None

    def _key(self, name: str, label: str | None, at: Origin) -> str:
        """The key of the kernel that a program has under a name; `name` itself where none has."""
        programs = self._programs(label)
        own = [self.kernels.of_program.get((program.serial, name)) for program in programs]
        found = list(dict.fromkeys(key for key in own if key is not None))
        followed = programs and all(p.made and p.is_followed for p in programs)
        if not found and not followed:
            found = self._loose(name) if not programs or any(p.made for p in programs) else []
        if len(found) > 1:
            message = f"more than one kernel is named '{name}'; the first one is taken"
            gap = self._say("PPC107", message, at)
            for key in found:
                self.kernels.models[key] = doubted(self.kernels.models[key], [gap])
        return found[0] if found else _absent(name, self.kernels)

    def _loose(self, name: str) -> list[str]:
        """The kernels of a name in files that the host is not seen to open, or else in all."""
        return self.kernels.loose.get(name) or [
            key for key, model in self.kernels.models.items() if model.name == name
        ]

    def _say(self, code: str, message: str, at: Origin) -> Remark:
        location = self.files[at.span.file].location(at.span.start)
        remark = Remark("analysis", code, message, location)
        if remark not in self.remarks:
            self.remarks.append(remark)
        return remark


def _absent(name: str, kernels: Kernels) -> str:
    """A key that no kernel has."""
    return name if name not in kernels.models else f"{name} (not in the sources)"


def _shown_program(program: KernelProgram) -> ProgramModel:
    problem = program.problem if program.made else "it is not made from source"
    return ProgramModel(
        program.name,
        program.files,
        program.written,
        program.at,
        problem,
        program.limit,
        files_of(program.parts),
        program.unread,
    )
