/* Runs kernels with many groups, a few times each, and prints a hash of what they leave: those that
 * have no data races, or with an argument the one that has. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUPS 256
#define GROUP 64
#define COUNT (1 << 18)
#define TIMES 3

static int in[COUNT], out[GROUPS + 2];
static char text[1 << 16];
static cl_command_queue queue;
static cl_program program;
static cl_mem numbers, found;

static void check(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    printf("%s: error %d\n", what, status);
    exit(EXIT_FAILURE);
}

static void run(const char *name)
{
    const size_t global = GROUPS * GROUP, local = GROUP;
    const int n = COUNT;
    unsigned hash = 0;
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    int i;

    check(status, name);
    clSetKernelArg(kernel, 0, sizeof found, &found);
    clSetKernelArg(kernel, 1, sizeof numbers, &numbers);
    clSetKernelArg(kernel, 2, sizeof n, &n);
    for (i = 0; i < TIMES; i++) {
        for (int at = 0; at < GROUPS + 2; at++)
            out[at] = 0;
        check(clEnqueueWriteBuffer(queue, found, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), name);
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), name);
    }
    check(clEnqueueReadBuffer(queue, found, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), name);
    for (i = 0; i < GROUPS + 2; i++)
        hash = hash * 31 + (unsigned)out[i];
    printf("%s: %u\n", name, hash);
    clReleaseKernel(kernel);
}

int main(int words, char **given)
{
    const char *source = text;
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    FILE *file = fopen("kernels.cl", "rb");
    int i;

    (void)given;
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0)
        return EXIT_FAILURE;
    fclose(file);
    for (i = 0; i < COUNT; i++)
        in[i] = i * 7919 % 1009;
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "queue");
    program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "program");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    numbers = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, &status);
    check(status, "in");
    found = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, &status);
    check(status, "out");
    if (words > 1) {
        run("race");
    } else {
        run("histogram");
        run("last_adds");
    }
    clReleaseMemObject(found);
    clReleaseMemObject(numbers);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return EXIT_SUCCESS;
}
