"""Everything that is generated for a program: its kernels in C, and the runtime under them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycparser.c_parser import ParseError

from ppcl import frontend
from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.workgroup.illegal import divided_barrier
from ppcl.analysis.workgroup.work_items import LocalSize
from ppcl.backend.builtins import in_order
from ppcl.backend.c.line_directives import with_line_directives
from ppcl.backend.c.printer import check, printed
from ppcl.backend.forms.rows import SHORTEST
from ppcl.backend.found_again import keys_of
from ppcl.backend.lowering.library import Library
from ppcl.backend.program import compile_unit
from ppcl.backend.refuse import NOT_VALID, NotCompiled
from ppcl.backend.table import Variant, required_size, table
from ppcl.backend.told import Told
from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.emit import runtime_files
from ppcl.ir.unit import Function, TranslationUnit

FOLDER = "ppcl"
_KERNELS = "kernels.c"
# Work-items of the widest vectors that there are.
_WIDEST = 16
_HEAD = """\
/* The program's kernels as C: each function runs all work-items of a work-group.
   Written by ppcl (--emit c); compiled as a part of ppcl.c. Comments say where a line is from. */
#include "ppcl_compiler.h"
"""


def emit(facts: Facts, lines: bool = False) -> tuple[Mapping[str, bytes], tuple[Remark, ...]]:
    """The C of the kernels of a program: files by path in its folder, and what there is to say of
    them. `lines`: its statements stand on the lines of the kernel files. Raises PpclError where no
    kernel has a C form, or where one is not known."""
    _check_known(facts)
    told = Told(facts)
    generator = _Generator(facts, told, Library())
    try:
        variants = [
            generator.variant(unit, f"_{number}")
            for number, unit in enumerate(facts.kernel_units, 1)
        ]
        _check_some(variants)
    except NotCompiled as refused:
        raise refused.located(facts.files) from refused
    text = _text(generator.library, variants)
    files = {f"{FOLDER}/{name}": data for name, data in runtime_files("c").items()}
    text = with_line_directives(text, f"{FOLDER}/{_KERNELS}") if lines else text
    files[f"{FOLDER}/{_KERNELS}"] = text.encode()
    headers = Path(frontend.__file__).parent / "headers" / "CL"
    for path in sorted(headers.iterdir()):
        files[f"{FOLDER}/include/CL/{path.name}"] = path.read_bytes()
    return files, tuple(told.remarks(variants))


def _check_known(facts: Facts) -> None:
    """Raises where a number that kernels need is a nominal one."""
    for unit in (each for each in facts.kernel_units if each.nominal):
        program = unit.programs[0] if unit.programs else None
        at = (*program.built, program.at)[0] if program is not None else None
        source = facts.files[at.span.file] if at is not None else None
        place = source.location(at.span.start) if source is not None and at is not None else None
        raise PpclError(unit.options_problem, place, ExitCode.SOURCE)


def _check_some(variants: Sequence[Variant]) -> None:
    """Raises the first refusal where no kernel is left."""
    refused = [reason for each in variants for _, reason in each.program.refused]
    if refused and not any(each.program.kernels for each in variants):
        raise refused[0]


def _text(library: Library, variants: Sequence[Variant]) -> str:
    functions = "\n\n".join(builtin.text for builtin in in_order(library.used.values()))
    kernels = "\n".join(printed(variant.program.definitions) for variant in variants)
    body = f"{functions}\n\n{kernels}\n{table(variants)}"
    try:
        check(body)
    except ParseError as error:
        message = f"the generated C cannot be read back: {error}"
        raise PpclError(message, exit_code=ExitCode.INTERNAL) from error
    return f'{_HEAD}{_row(variants)}#include "ppcl_lanes.h"\n\n{body}'


def _row(variants: Sequence[Variant]) -> str:
    """What says how many work-items have one vector, where rows are shorter than one may be, or
    some numbers have more bits than others."""
    kernels = [kernel for each in variants for kernel in each.program.kernels]
    shortest = min((kernel.row for kernel in kernels if kernel.row is not None), default=_WIDEST)
    width = next(w for w in (_WIDEST, 8, SHORTEST) if shortest >= w)
    wide = "#define PPCL_WIDE\n" if any(kernel.is_wide for kernel in kernels) else ""
    row = f"#ifndef PPCL_ROW\n#define PPCL_ROW {width}\n#endif\n" if width < _WIDEST else ""
    return wide + row


@dataclass(frozen=True)
class _Generator:
    facts: Facts
    told: Told
    library: Library

    def variant(self, unit: KernelUnit, suffix: str) -> Variant:
        """The C of one program text, built in one way."""
        sizes = self._local_sizes(unit.unit)

        def check(kernel: Function) -> None:
            at = divided_barrier(kernel, sizes.get(kernel.declaration.name, ()))
            if at is not None:
                message = "only some work-items of a group come to this barrier"
                raise NotCompiled(message, at, code=NOT_VALID)

        def local_sizes(kernel: Function) -> tuple[LocalSize, ...]:
            required = required_size(kernel)
            return (required,) if required else sizes.get(kernel.declaration.name, ())

        place = self.told.place
        program = compile_unit(unit.unit, suffix, self.library, place, check, local_sizes)
        keys = tuple(dict.fromkeys(keys_of(self.facts, unit)))
        return Variant(keys, program, suffix, self.told.place)

    def _local_sizes(self, unit: TranslationUnit) -> dict[str, tuple[LocalSize, ...]]:
        """The sizes that each kernel is seen to be launched with."""
        found: dict[str, list[LocalSize]] = {}
        own = {id(function) for function in unit.functions}
        for launch in self.facts.host.launches:
            model = self.facts.kernels.get(launch.kernel)
            size = _local_size(launch)
            if model is not None and id(model.function) in own and size is not None:
                found.setdefault(model.function.declaration.name, []).append(size)
        return {name: tuple(dict.fromkeys(sizes)) for name, sizes in found.items()}


def _local_size(launch: LaunchEvent) -> LocalSize | None:
    if launch.local_size is None:
        return None
    sizes = [side.as_int for side in launch.local_size]
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes):
        return None
    x, y, z = (*known, 1, 1)[:3]
    return x, y, z
