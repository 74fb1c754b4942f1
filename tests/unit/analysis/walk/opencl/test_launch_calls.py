"""The calls that lead to a launch."""

from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.ir.node import Origin
from tests.unit.analysis.sources import HEAD, analysed

_KERNEL = "__kernel void k(__global float *a) { a[get_global_id(0)] = 0; }\n"
_C = (
    HEAD
    + """\
static void run(cl_kernel k)
{
    size_t n = 16;
    for (int i = 0; i < 2; ++i)
        clEnqueueNDRangeKernel(queue, k, 1, 0, &n, 0, 0, 0, 0);
}
static void both(cl_kernel k) { run(k); }
int main(void)
{
    cl_kernel k = clCreateKernel(0, "k", 0);
    both(k);
    run(k);
}
"""
)
_CXX = """\
#include <CL/cl.hpp>
static void run(cl::CommandQueue &queue, cl::Kernel &k) { queue.enqueueNDRangeKernel(k, 0, 16); }
int main()
{
    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue queue(context);
    cl::Kernel k(cl::Program(context, ""), "k");
    run(queue, k);
}
"""


def _said(facts: Facts, places: tuple[Origin, ...]) -> list[str]:
    return [facts.files[at.span.file].said(at.span) for at in places]


def test_the_outermost_call_is_the_first(tmp_path: Path) -> None:
    facts = analysed(tmp_path, {"host.c": _C, "k.cl": _KERNEL})
    told = [_said(facts, launch.calls) for launch in facts.host.launches]
    assert told == [["both(k)", "run(k)"], ["run(k)"]]


def test_the_call_of_the_bindings_is_the_place_itself(tmp_path: Path) -> None:
    facts = analysed(tmp_path, {"host.cpp": _CXX, "k.cl": _KERNEL})
    (launch,) = facts.host.launches
    assert _said(facts, launch.calls) == ["run(queue, k)"]
    assert _said(facts, (launch.place,)) == ["queue.enqueueNDRangeKernel(k, 0, 16)"]
