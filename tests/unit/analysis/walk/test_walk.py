"""The symbolic walk of hosts: what is bound to each argument, and what is not followed."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import EscapeEvent, LaunchEvent, events_of
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.diag import PpclError
from ppcl.frontend import ParseOptions
from ppcl.targets import load

HEAD = """#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>
"""
KERNEL = """__kernel void k(__global float *a, __global float *b, int n, __local float *t)
{
    int i = get_global_id(0);
    if (i < n)
        a[i] = b[i];
}
"""
SETUP = """
    cl_int err;
    cl_context c = clCreateContext(NULL, 1, NULL, NULL, NULL, &err);
    cl_command_queue q = clCreateCommandQueue(c, NULL, 0, &err);
    cl_program p = clCreateProgramWithSource(c, 1, NULL, NULL, &err);
    cl_kernel k = clCreateKernel(p, "k", &err);
    float *h = malloc(4 * n);
    cl_mem x = clCreateBuffer(c, CL_MEM_READ_WRITE, 4 * n, NULL, &err);
    cl_mem y = clCreateBuffer(c, CL_MEM_READ_WRITE, 4 * n, NULL, &err);
"""
ARGUMENTS = """
    clSetKernelArg(k, 0, sizeof(cl_mem), &x);
    clSetKernelArg(k, 1, sizeof(cl_mem), &y);
    clSetKernelArg(k, 2, sizeof(int), &n);
    clSetKernelArg(k, 3, 256, NULL);
"""
LAUNCH = "    clEnqueueNDRangeKernel(q, k, 1, NULL, &global, &local, 0, NULL, NULL);\n"


def walked(tmp_path: Path, host: str, kernel: str = KERNEL, name: str = "host.c") -> Facts:
    """The facts of a host text and a kernel."""
    (tmp_path / name).write_text(host)
    (tmp_path / "k.cl").write_text(kernel)
    reading = Reading({}, ParseOptions())
    return analyse(tmp_path, [name, "k.cl"], {}, reading, load("amd-cpu"))


def main_with(body: str, before: str = "") -> str:
    """A host program with this body of main; `n` is an input."""
    start = "int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]);\n"
    return f"{HEAD}{before}\n{start}{body}}}\n"


def bindings(launch: LaunchEvent) -> list[object]:
    """Each argument in short: buffer names, the text of a number, or why it is not known."""
    return [
        sorted(b.name for b in argument.buffers)
        if argument.kind == "buffer"
        else str(argument.value)
        if argument.kind in ("scalar", "local")
        else argument.kind
        for argument in launch.arguments
    ]


def test_arguments_sizes_and_transfers(tmp_path: Path) -> None:
    body = SETUP + ARGUMENTS + "    size_t global = (n + 63) / 64 * 64, local = 64;\n" + LAUNCH
    body += "    clEnqueueReadBuffer(q, x, CL_TRUE, 0, 4 * n, h, 0, NULL, NULL);\n"
    facts = walked(tmp_path, main_with(body))
    (launch,) = facts.host.launches
    assert bindings(launch) == [["x"], ["y"], str(launch.arguments[2].value), "256"]
    assert launch.arguments[2].written == "n"
    assert launch.local_size is not None
    assert launch.local_size[0].as_int == 64
    (read,) = facts.host.transfers
    assert (read.kind, read.buffers[0].name, read.host and read.host.name) == ("read", "x", "h")


def test_arguments_stay_set_and_single_ones_change_in_a_loop(tmp_path: Path) -> None:
    body = SETUP + ARGUMENTS + "    size_t global = n, local = 1;\n"
    body += "    for (int s = 0; s < 3; s++) {\n"
    body += "        clSetKernelArg(k, 2, sizeof(int), &s);\n" + LAUNCH + "    }\n"
    facts = walked(tmp_path, main_with(body))
    (launch,) = facts.host.launches
    assert bindings(launch) == [["x"], ["y"], "s", "256"]
    assert [loop.symbol.name for loop in launch.loops] == ["s"]


@pytest.mark.parametrize(
    "swap",
    [
        "        cl_mem t = x; x = y; y = t;\n",
        "        if (s % 2) { cl_mem t = x; x = y; y = t; }\n",
    ],
)
def test_swapped_buffers_are_either(tmp_path: Path, swap: str) -> None:
    body = SETUP + ARGUMENTS + "    size_t global = n, local = 1;\n"
    body += "    for (int s = 0; s < n; s++) {\n"
    body += "        clSetKernelArg(k, 0, sizeof(cl_mem), &x);\n"
    body += "        clSetKernelArg(k, 1, sizeof(cl_mem), &y);\n" + LAUNCH + swap + "    }\n"
    facts = walked(tmp_path, main_with(body))
    (launch,) = facts.host.launches
    assert bindings(launch)[:2] == [["x", "y"], ["x", "y"]]


def test_wrappers_macros_globals_and_structs(tmp_path: Path) -> None:
    before = """
