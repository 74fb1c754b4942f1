/* Runs each launch of launches.h, and prints what the kernel left in its output. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1024
#define LOCAL_BYTES 1024

static cl_context context;
static cl_command_queue queue;
static cl_device_id device;
static cl_program program;
static cl_mem in, out;
static char text[1 << 18];

static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        printf("%s: error %d\n", what, status);
        exit(EXIT_FAILURE);
    }
}

static void build(const char *path, const char *options)
{
    static char log_text[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t size;
    const char *source = text;
    cl_int status;

    if (!file)
        exit(EXIT_FAILURE);
    size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    if (program)
        clReleaseProgram(program);
    program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, path);
    status = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (status != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log_text, log_text, NULL);
        printf("%s\n", log_text);
    }
    check(status, path);
}

static void show(const char *name)
{
    static int found[COUNT];
    int i;

    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL), name);
    printf("%s:", name);
    for (i = 0; i < COUNT; i++)
        if (found[i] != -1 - i)
            printf(" %d=%d", i, found[i]);
    printf("\n");
    fflush(stdout);
}

static void run(const char *name, cl_uint dimensions, const size_t *offset, const size_t *global,
                const size_t *local)
{
    static int start[COUNT];
    const int n = 5;
    cl_uint arguments = 0;
    cl_int status;
    cl_kernel kernel;
    int i;

    for (i = 0; i < COUNT; i++)
        start[i] = -1 - i;
    check(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, sizeof start, start, 0, NULL, NULL), name);
    kernel = clCreateKernel(program, name, &status);
    check(status, name);
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof in, &in);
    clSetKernelArg(kernel, 2, sizeof n, &n);
    clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL);
    if (arguments > 3)
        clSetKernelArg(kernel, 3, LOCAL_BYTES, NULL);
    check(clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, NULL),
          name);
    check(clFinish(queue), name);
    show(name);
    clReleaseKernel(kernel);
}

int main(void)
{
    static int numbers[COUNT];
    cl_platform_id platform;
    cl_int status;
    int i;

    for (i = 0; i < COUNT; i++)
        numbers[i] = (i * 7 + 3) % 16;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
    in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers,
                        &status);
    check(status, "in");
    out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof numbers, NULL, &status);
    check(status, "out");
#include "launches.h"
    clReleaseProgram(program);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return EXIT_SUCCESS;
}
