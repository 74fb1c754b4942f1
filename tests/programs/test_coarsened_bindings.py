"""Hosts by OpenCL's C++ bindings whose kernels' work-items are merged."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import find_platforms

Ppcl = Callable[..., subprocess.CompletedProcess[str]]

KERNEL = """\
__kernel void multiply(__global float *c, __global const float *a, __global const float *b, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}
"""
HOST = """\
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

int main()
{
    const int n = 64;
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices);
    cl::Context context(devices[0]);
    cl::CommandQueue queue(context, devices[0]);
    std::ifstream file("kernels.cl");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    cl::Program program(context, text);
    program.build();
    cl::Kernel multiply(program, "multiply");
    std::vector<float> a(n * n), c(n * n);
    for (int i = 0; i < n * n; i++)
        a[i] = i % 7 - 3;
    const size_t bytes = n * n * sizeof(float);
    cl::Buffer d_a(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a.data());
    cl::Buffer d_c(context, CL_MEM_WRITE_ONLY, bytes);
    multiply.setArg(0, d_c);
    multiply.setArg(1, d_a);
    multiply.setArg(2, d_a);
    multiply.setArg(3, n);
    if (multiply.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(devices[0]) < 16)
        return 1;
    queue.enqueueNDRangeKernel(multiply, cl::NullRange, cl::NDRange(n, n), cl::NDRange(16, 4));
    queue.enqueueReadBuffer(d_c, CL_TRUE, 0, bytes, c.data());
    float sum = 0;
    for (float each : c)
        sum += each;
    std::cout << sum << std::endl;
}
"""
LAUNCH = (
    "queue.enqueueNDRangeKernel(multiply, cl::NullRange, cl::NDRange(n, n), cl::NDRange(16, 4));"
)
# Sizes in variables; the host prints them.
BY_VARIABLES = HOST.replace(
    LAUNCH,
    """cl::NDRange global(64, 64), local(16, 4);
    queue.enqueueNDRangeKernel(multiply, cl::NullRange, global, local);""",
)
PRINTED = BY_VARIABLES.replace(
    "    float sum = 0;", "    std::cout << global[0] << local.size();\n    float sum = 0;"
)
NUMBERED = PRINTED.replace("global(64, 64)", "global(n, n)")
# Two kernels of one name, which the walk does not tell apart in the loop.
LOOPED = HOST.replace(
    'cl::Kernel multiply(program, "multiply");',
    """std::vector<cl::Kernel> both = {
        cl::Kernel(program, "multiply"), cl::Kernel(program, "multiply")};""",
).replace("    multiply.setArg(0", "    for (auto &multiply : both) {\n    multiply.setArg(0")
LOOPED = LOOPED.replace(LAUNCH, f"{LAUNCH}\n    }}")
READ = HOST[HOST.index("    std::ifstream") : HOST.index("    cl::Program program")]
# The kernel is a string of the host's.
BY_STRING = HOST.replace(READ, f'    const std::string text = R"CL(\n{KERNEL})CL";\n')
BY_SOURCES = BY_STRING.replace(
    "cl::Program program(context, text);",
    "cl::Program::Sources sources;\n    sources.push_back(text);\n"
    "    cl::Program program(context, sources);",
)
COARSEN = ("--target", "pocl-cpu", "--passes", "coarsen")


def written(folder: Path, host: str) -> Path:
    (folder / "host.cpp").write_text(host)
    (folder / "kernels.cl").write_text(KERNEL)
    return folder / "host.cpp"


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        (HOST, "host.cpp, kernels.cl"),
        (BY_VARIABLES, "host.cpp, kernels.cl"),
        (PRINTED, "host.cpp, kernels.cl"),
        (NUMBERED, "host.cpp, kernels.cl"),
        (LOOPED, "host.cpp, kernels.cl"),
        (BY_STRING, "host.cpp"),
        (BY_SOURCES, "host.cpp"),
    ],
    ids=["file", "variables", "printed", "numbered", "looped", "string", "sources"],
)
def test_it_does_what_it_did(text: str, changed: str, ppcl: Ppcl, tmp_path: Path) -> None:
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: nothing was run")
    host = written(tmp_path, text)
    run = ("--build", "c++ -O1 host.cpp -lOpenCL -o host", "--run", "./host")
    done = ppcl("verify", host, *COARSEN, "--decide", "coarsen:multiply=x16", *run)
    assert done.returncode == 0, done.stderr
    for platform in platforms:
        assert f"{platform.name} (target pocl-cpu): equal; changed: {changed}\n" in done.stdout


def test_the_diff_tells_where_the_host_is_told_of_the_new_kernel(
    ppcl: Ppcl, tmp_path: Path
) -> None:
    done = ppcl("compile", written(tmp_path, HOST), *COARSEN, "--diff")
    assert '+    cl::Kernel multiply(program, "multiply__x16");' in done.stdout
    assert "host.cpp:33:9: note: the host is told here of the new kernel" in done.stderr


def test_what_the_text_says_is_not_asked_for(ppcl: Ppcl, tmp_path: Path) -> None:
    asked = HOST.replace(
        "multiply.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(devices[0]) < 16",
        "multiply.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(devices[0])[0] > 16",
    )
    done = ppcl("compile", written(tmp_path, asked), *COARSEN, "--diff")
    assert (done.returncode, done.stdout) == (0, "")
    assert "host.cpp:33:9: remark: work-items of 'multiply' not merged" in done.stderr
    assert "the host asks for what a kernel's text says [PPC246]" in done.stderr


def test_a_text_that_is_printed_stays(ppcl: Ppcl, tmp_path: Path) -> None:
    printed = BY_STRING.replace(
        "program.build();", "program.build();\n    std::cout << text.size();"
    )
    shown = BY_STRING.replace(
        "program.build();",
        "program.build();\n    std::cout << program.getInfo<CL_PROGRAM_SOURCE>();",
    )
    for host in (printed, shown):
        done = ppcl("compile", written(tmp_path, host), *COARSEN, "--diff")
        assert (done.returncode, done.stdout) == (0, "")
        assert "PPC010" in done.stderr
