"""Programs whose text is in a variable that a build's own file defines, which is not given."""

from pathlib import Path

from ppcl.ir.types import FloatType, IntType, PointerType
from tests.unit.analysis.sources import analysed

KERNEL = "__kernel void k(__global T *a) { a[get_global_id(0)] += 1; }\n"
HOST = """
#include <CL/cl.h>
extern const char *text_of_k, *text_of_other;
static void run(cl_context in, cl_device_id on, cl_command_queue queue, const char *flags)
{
    size_t n = 64;
    cl_program program = clCreateProgramWithSource(in, 1, &text_of_k, NULL, NULL);
    clBuildProgram(program, 1, &on, flags, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem a = clCreateBuffer(in, CL_MEM_READ_WRITE, 512, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
}
int main(int argc, char **argv)
{
    cl_context in = 0;
    cl_device_id on = 0;
    cl_command_queue queue = 0;
    run(in, on, queue, "-DT=float");
    OTHER
    return 0;
}
"""
AGAIN = 'run(in, on, queue, "-DT=int");'
BESIDE = """
    const char *text = text_of_other;
    cl_program program = clCreateProgramWithSource(in, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &on, "-DT=int", NULL, NULL);
    clCreateKernel(program, "other", NULL);
"""


def sources(other: str) -> dict[str, str]:
    return {"host.c": HOST.replace("OTHER", other), "k.cl": KERNEL}


def test_the_variable_is_named(tmp_path: Path) -> None:
    facts = analysed(tmp_path, sources(BESIDE) | {"other.cl": KERNEL.replace(" k(", " other(")})
    assert [program.problem for program in facts.host.programs] == [
        "'text_of_k' is defined in no source",
        "'text_of_other' is defined in no source",
    ]


def test_a_file_is_parsed_as_the_programs_that_want_its_kernels_are_built(tmp_path: Path) -> None:
    facts = analysed(tmp_path, sources(BESIDE) | {"other.cl": KERNEL.replace(" k(", " other(")})
    defines = {unit.unit.path: unit.defines for unit in facts.kernel_units}
    assert defines == {"k.cl": ("T=float",), "other.cl": ("T=int",)}


def test_a_file_that_is_built_in_several_ways_is_a_kernel_for_each(tmp_path: Path) -> None:
    """Each launch is of the kernel as its own program is built; neither may be rewritten."""
    facts = analysed(tmp_path, sources(AGAIN))
    kernels = [facts.kernels[launch.kernel] for launch in facts.host.launches]
    types = [kernel.parameters[0].type for kernel in kernels]
    pointees = [type_.pointee for type_ in types if isinstance(type_, PointerType)]
    assert [type(pointee) for pointee in pointees] == [FloatType, IntType]
    assert not any(kernel.complete for kernel in kernels)
