"""The devices that a host asks OpenCL for, held against those that a target is one of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ppcl.ir.node import Origin

# cl_device_type, as CL/cl.h has it; a platform's default device may be of any type.
DEFAULT, CPU, GPU, ACCELERATOR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_NAMES = {CPU: "CPUs", GPU: "GPUs", ACCELERATOR: "accelerators"}
_OWN: Mapping[str, int] = {"cpu": CPU, "gpu": GPU | ACCELERATOR}


@dataclass(frozen=True)
class DeviceRequest:
    """A call that asks OpenCL for devices of some `types` (a set of cl_device_type's bits, None
    where it is not known)."""

    types: int | None
    at: Origin


def only_others(requests: Sequence[DeviceRequest], kind: str) -> str:
    """What a host asks for that never gets a device of this kind ("cpu", "gpu"), in the plural;
    empty where it may get one, or asks for nothing."""
    types = 0
    for request in requests:
        if request.types is None:
            return ""
        types |= request.types
    if types & (DEFAULT | _OWN[kind]):
        return ""
    return " and ".join(name for bit, name in _NAMES.items() if types & bit)
