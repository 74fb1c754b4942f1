"""What a device says of itself."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pyopencl as cl

from ppcl.verify.probe.system import system_caches

ELEMENTS = ("char", "short", "int", "long", "half", "float", "double")

_ASKED: dict[str, Callable[[cl.Device], Any]] = {
    "compute_units": lambda device: device.max_compute_units,
    "clock": lambda device: device.max_clock_frequency,
    "local_memory": lambda device: device.local_mem_size,
    "line": lambda device: device.global_mem_cacheline_size,
    "cache": lambda device: device.global_mem_cache_size,
    "group": lambda device: device.max_work_group_size,
    "vector": lambda device: device.native_vector_width_float * 32,
}


def queried(device: cl.Device, program: cl.Program) -> dict[str, Any]:
    """The answers; what a device does not answer, or answers by 0, is left out. Bytes, MHz, bits;
    `multiple` of work-items that it prefers, `step` how many of each element type run in step,
    `caches` what the system says of a CPU's."""
    found: dict[str, Any] = {
        "device": _one_line(device.name),
        "platform": _one_line(device.platform.name),
        "driver": _one_line(device.driver_version),
    }
    for name, ask in _ASKED.items():
        with suppress(cl.Error, AttributeError):
            found[name] = int(ask(device))
    with suppress(cl.Error):
        multiple = cl.kernel_work_group_info.PREFERRED_WORK_GROUP_SIZE_MULTIPLE
        answer: Any = cl.Kernel(program, "ways").get_work_group_info(multiple, device)
        found["multiple"] = int(answer)
    said = {name: value for name, value in found.items() if value}
    caches = system_caches() if device.type & cl.device_type.CPU else {}
    return {**said, "step": dict(_steps(device, program.context)), "caches": caches}


def _steps(device: cl.Device, context: cl.Context) -> Iterator[tuple[str, int]]:
    """The sub-groups that a kernel on elements of a type gets; nothing where there are none."""
    largest = cl.kernel_sub_group_info.MAX_SUB_GROUP_SIZE_FOR_NDRANGE
    for element in ELEMENTS:
        head = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" if element == "half" else ""
        text = f"{head}kernel void add(global {element} *a) {{ a[get_global_id(0)] += 1; }}"
        with suppress(cl.Error, AttributeError):
            kernel = cl.Kernel(cl.Program(context, text).build(), "add")
            size: Any = kernel.get_sub_group_info(device, largest, [64])
            if size:
                yield element, int(size)


def _one_line(text: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())
