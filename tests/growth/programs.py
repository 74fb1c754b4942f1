"""Programs that are as long as is wanted, in one respect each."""

from collections.abc import Mapping
from pathlib import Path

KINDS = (
    *("kernels", "launches", "structs", "functions", "statements", "kernel statements"),
    "kernel values",  # of one variable, each from the last
    "tables",  # which all get another layout
)

HOST = """#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char *text_of(const char *path)
{{
    FILE *file = fopen(path, "rb");
    if (!file)
        exit(1);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = malloc(length + 1);
    text[fread(text, 1, length, file)] = 0;
    fclose(file);
    return text;
}}
{before}
int main(void)
{{
    int n = 1024, total = 0;
    cl_int err;
    float *data = malloc(sizeof(float) * n);
    for (int i = 0; i < n; ++i)
        data[i] = i % 7;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    const char *text = text_of("k.cl");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    size_t bytes = sizeof(float) * n, global = n;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
    cl_kernel kernel;
{within}    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
    printf("%f %d\\n", data[7], total);
    return 0;
}}
"""
LAUNCH = """    kernel = clCreateKernel(program, "step_{0}", &err);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    clSetKernelArg(kernel, 1, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
"""
KERNEL = """__kernel void step_{0}(__global float *data, int n)
{{
    int i = get_global_id(0);
    if (i < n)
        data[i] = data[i] * {0}.5f + 1.0f;
{1}}}
"""
ROW = '    {{ {0}, {0}.5f, "row {0}" }},\n'
ROWS = """struct row {{ int id; float value; const char *name; }};
static struct row rows[{0}] = {{
{1}}};
"""
SUM = "    for (int i = 0; i < {0}; ++i)\n        total += rows[i].id;\n"
FUNCTION = """static int next_{0}(int x)
{{
    int y = x + {0};
    if (y > 10)
        y -= {0} / 2;
    for (int k = 0; k < 3; ++k)
        y += k * x;
    return y;
}}
"""
CALL = "    total += next_{0}({0});\n"
STATEMENT = "    total = data[{0} % n] > 2 ? {0} : total * 3;\n"
CHANGED = "    s += in[i + {0}] * {0};\n    s ^= s >> 3;\n"
OF_VALUES = """__kernel void scale_0(__global float *data, int n)
{{
    int i = get_global_id(0), s = n;
    __global int *in = (__global int *)data;
{0}    in[i] = s;
}}
"""
IN_KERNEL = "    if (i > {0})\n        data[i] += {0}.0f;\n"
TABLE = """    float *table_{0} = malloc(sizeof(float) * n * rows);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < rows; ++j)
            table_{0}[i + j * n] = (float)(i * 7 + j * {0} + 1);
    cl_mem d_{0} = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes * rows, NULL, &err);
    clEnqueueWriteBuffer(queue, d_{0}, CL_TRUE, 0, bytes * rows, table_{0}, 0, NULL, NULL);
    kernel = clCreateKernel(program, "sum_{0}", &err);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_{0});
    clSetKernelArg(kernel, 2, sizeof(int), &n);
    clSetKernelArg(kernel, 3, sizeof(int), &rows);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
"""
SUMS = """__kernel void sum_{0}(__global float *data, __global const float *table, int n, int rows)
{{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int j = 0; j < rows; ++j)
        sum += table[i + j * n] * {0}.5f;
    data[i] = sum;
}}
"""


def texts(kind: str, size: int) -> Mapping[str, str]:
    """The files of a program with so many kernels, launches and so on, by name."""

    def each(template: str) -> str:
        return "".join(map(template.format, range(size)))

    kernels, before, within = KERNEL.format(0, ""), "", LAUNCH.format(0)
    match kind:
        case "kernels":
            kernels = "".join(KERNEL.format(number, "") for number in range(size))
            within = each(LAUNCH)
        case "launches":
            within *= size
        case "structs":
            before, within = ROWS.format(size, each(ROW)), SUM.format(size) + within
        case "functions":
            before, within = each(FUNCTION), each(CALL) + within
        case "statements":
            within = each(STATEMENT) + within
        case "kernel statements":
            kernels = KERNEL.format(0, each(IN_KERNEL))
        case "kernel values":
            kernels = OF_VALUES.format(each(CHANGED))
        case "tables":
            kernels, within = each(SUMS), '    int rows = atoi(getenv("ROWS"));\n' + each(TABLE)
    return {"main.c": HOST.format(before=before, within=within), "k.cl": kernels}


def written(kind: str, size: int, folder: Path) -> Path:
    """The folder with such a program in it."""
    folder.mkdir(parents=True)
    for name, text in texts(kind, size).items():
        (folder / name).write_text(text)
    return folder


COMMANDS = {
    "graph": ("graph", "main.c", "k.cl"),
    "compile": ("compile", "main.c", "k.cl", "--target", "pocl-cpu"),
    "emit c": ("compile", "main.c", "k.cl", "--emit", "c", "-o", "out"),
}
