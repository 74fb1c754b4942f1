"""Prints a host that launches the drawn kernels, and says their sizes in one of several ways."""

from dataclasses import dataclass

from tests.property.coarse.kernels import ATOMICS, Kernel
from tests.property.coarse.scope import COUNTS

_START = """#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char text[65536];

static void save(const char *path, const void *data, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, bytes, file) != bytes)
        exit(4);
    fclose(file);
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;
    int taps = 3, step;
    unsigned i;
    const char *source = text;
    FILE *file = fopen("kernel.cl", "rb");
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0)
        return 3;
    fclose(file);
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        return 5;
"""


@dataclass(frozen=True)
class Launches:
    """How kernels are launched: groups of `local` work-items, `groups` of them along each
    dimension, or as many as arguments say; `written` is how the sizes stand in the text, `shared`
    whether all kernels are launched with the same variables, `swapped` whether they are launched
    in a loop that exchanges two buffers; `offset` is the text of the offset, `rim` how many
    work-items along each dimension are outside of what the guards let in."""

    local: tuple[int, ...]
    groups: tuple[int, ...]
    at_run_time: bool
    written: str
    shared: bool
    swapped: bool
    offset: str
    rim: int


def host_text(kernels: tuple[Kernel, ...], launches: Launches) -> str:
    """The host file."""
    lines = _sizes(launches)
    lines += _buffers()
    for number, kernel in enumerate(kernels):
        lines += _arguments(kernel, f"k{number}", launches)
    lines += _enqueued(kernels, launches)
    lines += ["clFinish(queue);", *_reads()]
    return _START + "".join(f"    {line}\n" for line in lines) + "    return err;\n}\n"


def _sizes(launches: Launches) -> list[str]:
    lines = []
    for number in range(3):
        local = launches.local[number] if number < len(launches.local) else 1
        groups = launches.groups[number] if number < len(launches.groups) else 1
        side = f"{groups} * {local}"
        if launches.at_run_time and number < len(launches.local):
            given = f"argc > {number + 1} ? atoi(argv[{number + 1}]) : {groups}"
            side = f"({given}) * {local}"
        lines.append(f"int s{number} = {side};")
        lines.append(f"int n{number} = s{number} - {launches.rim};")
    return [*lines, "unsigned total = s0 * s1 * s2;"]


def _buffers() -> list[str]:
    made = "clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, {}, {}, &err);"
    lines = [
        f"unsigned *h_{n} = malloc(total * sizeof(unsigned));" for n in ("in0", "in1", "state")
    ]
    lines += [f"static unsigned counts[{COUNTS}];", "for (i = 0; i < total; i++) {"]
    lines += [
        "    h_in0[i] = i * 2654435761u;",
        "    h_in1[i] = i % 37;",
        "    h_state[i] = i ^ 5;",
    ]
    lines += ["}"]
    for name in ("in0", "in1", "state"):
        lines.append(f"cl_mem d_{name} = {made.format('total * sizeof(unsigned)', f'h_{name}')}")
    for name in ATOMICS:
        lines.append(f"cl_mem d_counts{name} = {made.format('sizeof counts', 'counts')}")
    return lines


def _arguments(kernel: Kernel, name: str, launches: Launches) -> list[str]:
    lines = [f'cl_kernel {name} = clCreateKernel(program, "{kernel.name}", &err);']
    buffers = ["in0", "in1", "state", *(f"counts{each}" for each in ATOMICS)]
    given = [("sizeof(cl_mem)", f"&d_{each}") for each in buffers]
    given += [("sizeof(unsigned)", "&total"), ("sizeof(int)", "&taps")]
    given += [("sizeof(int)", f"&n{number}") for number in range(3)]
    if kernel.local_argument:
        size = 1
        for side in launches.local:
            size *= side
        given.append((f"{size} * sizeof(unsigned)", "NULL"))
    calls = enumerate(given)
    return [*lines, *(f"clSetKernelArg({name}, {n}, {size}, {at});" for n, (size, at) in calls)]


def _enqueued(kernels: tuple[Kernel, ...], launches: Launches) -> list[str]:
    count = len(launches.local)
    declared = [f"size_t offset[{count}] = {{{', '.join('0' * count)}}};"]
    if launches.shared:
        declared += _declared(launches, "")
    calls = []
    for number in range(len(kernels)):
        suffix = "" if launches.shared else f"_{number}"
        declared += [] if launches.shared else _declared(launches, suffix)
        pointer = "&" if launches.written == "scalars" and count == 1 else ""
        sizes = f"{pointer}global{suffix}, {pointer}local{suffix}"
        given = f"k{number}, {count}, {launches.offset}, {sizes}, 0, NULL, NULL"
        calls.append(f"err |= clEnqueueNDRangeKernel(queue, {given});")
    if not launches.swapped:
        return [*declared, *calls]
    swaps = []
    for number in range(len(kernels)):
        swaps.append(f"clSetKernelArg(k{number}, 0, sizeof(cl_mem), step % 2 ? &d_in1 : &d_in0);")
        swaps.append(f"clSetKernelArg(k{number}, 1, sizeof(cl_mem), step % 2 ? &d_in0 : &d_in1);")
    inner = [f"    {line}" for line in (*swaps, *calls)]
    return [*declared, "for (step = 0; step < 3; step++) {", *inner, "}"]


def _declared(launches: Launches, suffix: str) -> list[str]:
    """The variables of a launch's sizes."""
    count, written = len(launches.local), launches.written
    globals_ = [f"s{number}" for number in range(count)]
    locals_ = [str(side) for side in launches.local]
    if written == "scalars" and count == 1:
        return [f"size_t global{suffix} = s0, local{suffix} = {locals_[0]};"]
    if written == "elements":
        lines = [f"size_t global{suffix}[{count}], local{suffix}[{count}];"]
        for number in range(count):
            lines.append(f"local{suffix}[{number}] = {locals_[number]};")
            lines.append(f"global{suffix}[{number}] = {globals_[number]};")
        return lines
    if written == "products" and not launches.at_run_time:
        globals_ = [f"{g} * {s}" for g, s in zip(launches.groups, locals_, strict=True)]
    lines = [f"size_t local{suffix}[{count}] = {{{', '.join(locals_)}}};"]
    return [*lines, f"size_t global{suffix}[{count}] = {{{', '.join(globals_)}}};"]


def _reads() -> list[str]:
    lines = []
    read = "clEnqueueReadBuffer(queue, d_{0}, CL_TRUE, 0, {1}, {2}, 0, NULL, NULL);"
    lines.append(read.format("state", "total * sizeof(unsigned)", "h_state"))
    lines.append('save("state.bin", h_state, total * sizeof(unsigned));')
    for name in ATOMICS:
        lines.append(read.format(f"counts{name}", "sizeof counts", "counts"))
        lines.append(f'save("counts{name}.bin", counts, sizeof counts);')
    return [*lines, 'printf("%d %u\\n", err, total);']
