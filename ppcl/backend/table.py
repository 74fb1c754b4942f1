"""The table of compiled programs, which the runtime finds kernels by (ppcl_kernel.h)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.workgroup.work_items import LocalSize
from ppcl.backend.c.ctree import scalar_name
from ppcl.backend.forms.kernel import CompiledKernel
from ppcl.backend.forms.strips import MOST, ROWS
from ppcl.backend.key import Key
from ppcl.backend.program import CompiledProgram
from ppcl.ir.node import Origin
from ppcl.ir.types import (
    AddressSpace,
    OpaqueType,
    PointerType,
    RecordType,
    Type,
    is_image,
    size_of,
)
from ppcl.ir.unit import Function, Parameter

_KINDS = {
    AddressSpace.GLOBAL: "PPCL_GLOBAL",
    AddressSpace.CONSTANT: "PPCL_CONSTANT",
    AddressSpace.LOCAL: "PPCL_LOCAL",
}


@dataclass(frozen=True)
class Variant:
    """One program text: the names and keys of the programs made of it, and its C; `place` says
    where a node stands."""

    keys: tuple[tuple[str, Key], ...]
    program: CompiledProgram
    suffix: str
    place: Callable[[Origin], str]


def table(variants: Sequence[Variant]) -> str:
    """The C text: a function for each kernel and local size, and the tables."""
    parts = [text for variant in variants for text in _program(variant)]
    rows = ",\n".join(row for variant in variants for row in _rows(variant)) or "    {0}"
    count = sum(len(variant.keys) for variant in variants)
    parts.append(f"static const struct ppcl_program ppcl_programs[] = {{\n{rows}\n}};")
    parts.append(f"static const unsigned ppcl_program_count = {count};")
    return "\n\n".join(parts) + "\n"


def _program(variant: Variant) -> Iterator[str]:
    for kernel in variant.program.kernels:
        yield from _kernel(kernel)
    kernels = ",\n".join(map(_entry, variant.program.kernels))
    if kernels:
        yield f"static const struct ppcl_kernel ppcl_kernels{variant.suffix}[] = {{\n{kernels}\n}};"


def _rows(variant: Variant) -> Iterator[str]:
    count = len(variant.program.kernels)
    kernels = f"ppcl_kernels{variant.suffix}, {count}" if count else "NULL, 0"
    refused = f", {_quoted(_refusals(variant))}" if variant.program.refused else ""
    for name, key in variant.keys:
        found = f"0x{key.hash:016x}u, {key.length}, {_quoted(key.options)}"
        yield f"    {{{_quoted(name)}, {found}, {kernels}{refused}}}"


def _refusals(variant: Variant) -> str:
    """The log of a build: the kernels that the program has not."""
    lines = [
        f"kernel '{kernel.declaration.name}': {variant.place(why.at)}: {why.message}"
        for kernel, why in variant.program.refused
    ]
    return "\n".join(["ppcl: these kernels are not compiled in:", *lines, ""])


def _kernel(kernel: CompiledKernel) -> Iterator[str]:
    for size in (*kernel.sizes, None):
        yield _runner(kernel, size)
    arguments = [_argument(parameter) for parameter in kernel.function.parameters]
    if arguments:
        yield (
            f"static const struct ppcl_argument {kernel.name}_arguments[] = {{\n"
            + ",\n".join(arguments)
            + "\n};"
        )
    rows = [
        f"    {{{{{', '.join(map(str, size or (0, 0, 0)))}}}, {_runner_name(kernel, size)}}}"
        for size in (*kernel.sizes, None)
    ]
    yield (
        f"static const struct ppcl_variant {kernel.name}_variants[] = {{\n"
        + ",\n".join(rows)
        + "\n};"
    )


def required_size(kernel: Function) -> LocalSize | None:
    """The only local size that a kernel says it is launched with (OpenCL 1.2, 6.7.2)."""
    for attribute in kernel.attributes:
        if attribute.name == "reqd_work_group_size" and len(attribute.arguments) == 3:
            x, y, z = attribute.arguments
            return x, y, z
    return None


def _runner_name(kernel: CompiledKernel, size: LocalSize | None) -> str:
    return f"{kernel.name}_run" + ("_" + "_".join(map(str, size)) if size is not None else "")


def _runner(kernel: CompiledKernel, size: LocalSize | None) -> str:
    sizes = [f"(int)range->local_size[{d}]" for d in range(3)] if size is None else map(str, size)
    calls = _calls(kernel, ", ".join(sizes), size)
    return (
        f"static void {_runner_name(kernel, size)}(const struct ppcl_range *range, "
        f"const size_t *group, void *const *arguments, char *memory)\n{{\n{calls}}}"
    )


def _calls(kernel: CompiledKernel, sizes: str, size: LocalSize | None) -> str:
    """The call of the group's function with the work-items of a pack: where rows may be of any
    length, of several vectors if theirs is a multiple of that."""
    given = f"{kernel.name}_group(range, group, arguments, memory, {sizes}"
    call = f"    {given}, {_pack(size, kernel.pack)});\n"
    if size is not None or kernel.pack != ROWS:
        return call
    asked = f"range->local_size[0] % {ROWS} == 0"
    return f"    if ({asked})\n        {given}, {ROWS});\n    else\n    {call}"


def _pack(size: LocalSize | None, most: str) -> str:
    """The work-items of a pack: a row, where it is known to be short. Packs with masks, or of
    several vectors, are wide where rows are known to be of whole ones."""
    if size is None:
        return MOST
    found = f"{size[0]} < {MOST} ? {size[0]} : {MOST}"
    return found if most == MOST else f"{size[0]} % {most} == 0 ? {most} : {found}"


def _argument(parameter: Parameter) -> str:
    type_ = parameter.type
    kind, qualifiers, access, size = "PPCL_VALUE", [], "PPCL_NO_ACCESS", size_of(type_) or 0
    if isinstance(type_, PointerType):
        kind, size = _KINDS.get(type_.space, "PPCL_GLOBAL"), 0
        qualifiers = _qualifiers(type_)
    elif is_image(type_):
        kind, size, access = "PPCL_IMAGE", 0, _access(type_)
    elif isinstance(type_, OpaqueType):
        kind, size = "PPCL_SAMPLER", 4
    said = " | ".join(qualifiers) or "0"
    name = _quoted(parameter.declaration.name)
    return f"    {{{name}, {_quoted(spelled(type_))}, {kind}, {said}, {access}, {size}}}"


def _qualifiers(type_: PointerType) -> list[str]:
    said = (("CONST", type_.const), ("RESTRICT", type_.restrict), ("VOLATILE", type_.volatile))
    return [f"PPCL_{name}" for name, on in said if on]


def _access(type_: Type) -> str:
    text = type_.spelling if isinstance(type_, OpaqueType) else ""
    if "write_only" in text:
        return "PPCL_WRITE_ONLY"
    return "PPCL_READ_WRITE" if "read_write" in text else "PPCL_READ_ONLY"


def spelled(type_: Type) -> str:
    """A type as clGetKernelArgInfo names it."""
    match type_:
        case PointerType(pointee=pointee):
            return f"{spelled(pointee)}*"
        case RecordType(name=name):
            return name
        case OpaqueType(spelling=text):
            return text.split()[-1].removeprefix("__opencl_") if text else "void"
        case _:
            try:
                return scalar_name(type_)
            except TypeError:
                return "void"


def _entry(kernel: CompiledKernel) -> str:
    function, count = kernel.function, len(kernel.sizes) + 1
    arguments = f"{kernel.name}_arguments" if function.parameters else "NULL"
    required = ", ".join(map(str, required_size(function) or (0, 0, 0)))
    memory = kernel.memory
    return (
        f"    {{{_quoted(function.declaration.name)}, {arguments}, {len(function.parameters)}, "
        f"{{{required}}}, {memory.local_bytes}, {memory.group_bytes}, {kernel.item_bytes}, "
        f"{kernel.name}_variants, {count}, {int(kernel.any_size)}, {int(kernel.in_tiles)}, "
        f"{kernel.turned}}}"
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
