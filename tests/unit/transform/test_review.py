"""What ppcl tells the owner of a program of a rewrite that is right."""

from pathlib import Path

import pytest

from ppcl.diag import Remark
from ppcl.driver.compile import compile_program
from ppcl.driver.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL
from tests.unit.transform.filled import HOST

CONTEXT = b"    cl_context context = 0;\n"
LISTING = b"    cl_device_id device;\n    clGetDeviceIDs(0, %b, 1, &device, 0);\n"


def said(folder: Path, files: dict[str, bytes], target: str, code: str) -> list[Remark]:
    """The remarks of a code on a program that is rewritten."""
    for name, text in ({"sum.cl": KERNEL} | files).items():
        folder.joinpath(name).write_bytes(text)
    sources = [str(folder / name) for name in ("host.c", "sum.cl")]
    compiled = compile_program(open_project(sources, Choices(target=target)), transforms())
    assert compiled.changed
    return [r for each in compiled.passes for r in each.remarks if r.code == code]


@pytest.mark.parametrize(
    ("kinds", "target", "message"),
    [
        (b"CL_DEVICE_TYPE_GPU", "amd-cpu", "asks OpenCL for GPUs only, and 'amd-cpu' is a CPU"),
        (b"CL_DEVICE_TYPE_CPU", "amd-cpu", ""),
        (b"CL_DEVICE_TYPE_ALL", "amd-cpu", ""),
        (b"argc ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU", "amd-cpu", ""),
    ],
)
def test_a_host_that_asks_for_other_devices(
    tmp_path: Path, kinds: bytes, target: str, message: str
) -> None:
    host = HOST.replace(CONTEXT, CONTEXT + LISTING % kinds)
    remarks = said(tmp_path, {"host.c": host}, target, "PPC019")
    assert [message in remark.message for remark in remarks] == [True] * bool(message)


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
