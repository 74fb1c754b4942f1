"""Hosts whose kernels' work-items are merged: what they do before and after, on all platforms."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import find_platforms

Ppcl = Callable[..., subprocess.CompletedProcess[str]]

HEAD = """\
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char text[10000];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 256;
    cl_platform_id platform;
    cl_device_id device;
    FILE *file = fopen("kernels.cl", "r");
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    const char *source = text;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
"""

TWICE = """
__kernel void first(__global float *a, __global const float *b, int n)
{
    const int x = get_global_id(0);
    if (x >= n)
        return;
    float sum = 0.0f;
    for (int t = 0; t < 8; ++t)
        sum += b[t] * a[x];
    a[x] = sum;
}

__kernel void second(__global float *a, __global const float *b, int n)
{
    const int x = get_global_id(0);
    if (x >= n)
        return;
    float sum = 1.0f;
    for (int t = 0; t < 8; ++t)
        sum += b[t] * a[x];
    a[x] = sum;
}
"""
# A launch behind a label gets its sizes in lists without a name.
BEHIND_LABELS = (
    HEAD
    + """
    float *a = malloc(4 * n), b[8] = {0, 1, 0, -1, 0, 1, 0, -1};
    for (int i = 0; i < n; ++i)
        a[i] = i;
    cl_mem d_a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4 * n, a, NULL);
    cl_mem d_b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof b, b, NULL);
    cl_kernel first = clCreateKernel(program, "first", NULL);
    cl_kernel second = clCreateKernel(program, "second", NULL);
    clSetKernelArg(first, 0, sizeof d_a, &d_a);
    clSetKernelArg(first, 1, sizeof d_b, &d_b);
    clSetKernelArg(first, 2, sizeof n, &n);
    clSetKernelArg(second, 0, sizeof d_a, &d_a);
    clSetKernelArg(second, 1, sizeof d_b, &d_b);
    clSetKernelArg(second, 2, sizeof n, &n);
    size_t global = (n + 15) / 16 * 16, local = 16;
    int turn = 0;
again:
    clEnqueueNDRangeKernel(queue, first, 1, NULL, &global, &local, 0, NULL, NULL);
    if (++turn < 3)
        goto again;
more:
    clEnqueueNDRangeKernel(queue, second, 1, NULL, &global, &local, 0, NULL, NULL);
    if (++turn < 6)
        goto more;
    clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, 4 * n, a, 0, NULL, NULL);
    printf("%g %g %zu %zu\\n", a[1], a[n - 1], global, local);
}
"""
)

BLUR = """
__kernel void blur(read_only image2d_t from, write_only image2d_t to, __constant float *mask, int n)
{
    const sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const int2 at = {get_global_id(0), get_global_id(1)};
    const int width = get_image_width(from);
    float4 sum = 0.0f;
    for (int t = -n; t <= n; ++t)
        sum += mask[t + n] * read_imagef(from, edge, at + (int2)(t, 0));
    if (at.x < width)
        write_imagef(to, at, sum);
}
"""
OF_IMAGES = (
    HEAD
    + """
    int reach = 2;
    float mask[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
    const size_t width = 64, height = 16;
    unsigned char *pixels = malloc(4 * width * height);
    for (size_t i = 0; i < 4 * width * height; ++i)
        pixels[i] = i % 251;
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_mem from = clCreateImage2D(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, width,
                                  height, 0, pixels, NULL);
    cl_mem to = clCreateImage2D(context, CL_MEM_WRITE_ONLY, &format, width, height, 0, NULL, NULL);
    cl_mem d_mask = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof mask, mask, NULL);
    cl_kernel kernel = clCreateKernel(program, "blur", NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    clSetKernelArg(kernel, 2, sizeof d_mask, &d_mask);
    clSetKernelArg(kernel, 3, sizeof reach, &reach);
    const size_t global[2] = {width, height}, local[2] = {16, 4};
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
    size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
    clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL);
    printf("%d %d\\n", pixels[5], pixels[4 * width * height - 1]);
}
"""
)
COARSEN = ("--target", "pocl-cpu", "--passes", "coarsen")


def written(folder: Path, host: str, kernels: str) -> Path:
    (folder / "host.c").write_text(host)
    (folder / "kernels.cl").write_text(kernels)
    return folder / "host.c"


@pytest.mark.parametrize(
    ("host", "kernels", "choices"),
    [
        (BEHIND_LABELS, TWICE, ("coarsen:first=x4", "coarsen:second=x8")),
        (OF_IMAGES, BLUR, ("coarsen:blur=x4",)),
        (OF_IMAGES, BLUR, ("coarsen:blur=y4u",)),
    ],
)
def test_it_does_what_it_did(
    host: str, kernels: str, choices: tuple[str, ...], ppcl: Ppcl, tmp_path: Path
) -> None:
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: nothing was run")
    given = [word for choice in choices for word in ("--decide", choice)]
    run = ("--build", "cc -O1 host.c -lOpenCL -o host", "--run", "./host")
    done = ppcl("verify", written(tmp_path, host, kernels), *COARSEN, *given, *run)
    assert done.returncode == 0, done.stderr
    for platform in platforms:
        said = f"{platform.name} (target pocl-cpu): equal; changed: host.c, kernels.cl"
        assert said in done.stdout


def test_an_image_that_is_read_and_written_stays(ppcl: Ppcl, tmp_path: Path) -> None:
    kernels = BLUR.replace("write_only", "read_write")
    options = OF_IMAGES.replace('&device, ""', '&device, "-cl-std=CL2.0"')
    done = ppcl("compile", written(tmp_path, options, kernels), *COARSEN, "--diff")
    assert (done.returncode, done.stdout) == (0, "")
    assert "'write_imagef' may see the order of work-items" in done.stderr
