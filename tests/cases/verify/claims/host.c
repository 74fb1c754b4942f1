/* Commands in straight code, in a loop, in a branch that is not taken, and through wrappers; sizes
   that depend on the command line. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char text[65536];
static cl_context context;
static cl_command_queue queue;

static cl_mem make(size_t size)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, NULL);
}

static void put(cl_mem buffer, size_t offset, size_t size, const int *from)
{
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, size, from, 0, NULL, NULL);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    size_t bytes = n * sizeof(int), padded = (n + 63) / 64 * 64, group = 64;
    int *a = malloc(bytes), *b = malloc(bytes);
    const char *source = text;
    cl_platform_id platform;
    cl_device_id device;
    FILE *file = fopen("kernels.cl", "rb");

    if (n <= 2 || file == NULL || fread(text, 1, sizeof(text) - 1, file) == 0)
        return 3;
    fclose(file);
    for (int i = 0; i < n; ++i)
        a[i] = b[i] = i;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);

    cl_kernel add = clCreateKernel(program, "add", NULL);
    cl_kernel twice = clCreateKernel(program, "twice", NULL);
    cl_mem d_a = make(bytes), d_b = make(bytes), d_between = make(bytes);
    int factor = 2;

    put(d_a, 0, bytes, a);
    put(d_b, 0, bytes, b);
    put(d_b, 4, 8, b + 1);
    put(d_a, 4, 4, a + 1);
    clSetKernelArg(add, 0, sizeof(d_a), &d_a);
    clSetKernelArg(add, 1, sizeof(d_b), &d_b);
    clSetKernelArg(add, 2, sizeof(d_between), &d_between);
    clSetKernelArg(add, 3, sizeof(n), &n);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &padded, &group, 0, NULL, NULL);
    if (argc > 5)
        clEnqueueNDRangeKernel(queue, add, 1, NULL, &padded, &group, 0, NULL, NULL);
    clSetKernelArg(twice, 0, sizeof(d_between), &d_between);
    clSetKernelArg(twice, 1, sizeof(d_a), &d_a);
    clSetKernelArg(twice, 2, sizeof(factor), &factor);
    clSetKernelArg(twice, 3, sizeof(n), &n);
    for (int step = 0; step < 3; ++step) {
        clSetKernelArg(twice, 4, sizeof(step), &step);
        clEnqueueNDRangeKernel(queue, twice, 1, NULL, &padded, NULL, 0, NULL, NULL);
    }
    size_t plane[2] = {64, 1};
    for (cl_uint dimensions = 1; dimensions <= 2; ++dimensions)
        clEnqueueNDRangeKernel(queue, add, dimensions, NULL, plane, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, bytes, a, 0, NULL, NULL);
    printf("%d\n", a[n - 1]);
    return 0;
}
