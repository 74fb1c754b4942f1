/*
 * Two buffers that one function makes, for the arguments of one call: C leaves the order open, and
 * gcc goes from right to left. MAKE says how the call is written.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef MAKE
#define MAKE set(kernel, made(n), made(2 * n))
#endif

static const char *const TEXT =
    "__kernel void add(__global const int *a, __global const int *b, __global int *sum, int n)\n"
    "{ int i = get_global_id(0); if (i < n) sum[i] = a[i] + b[i]; }\n";

static cl_context context;

static cl_mem made(int n)
{
    int *numbers = malloc(sizeof(int) * n);
    for (int i = 0; i < n; i++)
        numbers[i] = n + i;
    cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem buffer = clCreateBuffer(context, flags, sizeof(int) * n, numbers, NULL);
    free(numbers);
    return buffer;
}

static void set(cl_kernel kernel, cl_mem a, cl_mem b)
{
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &a);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &b);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&TEXT, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "add", NULL);
    MAKE;
    cl_mem sum = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(int) * n, NULL, NULL);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &sum);
    clSetKernelArg(kernel, 3, sizeof(int), &n);
    size_t global = n;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    int *sums = malloc(sizeof(int) * n);
    clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof(int) * n, sums, 0, NULL, NULL);
    printf("%d\n", sums[1]);
    return 0;
}
