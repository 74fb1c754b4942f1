"""Local memory that a C++ host gives to a kernel, by the names that the bindings have for it."""

from pathlib import Path

import pytest

from tests.unit.analysis.sources import analysed

_KERNEL = "__kernel void k(__global float *a, __local float *t) { a[get_global_id(0)] = t[0]; }\n"
_HOST = """\
#include <CL/cl.hpp>
int main()
{
    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue queue(context);
    cl::Program program(context, "");
    cl::Kernel kernel(program, "k");
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64);
    kernel.setArg(0, buffer);
    kernel.setArg(1, %s);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(16), cl::NullRange);
}
"""


@pytest.mark.parametrize("memory", ["cl::Local(48)", "cl::__local(48)"])
def test_local_memory(tmp_path: Path, memory: str) -> None:
    facts = analysed(tmp_path, {"host.cpp": _HOST % memory, "k.cl": _KERNEL})
    argument = facts.host.launches[0].arguments[1]
    assert argument.kind == "local"
    assert str(argument.value) == "48"
