"""What there is to say of kernels that were compiled to C, and of those that were not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.backend.forms.kernel import CompiledKernel
from ppcl.backend.found_again import guessed_options, program_text
from ppcl.backend.refuse import NotCompiled
from ppcl.backend.table import Variant
from ppcl.diag import Remark
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function
from ppcl.source import Location

_FAILS = "clBuildProgram of it fails at run time, with a log that says what differs"


@dataclass(frozen=True)
class Told:
    """The remarks on a program that was compiled to C."""

    facts: Facts

    def remarks(self, variants: Sequence[Variant]) -> list[Remark]:
        """What each kernel became, and which programs may not be found."""
        programs = [variant.program for variant in variants]
        return [
            *(self._kernel(kernel) for program in programs for kernel in program.kernels),
            *(each for program in programs for k in program.kernels for each in self._plain(k)),
            *(self._refused(*each) for program in programs for each in program.refused),
            *(remark for unit in self.facts.kernel_units for remark in self._unit(unit)),
            *self._not_there(),
        ]

    def place(self, at: Origin) -> str:
        """Where a node stands, `md.cl:12`."""
        location = self._location(at)
        return f"{location.file}:{location.line}" if location is not None else at.span.file

    def _location(self, at: Origin) -> Location | None:
        source = self.facts.files.get(at.span.file)
        return source.location(at.span.start) if source is not None else None

    def _kernel(self, kernel: CompiledKernel) -> Remark:
        name, problem = kernel.function.declaration.name, kernel.problem
        location = self._location(kernel.function.name_at)
        if problem is None:
            return Remark("passed", "PPC300", f"kernel '{name}' is compiled to C", location)
        where = self.place(problem.at)
        message = f"kernel '{name}' waits at each barrier by itself: {problem.reason} ({where})"
        return Remark("analysis", "PPC301", message, location)

    def _plain(self, kernel: CompiledKernel) -> Iterator[Remark]:
        """Which of a kernel's regions have no vectors, and why."""
        name = kernel.function.declaration.name
        for plain in kernel.plain:
            message = f"kernel '{name}' has no vectors here: {plain.reason}"
            yield Remark("analysis", "PPC308", message, self._location(plain.at))

    def _refused(self, kernel: Function, refused: NotCompiled) -> Remark:
        name = kernel.declaration.name
        message = f"kernel '{name}' is not compiled to C, clCreateKernel of it fails: "
        return Remark("missed", refused.code, message + refused.message, self._location(refused.at))

    def _unit(self, unit: KernelUnit) -> Iterator[Remark]:
        """Keys that are guessed."""
        path = unit.unit.path
        if not unit.programs:
            message = f"'{path}': the host is not seen to open it; where it builds another text, "
            yield Remark("missed", "PPC302", f"{message}or with options, {_FAILS}")
        for program in unit.programs:
            location = self._location(program.at)
            if program_text(self.facts, program) is None:
                message = f"its text is taken to be that of '{path}'; where it is not, {_FAILS}"
                yield Remark("missed", "PPC302", message, location)
            if program.written is None:
                options = guessed_options(self.facts, unit) or "none"
                message = f"its options are not followed, and taken to be: {options}; where they "
                yield Remark("missed", "PPC305", f"{message}are not, {_FAILS}", location)

    def _not_there(self) -> Iterator[Remark]:
        """Programs of the host that have no kernels."""
        followed = {p.name for unit in self.facts.kernel_units for p in unit.programs}
        for program in self.facts.host.programs:
            if program.name not in followed:
                reason = program.problem or "it has no text, or its text is not followed"
                message = f"no kernels are compiled for this program ({reason}): {_FAILS}"
                yield Remark("missed", "PPC304", message, self._location(program.at))
