"""Arguments that a kernel does not take: the call that sets one fails, and changes nothing.

OpenCL 1.2, clSetKernelArg: CL_INVALID_ARG_SIZE where the size is not that of the parameter (of a
`cl_mem`, where it is a memory object), CL_INVALID_ARG_VALUE where local memory is not given by NULL
or a number is. What the argument is then, the calls before tell; ppcl does not go back to them.
"""

from dataclasses import replace

from ppcl.analysis.model import ArgumentBinding, KernelModel, KernelParameter
from ppcl.ir.types import (
    AddressSpace,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    VectorType,
    size_of,
)

_NUMBERS = (IntType, FloatType, VectorType, RecordType)
_Bindings = tuple[ArgumentBinding, ...]


def taken_arguments(bindings: _Bindings, kernel: KernelModel | None) -> _Bindings:
    """The arguments of a launch; one that some call may have set in vain is not known."""
    if kernel is None:
        return bindings
    parameters = {parameter.index: parameter for parameter in kernel.parameters}
    return tuple(_taken(binding, parameters.get(binding.index)) for binding in bindings)


def _taken(binding: ArgumentBinding, parameter: KernelParameter | None) -> ArgumentBinding:
    reason = _refused(binding, parameter) if parameter is not None else None
    return (
        binding if reason is None else replace(binding, kind="unknown", buffers=(), reason=reason)
    )


def _refused(binding: ArgumentBinding, parameter: KernelParameter) -> str | None:
    """Why OpenCL does not take an argument, as far as its size and kind tell."""
    pointer = isinstance(parameter.type, PointerType)
    if isinstance(parameter.type, PointerType) and parameter.type.space is AddressSpace.LOCAL:
        given = binding.kind not in ("local", "unknown")
        return f"'{parameter.name}' is local memory, which only NULL gives" if given else None
    if binding.kind == "local" and not pointer:
        return f"'{parameter.name}' is no local memory, which NULL gives"
    size = size_of(parameter.type) if pointer or isinstance(parameter.type, _NUMBERS) else None
    others = sorted(binding.sizes - {size}) if size and binding.kind != "local" else []
    return f"'{parameter.name}' has {size} bytes, not {others[0]}" if others else None
