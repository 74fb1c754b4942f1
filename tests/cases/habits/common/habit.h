/* What every case needs and none is about: a device, a program, numbers to see. */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 8
#define BYTES (N * sizeof(float))

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

/* The device, its context and an in-order queue. */
static inline void open_device(void)
{
    cl_platform_id platform;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
}

/* The program of kernel.cl. */
static inline void build_program(void)
{
    static char text[16384];
    const char *source = text;
    FILE *file = fopen("kernel.cl", "rb");
    if (!file || fread(text, 1, sizeof text - 1, file) == 0)
        exit(3);
    fclose(file);
    program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
}

/* All of it. */
static inline void start(void)
{
    open_device();
    build_program();
}

static inline cl_mem device_floats(int count)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof(float), NULL, NULL);
}

/* Transfers of N floats that wait; arguments; a launch of N work-items. */
static inline void put(cl_mem to, const float *from)
{
    clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, BYTES, from, 0, NULL, NULL);
}

static inline void get(float *to, cl_mem from)
{
    clEnqueueReadBuffer(queue, from, CL_TRUE, 0, BYTES, to, 0, NULL, NULL);
}

static inline void set_buffer(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
    clSetKernelArg(kernel, index, sizeof(cl_mem), &buffer);
}

static inline void set_float(cl_kernel kernel, cl_uint index, float value)
{
    clSetKernelArg(kernel, index, sizeof(float), &value);
}

static inline void set_int(cl_kernel kernel, cl_uint index, int value)
{
    clSetKernelArg(kernel, index, sizeof(int), &value);
}

static inline void launch(cl_kernel kernel)
{
    size_t global = N;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}

/* 0, 1, 2, ... */
static inline void ramp(float *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = (float)i;
}

/* The values on one line, without an end of line. */
static inline void show(const float *values, int count)
{
    for (int i = 0; i < count; i++)
        printf("%g ", values[i]);
}
