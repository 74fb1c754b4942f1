"""What ppcl tells the owner of a program of a rewrite that is right."""

from pathlib import Path

import pytest

from ppcl.diag import Remark
from ppcl.driver.compile import Compiled, Emitter, compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL
from tests.unit.transform.filled import HOST

CONTEXT = b"    cl_context context = 0;\n"
LISTING = b"    cl_device_id device;\n    clGetDeviceIDs(0, %b, 1, &device, 0);\n"


FROM_TYPE = b"    context = clCreateContextFromType(0, %b, 0, 0, 0);\n"
EITHER = b"""    cl_device_id device;
    if (clGetDeviceIDs(0, CL_DEVICE_TYPE_GPU, 1, &device, 0) != CL_SUCCESS)
        clGetDeviceIDs(0, CL_DEVICE_TYPE_CPU, 1, &device, 0);
"""


def compiled_for(
    folder: Path, files: dict[str, bytes], target: str, emitter: Emitter | None = None
) -> Compiled:
    """A program that the layout pass would rewrite for a CPU, compiled."""
    for name, text in ({"sum.cl": KERNEL} | files).items():
        folder.joinpath(name).write_bytes(text)
    sources = [str(folder / name) for name in ("host.c", "sum.cl")]
    project = open_project(sources, Choices(target=target))
    return compile_program(project, transforms(), emitter)


def said(folder: Path, files: dict[str, bytes], target: str, code: str) -> list[Remark]:
    """The remarks of a code on a program that is rewritten."""
    compiled = compiled_for(folder, files, target)
    assert compiled.changed
    return [remark for remark in compiled.remarks if remark.code == code]


@pytest.mark.parametrize(
    ("asks", "message"),
    [
        (LISTING % b"CL_DEVICE_TYPE_GPU", "GPUs only, and 'amd-cpu' is a CPU"),
        (FROM_TYPE % b"CL_DEVICE_TYPE_GPU", "GPUs only, and 'amd-cpu' is a CPU"),
        (LISTING % b"CL_DEVICE_TYPE_CPU", ""),
        (LISTING % b"CL_DEVICE_TYPE_ALL", ""),
        (LISTING % b"CL_DEVICE_TYPE_DEFAULT", ""),
        (LISTING % b"CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU", ""),
        (LISTING % b"argc > 1 ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU", ""),
        (EITHER, ""),
    ],
)
def test_a_host_that_asks_for_other_devices(tmp_path: Path, asks: bytes, message: str) -> None:
    files = {"host.c": HOST.replace(CONTEXT, CONTEXT + asks)}
    compiled = compiled_for(tmp_path, files, "amd-cpu")
    remarks = [r for r in compiled.remarks if r.code == "PPC019"]
    assert [message in r.message for r in remarks] == [True] * bool(message)
    assert all(r.kind == "missed" and r.location is not None for r in remarks)
    assert bool(compiled.changed) == (not message)


def test_kernels_as_c_have_the_device_that_is_asked_for(tmp_path: Path) -> None:
    files = {"host.c": HOST.replace(CONTEXT, CONTEXT + LISTING % b"CL_DEVICE_TYPE_GPU")}
    compiled = compiled_for(tmp_path, files, "amd-cpu", lambda _: ({}, ()))
    assert compiled.changed


def test_a_function_in_a_header(tmp_path: Path) -> None:
    begin, end = HOST.index(b"static void fill("), HOST.index(b"int main")
    files = {
        "host.c": HOST[:begin] + b'#include "fill.h"\n\n' + HOST[end:],
        "fill.h": b"#pragma once\n" + HOST[begin:end],
    }
    (remark,) = said(tmp_path, files, "amd-cpu", "PPC020")
    assert remark.message.startswith("'fill' is changed for the data of this program")
    assert remark.location is not None
    assert remark.location.file == "fill.h"
    assert not said(tmp_path, {"host.c": HOST}, "amd-cpu", "PPC020")
