"""Hosts in C++ for tests: a kernel with a buffer and a number, and what its launches get."""

from pathlib import Path

from ppcl.analysis.facts import Facts
from tests.unit.analysis.sources import analysed
from tests.unit.analysis.standard import headers

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0)] = n; }\n"
HEAD = """\
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
cl_context context;
cl_command_queue queue;
cl_program program;
static cl_mem make(size_t bytes)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
}
static void launch(cl_mem mem, int n)
{
    cl_kernel kernel = clCreateKernel(program, "k", nullptr);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &mem);
    clSetKernelArg(kernel, 1, sizeof(int), &n);
    size_t global = 1024;
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}
"""


def read(root: Path, before: str, body: str) -> Facts:
    """The facts of a C++ host with these declarations and this body of main."""
    main = f"int main(int argc, char **argv)\n{{\n{body}\n}}\n"
    text = f"{headers(before + body)}{HEAD}{before}\n{main}"
    return analysed(root, {"host.cpp": text, "k.cl": KERNEL})


def launches(facts: Facts) -> list[tuple[list[str], str]]:
    """For each launch, the names of the buffers that argument 0 may be, and argument 1."""
    return [
        (sorted(b.name for b in one.arguments[0].buffers), str(one.arguments[1].value))
        for one in facts.host.launches
    ]


def followed(facts: Facts) -> list[tuple[list[str], str]]:
    """The launches of a host that is followed everywhere."""
    assert facts.host.complete, facts.host.remarks
    return launches(facts)
