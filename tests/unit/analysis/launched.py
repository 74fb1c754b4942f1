"""A program that launches a kernel with one number, `n`: 5, until something changes it."""

from pathlib import Path

from ppcl.analysis.facts import Facts
from tests.unit.analysis.sources import analysed
from tests.unit.analysis.standard import headers

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0)] = n; }\n"
HEAD = """\
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
cl_context context;
cl_command_queue queue;
static int n = 5;
"""
LAUNCH = """
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    size_t global = 1024;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &x);
    clSetKernelArg(kernel, 1, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
"""


def read(root: Path, before: str, body: str, name: str = "host.c", **others: str) -> Facts:
    """The facts of a program that launches with `n` after `body`."""
    main = f"int main(int argc, char **argv)\n{{\n{body}\n{LAUNCH}}}\n"
    library = headers(before + body) if name.endswith(".cpp") else ""
    more = {f"{other}.c": text for other, text in others.items()}
    return analysed(root, {name: f"{library}{HEAD}{before}\n{main}", **more, "k.cl": KERNEL})


def bound(facts: Facts) -> str:
    """What the kernel gets for `n`."""
    return str(facts.host.launches[0].arguments[1].value)


def codes(facts: Facts) -> set[str]:
    """The codes of what is told with a place."""
    return {remark.code for remark in facts.host.remarks if remark.location is not None}
