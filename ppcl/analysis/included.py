"""What kernels include, which runtimes may look for in other folders than their file's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ppcl.analysis.kernel_paths import other_include
from ppcl.analysis.kernel_units import KernelUnit
from ppcl.analysis.programs import KernelProgram
from ppcl.diag import Remark
from ppcl.source import SourceFile


def with_includes(
    root: Path,
    programs: Sequence[KernelProgram],
    units: Sequence[KernelUnit],
    files: Mapping[str, SourceFile],
) -> list[KernelProgram]:
    """The programs; those are `unread` whose includes may be of one file or of another."""
    return [_with_includes(root, program, units, files) for program in programs]


def _with_includes(
    root: Path,
    program: KernelProgram,
    units: Sequence[KernelUnit],
    files: Mapping[str, SourceFile],
) -> KernelProgram:
    own = [u for u in units if any(p.serial == program.serial for p in u.programs)]
    near, folders = program.at.span.file, program.options.include_dirs
    for unit in own:
        for path in unit.unit.files:
            is_text = path in (*program.files, unit.unit.path, near)
            other = None if is_text else other_include(root, path, unit.unit.path, near, folders)
            if other is not None and not program.unread:
                reason = f"an #include may be of '{path}' or of '{other}'"
                location = files[near].location(program.at.span.start)
                message = f"the program's text is not followed: {reason}"
                remark = Remark("analysis", "PPC127", message, location)
                return replace(program, unread=reason, remarks=(*program.remarks, remark))
    return program