#define CHECK(e) do { cl_int code_ = (e); if (code_ != CL_SUCCESS) exit(1); } while (0)
struct bag { int count; cl_mem in, out; };
static cl_kernel kernel;
static cl_mem make(cl_context c, size_t size)
{
    cl_int err;
    cl_mem made = clCreateBuffer(c, CL_MEM_READ_WRITE, size, NULL, &err);
    CHECK(err);
    return made;
}
static void fill(cl_context c, struct bag *bag, int n)
{
    bag->count = n;
    bag->in = make(c, 4 * n);
    bag->out = make(c, 4 * n);
}
static void arguments(struct bag *bag)
{
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &bag->out);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &bag->in);
    err |= clSetKernelArg(kernel, 2, sizeof(bag->count), &bag->count);
    CHECK(err);
}
"""
    body = """
    struct bag bag;
    cl_context c = clCreateContext(NULL, 1, NULL, NULL, NULL, NULL);
    cl_command_queue q = clCreateCommandQueue(c, NULL, 0, NULL);
    kernel = clCreateKernel(clCreateProgramWithSource(c, 1, NULL, NULL, NULL), "k", NULL);
    fill(c, &bag, n);
    arguments(&bag);
    size_t sizes[2] = {256, 64};
    CHECK(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &sizes[0], &sizes[1], 0, NULL, NULL));
"""
    facts = walked(tmp_path, main_with(body, before))
    (launch,) = facts.host.launches
    assert bindings(launch)[:2] == [["out"], ["in"]]
    assert [str(size) for size in (*(launch.global_size or ()), *(launch.local_size or ()))] == [
        "256",
        "64",
    ]


def test_an_argument_that_is_not_followed_is_unknown_and_blocks_only_itself(tmp_path: Path) -> None:
    before = "cl_mem mystery(void);\n"
    body = (
        SETUP + "    x = mystery();\n" + ARGUMENTS + "    size_t global = n, local = 1;\n" + LAUNCH
    )
    facts = walked(tmp_path, main_with(body, before))
    (launch,) = facts.host.launches
    assert bindings(launch)[:3] == ["unknown", ["y"], str(launch.arguments[2].value)]


def test_the_pitch_after_a_loop_is_not_the_pitch_inside(tmp_path: Path) -> None:
    body = SETUP + ARGUMENTS + "    size_t global = n, local = 1;\n    int w = 1;\n"
    body += "    for (int s = 0; s < 3; s++) { h[s * w] = 0; w = w * 2; }\n    h[w] = 1;\n" + LAUNCH
    facts = walked(tmp_path, main_with(body))
    inside, after = [a for a in facts.host.accesses if a.object.name == "h"]
    assert not inside.offset.symbols & after.offset.symbols


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("memset(h, 0, 4 * n);", "memset"),
        ("mystery(h);", "mystery"),
        ("float *keep[2]; keep[0] = h; mystery2(keep);", "mystery2"),
    ],
)
def test_escapes_are_recorded(tmp_path: Path, use: str, reason: str) -> None:
    before = "void mystery(float *);\nvoid mystery2(float **);\n"
    body = SETUP + ARGUMENTS + f"    {use}\n    size_t global = n, local = 1;\n" + LAUNCH
    facts = walked(tmp_path, main_with(body, before))
    escapes = [e for e in events_of(facts.host.tree) if isinstance(e, EscapeEvent)]
    assert [e for e in escapes if e.object.name == "h" and reason in e.reason]


@pytest.mark.parametrize(
    "flow",
    [
        "void *where = &&end; if (n) goto *where;\nend: ;",
        "if (n) goto inner; if (argc) { inner: n++; }",
        "void (*call)(cl_kernel) = (void (*)(cl_kernel))mystery(); call(k);",
        "again(q, k, n);",
        "start_thread(change);",
    ],
)
def test_control_flow_that_is_not_followed_is_said(tmp_path: Path, flow: str) -> None:
    before = (
        "void *mystery(void);\nvoid start_thread(void (*run)(void));\nint counter;\n"
        "static void again(cl_command_queue q, cl_kernel k, int n)\n"
        "{ if (n) { again(q, k, n - 1); clEnqueueTask(q, k, 0, NULL, NULL); } }\n"
        "static void change(void) { counter++; }\n"
    )
    body = SETUP + ARGUMENTS + f"    {flow}\n    size_t global = n, local = 1;\n" + LAUNCH
    facts = walked(tmp_path, main_with(body, before))
    assert not facts.host.complete
    assert facts.host.remarks


def test_no_launch_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="no kernel launch"):
        walked(tmp_path, main_with("    (void)n;\n"))


def test_a_vector_is_followed(tmp_path: Path) -> None:
    host = """#include <CL/cl.h>
