"""Kernels in raw strings of the host, whose work-items are merged there, give the same answers."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import find_platforms

KERNEL = """
/* Rows of a filter bank; `item` is a name of the kernel's own. */
__kernel void bank(__global const float *signal, __global const float *filters,
                   __global float *result, int width, int taps)
{
    const int item = 3;
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;

    for (int t = 0; t < taps; ++t)
        sum += filters[row * taps + t] * signal[x + t];
    result[row * width + x] = sum + item;
}
"""
RAW = f'R"CL({KERNEL})CL"'
BY_LINES = "\n    ".join(f'"{line}\\n"' for line in KERNEL.splitlines())
WITHOUT_ENDS = "\n    ".join(f'"{line} "' for line in KERNEL.splitlines())
CONTINUED = '"' + KERNEL.replace("\n", "\\n\\\n") + '"'
IN_ONE_LINE = '"' + KERNEL.replace("\n", "\\n") + '"'
TEXTS = {
    "raw": RAW,
    "by lines": BY_LINES,
    "without ends": WITHOUT_ENDS,
    "continued": CONTINUED,
    "in one line": IN_ONE_LINE,
}
LOOP_BY_LINES = r"""
    "    for (int t = 0; t < taps; ++t)\n"
    "        for (int item2 = 0; item2 < 16; ++item2) {\n"
    "            const int x = get_global_id(0) * 16 + item2;\n"
    "            sum[item2] += filters[row * taps + t] * signal[x + t];\n"
    "        }\n"
"""
REFUSED = [
    ("const int item = 3;", "const int item =\\t3;", "'\\t' is not plain text in lines"),
    ("float sum = 0.0f;", 'float sum = 0"\n    ".0f;', "a word may go on in the next line"),
    ('sum = 0.0f;\\n"\n', 'sum = 0.0f;\\n" /* all */\n', "is not plain text in lines"),
]
HOST = """\
#include <CL/cl.h>
#include <cstdio>
#include <vector>

static const char *source = TEXT;

int main()
{
    const int width = 256, rows = 16, taps = 7;
    std::vector<float> in(width + taps), filters(rows * taps), out(width * rows);
    for (int i = 0; i < width + taps; ++i)
        in[i] = i % 13;
    for (int i = 0; i < rows * taps; ++i)
        filters[i] = i % 5;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "bank", NULL);
    const cl_mem_flags copied = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_in = clCreateBuffer(context, copied, in.size() * 4, in.data(), NULL);
    cl_mem d_filters = clCreateBuffer(context, copied, filters.size() * 4, filters.data(), NULL);
    cl_mem d_out = clCreateBuffer(context, CL_MEM_READ_WRITE, out.size() * 4, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof d_in, &d_in);
    clSetKernelArg(kernel, 1, sizeof d_filters, &d_filters);
    clSetKernelArg(kernel, 2, sizeof d_out, &d_out);
    clSetKernelArg(kernel, 3, sizeof width, &width);
    clSetKernelArg(kernel, 4, sizeof taps, &taps);
    size_t global[2] = {width, rows}, local[2] = {64, 4};
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, out.size() * 4, out.data(), 0, NULL, NULL);
    double sum = 0.0;
    for (size_t i = 0; i < out.size(); ++i)
        sum += out[i] * (i % 11);
    printf("%.1f\\n", sum);
}
"""
COARSEN = ("--target", "pocl-cpu", "--passes", "coarsen")
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def written(folder: Path, text: str) -> Path:
    (folder / "host.cpp").write_text(HOST.replace("TEXT", text))
    return folder / "host.cpp"


@pytest.mark.parametrize("choice", ["x16", "y4"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_string_is_rewritten(text: str, choice: str, ppcl: Ppcl, tmp_path: Path) -> None:
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: nothing was run")
    run = ("--build", "c++ -O1 host.cpp -lOpenCL -o host", "--run", "./host")
    given = (*COARSEN, "--decide", f"coarsen:bank={choice}")
    done = ppcl("verify", written(tmp_path, text), *given, *run)
    assert done.returncode == 0, done.stderr
    for platform in platforms:
        assert f"{platform.name} (target pocl-cpu): equal; changed: host.cpp" in done.stdout


def test_nothing_changes_in_the_output(ppcl: Ppcl, tmp_path: Path) -> None:
    done = ppcl("compile", written(tmp_path, RAW), *COARSEN, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "host.cpp").read_text()
    assert "float sum[16];" in text
    assert "size_t global[2] = {width / 16, rows}, local[2] = {64 / 16, 4};" in text
    again = ppcl("compile", tmp_path / "out" / "host.cpp", *COARSEN, "--diff")
    assert (again.returncode, again.stdout) == (0, "")


def test_lines_in_quotes_read_as_before(ppcl: Ppcl, tmp_path: Path) -> None:
    done = ppcl("compile", written(tmp_path, BY_LINES), *COARSEN, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "host.cpp").read_text()
    assert LOOP_BY_LINES in text
    again = ppcl("compile", tmp_path / "out" / "host.cpp", *COARSEN, "--diff")
    assert (again.returncode, again.stdout) == (0, "")


def test_a_pragma_needs_lines_that_end(ppcl: Ppcl, tmp_path: Path) -> None:
    given = (*COARSEN, "--decide", "coarsen:bank=y4u", "--diff")
    done = ppcl("compile", written(tmp_path, BY_LINES), *given)
    assert '+    "        #pragma unroll\\n"\n' in done.stdout
    done = ppcl("compile", written(tmp_path, WITHOUT_ENDS), *given)
    assert done.stdout == ""
    assert "a pragma needs a line of its own" in done.stderr


@pytest.mark.parametrize(("old", "new", "said"), REFUSED)
def test_what_is_no_plain_text_stays(
    old: str, new: str, said: str, ppcl: Ppcl, tmp_path: Path
) -> None:
    text = BY_LINES.replace(old, new, 1)
    assert text != BY_LINES
    done = ppcl("compile", written(tmp_path, text), *COARSEN, "--diff")
    assert (done.returncode, done.stdout) == (0, "")
    assert said in done.stderr
    assert "PPC246" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    cl_kernel kernel =",
            "    cl_program again = clCreateProgramWithSource(context, 1, &source, NULL, NULL);\n"
            '    clBuildProgram(again, 1, &device, "-DMORE", NULL, NULL);\n'
            '    clCreateKernel(again, "bank", NULL);\n'
            "    cl_kernel kernel =",
            "the text of kernel 'bank' is built more than once",
        ),
        (
            "+ item;\n}\n",
            "+ item;\n}\n"
            "__kernel void other(__global const float *signal, __global float *result)\n"
            "{\n    bank(signal, signal, result, 1, 1);\n}\n",
            "kernel 'bank' is called by another function",
        ),
    ],
)
def test_a_text_that_is_used_again_stays(
    old: str, new: str, said: str, ppcl: Ppcl, tmp_path: Path
) -> None:
    host = written(tmp_path, RAW)
    text = host.read_text()
    assert old in text
    host.write_text(text.replace(old, new, 1))
    done = ppcl("compile", host, *COARSEN, "--diff")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert said in done.stderr
