"""Everything that is generated for a program: its kernels in C, and the runtime under them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycparser.c_parser import ParseError

from ppcl import frontend
from ppcl.analysis.facts import Facts
from ppcl.analysis.kernel_units import KernelUnit
from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.programs import KernelProgram
from ppcl.analysis.text import FileText, KnownText
from ppcl.backend.builtins import in_order
from ppcl.backend.illegal import check_barriers
from ppcl.backend.kernel import CompiledKernel
from ppcl.backend.key import Key, key_of, used_defines
from ppcl.backend.library import Library
from ppcl.backend.printer import check, printed
from ppcl.backend.program import CompiledProgram, compile_unit
from ppcl.backend.refuse import Refused
from ppcl.backend.table import LocalSize, Variant, table
from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.emit import runtime_files
from ppcl.ir.node import Origin

FOLDER = "ppcl"
_HEAD = """\
/* The program's kernels as C: each function runs all work-items of a work-group.
   Written by ppcl (--emit c); compiled as a part of ppcl.c. Comments say where a line is from. */
#include "ppcl_compiler.h"
"""


def emit(facts: Facts) -> tuple[Mapping[str, bytes], tuple[Remark, ...]]:
    """The C of all kernels of a program: files by path in its folder, and what there is to say of
    them. Raises PpclError where a kernel has no C form."""
    generator = _Generator(facts)
    library = Library()
    variants: list[Variant] = []
    try:
        for number, unit in enumerate(facts.kernel_units, 1):
            variants.append(generator.variant(unit, f"_{number}", library))
    except Refused as refused:
        raise refused.located(facts.files) from refused
    text = _text(library, variants)
    files = {f"{FOLDER}/{name}": data for name, data in runtime_files("c").items()}
    files[f"{FOLDER}/kernels.c"] = text.encode()
    headers = Path(frontend.__file__).parent / "headers" / "CL"
    for path in sorted(headers.iterdir()):
        files[f"{FOLDER}/include/CL/{path.name}"] = path.read_bytes()
    return files, tuple(generator.remarks(variants))


def _text(library: Library, variants: Sequence[Variant]) -> str:
    functions = "\n\n".join(builtin.text for builtin in in_order(library.used.values()))
    kernels = "\n".join(printed(variant.program.definitions) for variant in variants)
    body = f"{functions}\n\n{kernels}\n{table(variants)}"
    try:
        check(body)
    except ParseError as error:
        message = f"the generated C cannot be read back: {error}"
        raise PpclError(message, exit_code=ExitCode.INTERNAL) from error
    return f"{_HEAD}\n{body}"


@dataclass(frozen=True)
class _Generator:
    facts: Facts

    def variant(self, unit: KernelUnit, suffix: str, library: Library) -> Variant:
        """The C of one program text, built in one way."""
        program = compile_unit(unit.unit, suffix, library, self.place)
        keys = tuple(dict.fromkeys(self._keys(unit)))
        sizes = self._local_sizes(program)
        for function in program.unit.functions:
            check_barriers(function, sizes.get(function.declaration.name, ()))
        return Variant(keys, program, suffix, sizes)

    def place(self, at: Origin) -> str:
        """Where a node stands, `md.cl:12`."""
        source = self.facts.files.get(at.span.file)
        if source is None:
            return at.span.file
        location = source.location(at.span.start)
        return f"{location.file}:{location.line}"

    def _keys(self, unit: KernelUnit) -> list[tuple[str, Key]]:
        """The keys of the programs that are made of a text. Where the text or the options are not
        known in full, the key is of the files and the macros that they use of the command line's,
        which are the host's files' too: the run finds the kernels by it, or says what differs."""
        if not unit.programs:
            data = self.facts.files[unit.unit.path].data
            return [(unit.unit.path, key_of(data, self._guessed(unit)))]
        return [
            (
                p.name,
                key_of(
                    self._program_text(p), self._guessed(unit) if p.written is None else p.written
                ),
            )
            for p in unit.programs
        ]

    def _guessed(self, unit: KernelUnit) -> str:
        text = b"\n".join(self.facts.files[path].data for path in unit.unit.files)
        return " ".join(f"-D{define}" for define in used_defines(unit.defines, text))

    def _program_text(self, program: KernelProgram) -> bytes:
        """What the host gives to clCreateProgramWithSource."""
        files = iter(program.files)
        found: list[bytes] = []
        for part in program.parts:
            if isinstance(part, KnownText):
                found.append(part.value)
            elif isinstance(part, FileText):
                found.append(self.facts.files[next(files)].data)
            elif program.files:
                return b"".join(self.facts.files[path].data for path in program.files)
            else:
                raise Refused("the program's text is not known", program.at)
        return b"".join(found)

    def _local_sizes(self, program: CompiledProgram) -> dict[str, tuple[LocalSize, ...]]:
        """The sizes that each kernel is seen to be launched with."""
        found: dict[str, list[LocalSize]] = {}
        own = {id(function) for function in program.unit.functions}
        for launch in self.facts.host.launches:
            model = self.facts.kernels.get(launch.kernel)
            size = _local_size(launch)
            if model is not None and id(model.function) in own and size is not None:
                found.setdefault(model.function.declaration.name, []).append(size)
        return {name: tuple(dict.fromkeys(sizes)) for name, sizes in found.items()}

    def remarks(self, variants: Sequence[Variant]) -> list[Remark]:
        """What each kernel became."""
        found = [
            self._remark(kernel.function.declaration.name, kernel)
            for variant in variants
            for kernel in variant.program.kernels
        ]
        return found + [
            Remark("analysis", "PPC302", f"'{unit.unit.path}': the host is not seen to open it")
            for unit in self.facts.kernel_units
            if not unit.programs
        ]

    def _remark(self, name: str, kernel: CompiledKernel) -> Remark:
        at, problem = kernel.function.name_at, kernel.problem
        location = self.facts.files[at.span.file].location(at.span.start)
        if problem is None:
            return Remark("passed", "PPC300", f"kernel '{name}' is compiled to C", location)
        where = self.place(problem.at)
        message = f"kernel '{name}' waits at each barrier by itself: {problem.reason} ({where})"
        return Remark("analysis", "PPC301", message, location)


def _local_size(launch: LaunchEvent) -> LocalSize | None:
    if launch.local_size is None:
        return None
    sizes = [side.as_int for side in launch.local_size]
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes):
        return None
    x, y, z = (*known, 1, 1)[:3]
    return x, y, z
