"""A host whose build options come at run time: kernels as C are found by those that matter."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.driver.flags import build_flags
from ppcl.verify.execute import Completed, execute

HOST = r"""
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char text[4096], options[256] = "", log[4096];
    const char *source = text;
    int i, found = 0;
    size_t one = 1;
    cl_platform_id platform;
    cl_device_id device;
    FILE *file = fopen("kernel.cl", "rb");

    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (i = 1; i < argc; i++) {
        strcat(options, " -D ");
        strcat(options, argv[i]);
    }
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
        return 1;
    }
    cl_kernel kernel = clCreateKernel(program, "fill", NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof found, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL);
    printf("%d\n", found);
    return 0;
}
"""
KERNEL = "kernel void fill(global int *out) { out[0] = SIZE * 3; }\n"
PASTED = "#define V(x) x##E\nkernel void fill(global int *out) { out[0] = V(SIZ) * 3; }\n"
INCLUDED = '#include "more.h"\n' + KERNEL
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def ran(installed_ppcl: Ppcl, folder: Path, kernel: str, given: str, wanted: str) -> Completed:
    """The program as C, compiled with some macros, and run with some."""
    program = folder / "program"
    program.mkdir()
    (program / "host.c").write_text(HOST)
    (program / "kernel.cl").write_text(kernel)
    (program / "more.h").write_text("#define OTHER 1\n")
    options = [word for name in given.split() for word in ("-D", name)]
    made = installed_ppcl("compile", "program", *options, "--emit", "c", "-o", "out", cwd=folder)
    assert made.returncode == 0, made.stderr
    out = folder / "out"
    flags = {kind: build_flags(out, kind) for kind in ("cflags", "sources", "libs")}
    line = f"cc {flags['cflags']} -O0 host.c {flags['sources']} {flags['libs']} -o run"
    built = execute(line, out, {}, timeout=120)
    assert built.status == 0, built.stderr
    return execute(f"./run {wanted}", out, {}, timeout=60)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("SIZE=5", "SIZE=5"),
        ("SIZE=5 IDLE=1", "SIZE=5 IDLE=1"),
        ("SIZE=5", "IDLE=2 SIZE=5 VERBOSE"),
        ("SIZE=N N=5", "N=5 SIZE=N SIZES=7"),
    ],
)
def test_macros_that_a_text_does_not_use_do_not_matter(
    installed_ppcl: Ppcl, tmp_path: Path, given: str, wanted: str
) -> None:
    done = ran(installed_ppcl, tmp_path, KERNEL, given, wanted)
    assert (done.status, done.stdout) == (0, "15\n"), done.stderr


@pytest.mark.parametrize(
    ("kernel", "given", "wanted"),
    [
        (KERNEL, "SIZE=5", "SIZE=6 IDLE=1"),
        (KERNEL, "SIZE=N N=5", "SIZE=N N=6"),
        (PASTED, "SIZE=5", "SIZE=5 IDLE=1"),
        (INCLUDED, "SIZE=5", "SIZE=5 IDLE=1"),
    ],
    ids=["another", "by way of another", "names that are made", "what is included"],
)
def test_others_do(
    installed_ppcl: Ppcl, tmp_path: Path, kernel: str, given: str, wanted: str
) -> None:
    done = ran(installed_ppcl, tmp_path, kernel, given, wanted)
    assert done.status == 1
    assert "is not compiled in for these options" in done.stderr