#include <vector>
#include <cstdlib>
static void fill(std::vector<float> &values, int rows, int columns)
{
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            values[i + j * rows] = i;
}
int main(int argc, char **argv)
{
    const int rows = std::atoi(argv[1]), columns = std::atoi(argv[2]);
    std::vector<float> table(rows * columns);
    fill(table, rows, columns);
    cl_int err;
    cl_context c = clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, &err);
    cl_command_queue q = clCreateCommandQueue(c, nullptr, 0, &err);
    cl_program p = clCreateProgramWithSource(c, 1, nullptr, nullptr, &err);
    cl_kernel k = clCreateKernel(p, "k", &err);
    cl_mem x = clCreateBuffer(c, 0, sizeof(float) * table.size(), nullptr, &err);
    clEnqueueWriteBuffer(q, x, CL_TRUE, 0, sizeof(float) * table.size(), table.data(), 0, 0, 0);
    clSetKernelArg(k, 0, sizeof(cl_mem), &x);
    const size_t global = rows;
    clEnqueueNDRangeKernel(q, k, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}
"""
    facts = walked(tmp_path, host, name="host.cpp")
    (write,) = facts.host.transfers
    assert write.host is not None
    assert write.host.name == "table"
    assert write.size == write.host.size
    stores = [a for a in facts.host.accesses if a.object == write.host]
    assert [a.kind for a in stores] == ["store"]
    assert stores[0].subscript is not None


def test_a_return_in_a_handler_does_not_end_the_program(tmp_path: Path) -> None:
    body = SETUP + ARGUMENTS + "    size_t global = n, local = 1;\n"
    body += "    try { h[0] = 1; } catch (...) { return 1; }\n" + LAUNCH
    host = main_with(body).replace("float *h = malloc", "float *h = (float *)malloc")
    facts = walked(tmp_path, host, name="host.cpp")
    assert len(facts.host.launches) == 1


@pytest.mark.parametrize(
    ("declared", "size", "store"),
    [
        ("float v[n];", "4 * atoi", "4 * i"),
        ("float v[n + 1][3];", "12 * atoi + 12", "12 * i + 4"),
        ("float v[n][m];", "4 * atoi * atoi", "4 * atoi * i + 4"),
        ("float v[2][n][m];", "8 * atoi * atoi", "4 * atoi * atoi * i + 4"),
        ("float (*v)[m] = malloc(n);", "atoi", "4 * atoi * i + 4"),
        ("typedef float row[m]; row v[n];", "None", None),
    ],
)
def test_variable_length_arrays_have_sizes_and_rows(
    tmp_path: Path, declared: str, size: str, store: str | None
) -> None:
    index = {"float v[n];": "v[i]", "float v[2][n][m];": "v[i][0][1]"}.get(declared, "v[i][1]")
    body = f"    int m = atoi(argv[2]);\n    {declared}\n    for (int i = 0; i < n; i++)\n"
    body += f"        {index} = i;\n{SETUP}    clEnqueueWriteBuffer(q, x, 1, 0, 4, v, 0, 0, 0);\n"
    facts = walked(tmp_path, main_with(body + "    size_t global = 1, local = 1;\n" + LAUNCH))
    (access,) = facts.host.accesses
    (write,) = facts.host.transfers
    assert (access.object, str(access.object.size)) == (write.host, size)
    assert access.precision == ("exact" if store else "unknown")
    assert store is None or str(access.offset) == store


def test_a_row_of_unknown_length_is_no_byte(tmp_path: Path) -> None:
    before = "static void f(cl_command_queue q, cl_mem x, int m, float (*v)[m])\n{\n"
    before += "    clEnqueueWriteBuffer(q, x, 1, 0, 4, v + 1, 0, 0, 0);\n}\n"
    body = f"{SETUP}    f(q, x, n, (void *)h);\n    size_t global = 1, local = 1;\n{LAUNCH}"
    (write,) = walked(tmp_path, main_with(body, before)).host.transfers
    assert write.host_offset is None
