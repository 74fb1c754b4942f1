"""A kernel that only puts elements into another order makes a layout on purpose: it is kept."""

from pathlib import Path

import pytest

from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms

HOST = """#include <CL/cl.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int width = atoi(argv[1]), height = atoi(argv[2]);
    size_t global[2] = {width, height}, bytes = sizeof(float) * width * height;
    float *in = malloc(bytes), *out = malloc(bytes), sum = 0;
    cl_context context = 0;
    cl_command_queue queue = 0;
    cl_program program = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            in[y * width + x] = y - x;
    cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, in, 0);
    cl_mem b = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, 0, 0);
    cl_mem s = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(float) * height, 0, 0);
    cl_kernel kernel = clCreateKernel(program, "turn", 0);
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof b, &b);
    clSetKernelArg(kernel, 2, sizeof width, &width);
    clSetKernelArg(kernel, 3, sizeof height, &height);
    clEnqueueNDRangeKernel(queue, kernel, 2, 0, global, 0, 0, 0, 0);
    %s
    clEnqueueReadBuffer(queue, b, CL_TRUE, 0, bytes, out, 0, 0, 0);
    for (int x = 0; x < width; x++)
        for (int y = 0; y < height; y++)
            sum += out[x * height + y];
    return sum > argc;
}
"""
LAUNCH = """cl_kernel sums = clCreateKernel(program, "sums", 0);
    clSetKernelArg(sums, 0, sizeof b, &b);
    clSetKernelArg(sums, 1, sizeof s, &s);
    clSetKernelArg(sums, 2, sizeof width, &width);
    clSetKernelArg(sums, 3, sizeof height, &height);
    clEnqueueNDRangeKernel(queue, sums, 1, 0, global + 1, 0, 0, 0, 0);"""
KERNELS = """\
__kernel void turn(__global const float *in, __global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) {
        BODY
    }
}

__kernel void sums(__global const float *t, __global float *s, int width, int height)
{
    int y = get_global_id(0);
    if (y < height) {
        float sum = 0;
        for (int x = 0; x < width; x++)
            sum += t[x * height + y];
        s[y] = sum;
    }
}
"""
MOVES = "out[x * height + y] = in[y * width + x];"


@pytest.mark.parametrize(
    ("body", "launch", "code"),
    [
        (MOVES, "", "PPC224"),
        ("float v = in[y * width + x]; out[x * height + y] = v;", "", "PPC224"),
        (MOVES.replace("] =", "] = 2 *"), "", "PPC201"),
        ("out[x * height + y] = in[y * width + x] > in[0];", "", "PPC201"),
        ("if (in[y * width + x] > 0) " + MOVES, "", "PPC201"),
        ("out[x * height + y] = in[x * height + y];", "", "PPC201"),
        (MOVES, LAUNCH, "PPC201"),
    ],
)
def test_an_order_that_a_kernel_makes(tmp_path: Path, body: str, launch: str, code: str) -> None:
    (tmp_path / "host.c").write_text(HOST % launch)
    (tmp_path / "k.cl").write_text(KERNELS.replace("BODY", body))
    sources = [str(tmp_path / name) for name in ("host.c", "k.cl")]
    compiled = compile_program(open_project(sources, Choices(target="amd-cpu")), transforms())
    remarks = [remark for each in compiled.passes for remark in each.remarks]
    found = {remark.code for remark in remarks if remark.args.get("buffer") == "b"}
    assert found == {code}, remarks
