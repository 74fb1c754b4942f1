/* Runs the kernel that stands beside it on a table that the device gets column by column. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char text[65536];

static const char *read_kernel(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, sizeof(text) - 1, file) == 0)
        exit(3);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 300;
    int columns = argc > 2 ? atoi(argv[2]) : 8;
    float *table = malloc(sizeof(float) * rows * columns);
    int *next = malloc(sizeof(int) * rows);
    float *out = malloc(sizeof(float) * rows * 4);
    int *counts = malloc(sizeof(int) * 64);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i + j * rows] = 0.5f * ((31 * i + 7 * j) % 100);
    for (int i = 0; i < rows; i++)
        next[i] = (7 * i + 3) % columns;
    for (int i = 0; i < 64; i++)
        counts[i] = 0;

    cl_int err;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    const char *source = read_kernel("kernel.cl");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        return 3;
    cl_kernel kernel = clCreateKernel(program, "walk", &err);
    if (err != CL_SUCCESS)
        return 3;

    size_t bytes = sizeof(float) * rows * columns;
    cl_mem d_table = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err);
    cl_mem d_next = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(int) * rows, NULL, &err);
    cl_mem d_out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * rows * 4, NULL, &err);
    cl_mem d_counts = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int) * 64, NULL, &err);
    clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, bytes, table, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_next, CL_TRUE, 0, sizeof(int) * rows, next, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_counts, CL_TRUE, 0, sizeof(int) * 64, counts, 0, NULL, NULL);

    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_table);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_next);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 3, sizeof(cl_mem), &d_counts);
    clSetKernelArg(kernel, 4, sizeof(int), &rows);
    clSetKernelArg(kernel, 5, sizeof(int), &columns);
    size_t local[1] = {64};
    size_t global[1] = {(rows + 63) / 64 * 64};
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, sizeof(float) * rows * 4, out, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_counts, CL_TRUE, 0, sizeof(int) * 64, counts, 0, NULL, NULL);
    for (int i = 0; i < rows * 4; i++)
        printf("%g\n", out[i]);
    for (int i = 0; i < 64; i++)
        printf("%d\n", counts[i]);
    return 0;
}
