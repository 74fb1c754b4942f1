"""A small OpenCL program, whose table a CPU wants stored the other way round."""

from collections.abc import Mapping

HOST = b"""#include <CL/cl.h>
#include <stdlib.h>

static void fill(float *values, int rows, int columns)
{
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            values[r * columns + c] = 1.0f + c;
}

int main(int argc, char **argv)
{
    int rows = atoi(argv[1]), columns = atoi(argv[2]);
    size_t bytes = sizeof(float) * rows * columns, global = columns;
    float *table = malloc(sizeof(float) * rows * columns);
    cl_context context = 0;
    cl_command_queue queue = 0;
    cl_program program = 0;
    cl_kernel kernel = clCreateKernel(program, "sum", 0);
    cl_mem d_table = clCreateBuffer(context, CL_MEM_READ_ONLY,
                                    sizeof(float) * rows * columns, 0, 0);
    cl_mem d_sums = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(float) * columns, 0, 0);

    fill(table, rows, columns);
    clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, bytes, table, 0, 0, 0);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_table);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_sums);
    clSetKernelArg(kernel, 2, sizeof(int), &rows);
    clSetKernelArg(kernel, 3, sizeof(int), &columns);
    clEnqueueNDRangeKernel(queue, kernel, 1, 0, &global, 0, 0, 0, 0);
    return 0;
}
"""
KERNEL = b"""__kernel void sum(__global const float *t, __global float *s, int rows, int columns)
{
    int column = get_global_id(0);
    if (column < columns) {
        float total = 0.0f;
        for (int row = 0; row < rows; ++row)
            total += t[row * columns + column];
        s[column] = total;
    }
}
"""
PROGRAM: Mapping[str, bytes] = {"host.c": HOST, "sum.cl": KERNEL}
