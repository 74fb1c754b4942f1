"""What OpenCL calls write through pointers into structs, and what stays as it was beside that."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.sources import analysed

KERNEL = (
    "__kernel void k(__global float *a, __local float *t, int n) { a[get_global_id(0)] = n; }\n"
)
HEAD = """\
#include <CL/cl.h>
#include <stdlib.h>
cl_context context;
cl_command_queue queue;
cl_program program;
cl_device_id device;
struct All {
    cl_mem first;
    cl_device_id devices[4];
    cl_int status;
    cl_mem second;
};
struct All all;
"""
SETUP = """
    cl_int count = 4;
    size_t global = 1024;
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    all.first = all.second = x;
    all.status = 7;
"""
LAUNCH = """
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &all.second);
    clSetKernelArg(kernel, 2, sizeof(int), &all.status);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
"""


def read(root: Path, body: str) -> Facts:
    """The facts of a host with this body of main after the set-up."""
    main = f"int main(int argc, char **argv)\n{{{SETUP}{body}}}\n"
    return analysed(root, {"host.c": f"{HEAD}{main}", "k.cl": KERNEL})


def bound(root: Path, body: str) -> tuple[str, str]:
    """The kind of argument 0 and the number of argument 2 at the first launch."""
    arguments = read(root, body + LAUNCH).host.launches[0].arguments
    return arguments[0].kind, str(arguments[2].value)


@pytest.mark.parametrize(
    "call",
    [
        "clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 4, all.devices, NULL);",
        "clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, 32, all.devices, NULL);",
    ],
)
def test_what_a_call_writes_in_a_member_leaves_the_others(tmp_path: Path, call: str) -> None:
    assert bound(tmp_path, call) == ("buffer", "7")


@pytest.mark.parametrize(
    "call",
    [
        'all.first = NULL; clCreateKernel(program, "k", &all.status);',
        "all.first = clCreateBuffer(context, 0, 4, NULL, &all.status);",
        "clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, (cl_uint *)&all.status);",
    ],
)
def test_a_status_in_a_struct_is_not_known_and_leaves_the_handles(
    tmp_path: Path, call: str
) -> None:
    kind, status = bound(tmp_path, call)
    assert kind == "buffer"
    assert status not in ("7", "None")


@pytest.mark.parametrize(
    "call",
    [
        "clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, atoi(argv[1]), all.devices, NULL);",
        "clGetDeviceInfo(device, CL_DEVICE_NAME, atoi(argv[1]), &all, NULL);",
        "clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof all, &all, NULL);",
    ],
)
def test_a_call_that_may_write_the_whole_struct_leaves_nothing(tmp_path: Path, call: str) -> None:
    _, status = bound(tmp_path, call)
    assert status != "7"


def test_two_statuses_in_one_place_are_two_numbers(tmp_path: Path) -> None:
    make = 'clCreateKernel(program, "k", &all.status);'
    facts = read(tmp_path, make + LAUNCH + make + LAUNCH)
    first, second = (launch.arguments[2].value for launch in facts.host.launches)
    assert first != second


SET = """
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &x);
    clSetKernelArg(kernel, 2, sizeof(int), &count);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
"""


def test_an_argument_that_one_path_sets_to_local_memory_is_that(tmp_path: Path) -> None:
    body = """
    int bytes = atoi(argv[1]);
    void *nothing = NULL;
    if (!bytes)
        clSetKernelArg(kernel, 1, sizeof(nothing), &nothing);
    else
        clSetKernelArg(kernel, 1, bytes, nothing);
    """
    (launch,) = read(tmp_path, body + SET).host.launches
    assert (launch.arguments[1].kind, launch.arguments[1].value) == ("local", None)


def test_an_argument_that_one_path_sets_to_a_buffer_is_not_local_memory(tmp_path: Path) -> None:
    body = """
    int bytes = atoi(argv[1]);
    if (!bytes)
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &x);
    else
        clSetKernelArg(kernel, 1, bytes, NULL);
    """
    (launch,) = read(tmp_path, body + SET).host.launches
    assert launch.arguments[1].kind == "unknown"


def test_a_transfer_of_one_of_several_or_of_null_is_of_one_of_them(tmp_path: Path) -> None:
    body = """
    float *h = NULL;
    if (argc > 1) h = (float *)malloc(4096);
    if (argc > 2) h = (float *)malloc(4096);
    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 4096, h, 0, NULL, NULL);
    """
    (transfer,) = read(tmp_path, body + SET).host.transfers
    assert len(transfer.host_choices) == 2
