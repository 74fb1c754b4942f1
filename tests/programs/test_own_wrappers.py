"""Kernels that are asked for by the constructors of a program's own classes."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Ppcl = Callable[..., subprocess.CompletedProcess[str]]

KERNEL = """\
__kernel void scale(__global float *a, __global const float *b, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += b[k] * a[y * n + k];
    a[y * n + x] = sum;
}
"""
HOST = """\
#include <CL/cl.h>
#include <cstdio>
#include <stdexcept>
#include <string>

CLASS

int main()
{
    static float h[64 * 64], b[64];
    static char text[10000];
    FILE *file = fopen("kernels.cl", "r");
    size_t length = fread(text, 1, sizeof text - 1, file);
    const char *source = text;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, &length, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_mem d_a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof h, h, NULL);
    cl_mem d_b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof b, b, NULL);
    MADE
    int n = 64;
    clSetKernelArg(kernel(), 0, sizeof d_a, &d_a);
    clSetKernelArg(kernel(), 1, sizeof d_b, &d_b);
    clSetKernelArg(kernel(), 2, sizeof n, &n);
    const size_t global[2] = {64, 64}, local[2] = {16, 4};
    clEnqueueNDRangeKernel(queue, kernel(), 2, NULL, global, local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, sizeof h, h, 0, NULL, NULL);
    printf("%g\\n", h[5]);
}
"""
BY_POINTER = """\
class Kernel {
    cl_kernel kernel;

public:
    Kernel(cl_program program, const char *name)
    {
        cl_int error;
        kernel = clCreateKernel(program, name, &error);
        if (error != CL_SUCCESS)
            throw std::runtime_error("no kernel");
    }
    cl_kernel operator()() const { return kernel; }
};
"""
BY_STRING = """\
class Kernel {
    cl_kernel kernel;

public:
    Kernel(cl_program program, const std::string &name)
        : kernel(clCreateKernel(program, name.c_str(), NULL))
    {
    }
    cl_kernel operator()() const { return kernel; }
};
"""
KEPT = BY_STRING.replace(
    "cl_kernel kernel;\n", "cl_kernel kernel;\n    std::string kept;\n"
).replace("NULL))", "NULL)), kept(name)")
PRINTED = BY_POINTER.replace("cl_int error;", "cl_int error = 0;\n        puts(name);")
PLAIN = 'Kernel kernel(program, "scale");'
NEW = 'Kernel &kernel = *new Kernel(program, "scale");'
COARSEN = ("--target", "pocl-cpu", "--passes", "coarsen", "--diff")


def compiled(ppcl: Ppcl, folder: Path, of: str, made: str) -> subprocess.CompletedProcess[str]:
    (folder / "host.cpp").write_text(HOST.replace("CLASS", of).replace("MADE", made))
    (folder / "kernels.cl").write_text(KERNEL)
    return ppcl("compile", folder / "host.cpp", *COARSEN)


@pytest.mark.parametrize(
    ("of", "made"), [(BY_POINTER, PLAIN), (BY_STRING, PLAIN), (BY_STRING, NEW)]
)
def test_the_name_is_changed_where_it_is_said(
    of: str, made: str, ppcl: Ppcl, tmp_path: Path
) -> None:
    done = compiled(ppcl, tmp_path, of, made)
    assert done.returncode == 0, done.stderr
    assert "-    " + made in done.stdout
    assert "+    " + made.replace('"scale"', '"scale__x16"') in done.stdout


@pytest.mark.parametrize("of", [KEPT, PRINTED], ids=["kept", "printed"])
def test_a_name_that_is_used_for_more_stays(of: str, ppcl: Ppcl, tmp_path: Path) -> None:
    done = compiled(ppcl, tmp_path, of, PLAIN)
    assert (done.returncode, done.stdout) == (0, "")
    assert "the name of kernel 'scale' is not a plain string" in done.stderr
