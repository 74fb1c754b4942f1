"""Where hosts begin: libraries without main, functions before and after it."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import LoopNode
from ppcl.diag import PpclError
from tests.unit.analysis.sources import analysed

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0)] = n; }\n"
HEAD = """\
#include <CL/cl.h>
#include <stdlib.h>
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
"""
START = 'void start(void) { kernel = clCreateKernel(program, "k", NULL); }\n'
RUN = """
void run(cl_mem data, int n)
{
    size_t global = 1024;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &data);
    clSetKernelArg(kernel, 1, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}
"""


def read(root: Path, text: str, name: str = "host.c") -> Facts:
    """The facts of a host."""
    return analysed(root, {name: f"{HEAD}{text}", "k.cl": KERNEL})


def test_a_library_is_walked_from_what_launches(tmp_path: Path) -> None:
    facts = read(tmp_path, f"{START}{RUN}void both(cl_mem m) {{ start(); run(m, 3); }}\n")
    (launch,) = facts.host.launches
    assert [b.name for b in launch.arguments[0].buffers] == ["m"]
    assert str(launch.arguments[1].value) == "3"
    assert not facts.host.complete
    assert [remark.code for remark in facts.host.remarks] == ["PPC111"]


def test_what_another_entry_left_may_be_there(tmp_path: Path) -> None:
    before = "static int pitch = 1;\nvoid set(int n) { pitch = n; go(); }\n"
    go = 'static void go(void) { kernel = clCreateKernel(program, "k", NULL); run(NULL, pitch); }\n'
    entry = "void again(void) { go(); }\n"
    run = f"static {RUN.strip()}\n"
    text = f"{run}static void go(void);\n{before}{go}{entry}"
    facts = read(tmp_path, text)
    assert [remark.code for remark in facts.host.remarks] == ["PPC111", "PPC111"]
    (tree,) = facts.host.tree
    assert isinstance(tree, LoopNode)
    values = {str(launch.arguments[1].value) for launch in facts.host.launches}
    assert len(values) == 2
    assert "1" not in values


def test_a_method_of_a_library_has_an_object_of_its_caller(tmp_path: Path) -> None:
    text = """
struct Runner {
    cl_mem data;
    void make() { data = clCreateBuffer(context, 0, 64, nullptr, nullptr); go(); }
    void go();
};
void Runner::go()
{
    size_t global = 64;
    cl_kernel own = clCreateKernel(program, "k", nullptr);
    clSetKernelArg(own, 0, sizeof(cl_mem), &data);
    clEnqueueNDRangeKernel(queue, own, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
}
"""
    facts = read(tmp_path, text, "host.cpp")
    assert [b.name for b in facts.host.launches[0].arguments[0].buffers] == ["data"]


def test_sources_without_main_and_launch_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="no function 'main'"):
        read(tmp_path, START)


def test_a_constructor_function_runs_before_main(tmp_path: Path) -> None:
    early = f"static int n = 1;\n__attribute__((constructor)) {START[:-2]} n = 5; }}\n"
    main = "int main(void) { cl_mem m = NULL; run(m, n); return 0; }\n"
    facts = read(tmp_path, f"{early}{RUN}{main}")
    assert facts.host.complete
    assert [str(one.arguments[1].value) for one in facts.host.launches] == ["5"]


def test_constructor_functions_run_by_priority(tmp_path: Path) -> None:
    text = """
static int n = 1;
__attribute__((constructor)) static void last(void) { n = 10 * n; }
__attribute__((constructor(101))) static void first(void) { n = n + 1; }
__attribute__((destructor)) static void after(void) { run(NULL, 7); }
int main(void) { start(); run(NULL, n); if (n > 3) return 1; return 0; }
"""
    facts = read(tmp_path, f"{START}{RUN}{text}")
    assert facts.host.complete
    assert [str(one.arguments[1].value) for one in facts.host.launches] == ["20", "7"]


def test_an_exit_runs_what_comes_after_main_too(tmp_path: Path) -> None:
    text = """
static int n;
__attribute__((destructor)) static void after(void) { run(NULL, n); }
int main(int argc, char **argv) { start(); n = 1; if (argc > 3) exit(1); n = 2; return 0; }
"""
    facts = read(tmp_path, f"{START}{RUN}{text}")
    assert not facts.host.complete
