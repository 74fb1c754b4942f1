/*
 * Runs each kernel of shapes.cl and what was written by hand for the same work, in turns, and
 * compares what they compute. For each a line:
 *
 *   NAME: kernel 1.234 ms, by hand 1.200 ms, differs in 0 of 1000
 *
 * with the least times of REPEATS rounds (the first argument, 3): what else the machine does only adds
 * to them. The exit status is 1 where results differ: counts of rounds may in one element of 200, as
 * they depend on how sums are rounded.
 */
#define _POSIX_C_SOURCE 200112L
#define CL_TARGET_OPENCL_VERSION 120
#include "by_hand.h"
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_REPEATS 1000
#define TAPS 32
#define TOLERANCE 1e-5 /* relative, or absolute below 1 */

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static int repeats = 3;
static int failures = 0;
static double of_kernel[MOST_REPEATS], of_hand[MOST_REPEATS]; /* times, in ms */

static void check(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s: error %d\n", what, status);
        exit(3);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/* Zeros, aligned as an OpenCL buffer is: what is written by hand runs on these. */
static void *allocate(size_t size)
{
    void *memory;
    if (posix_memalign(&memory, 128, size) != 0)
        exit(3);
    return memset(memory, 0, size);
}

static float *random_numbers(int count)
{
    float *numbers = allocate(sizeof(float) * count);
    unsigned int seed = 1;
    for (int i = 0; i < count; ++i) {
        seed = seed * 1234567893u + 987654321u;
        numbers[i] = (float)(seed >> 8) / 16777216.0f;
    }
    return numbers;
}

static cl_mem buffer_of(void *memory, size_t size)
{
    cl_int status;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    const cl_mem made = clCreateBuffer(context, flags, size, memory, &status);
    check(status, "clCreateBuffer");
    return made;
}

static cl_kernel kernel_named(const char *name)
{
    cl_int status;
    const cl_kernel made = clCreateKernel(program, name, &status);
    check(status, name);
    return made;
}

/* Runs a kernel once; its time in ms. */
static double launch(cl_kernel kernel, cl_uint dimensions, const size_t *global,
                     const size_t *local)
{
    cl_event event;
    cl_ulong start, end;
    check(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, &event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
          "start");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
    clReleaseEvent(event);
    return (end - start) * 1e-6;
}

static double least(const double *times)
{
    double found = times[0];
    for (int i = 1; i < repeats; ++i)
        found = fmin(found, times[i]);
    return found;
}

static void report(const char *name, int count, int different, int most_different)
{
    printf("%s: kernel %.4f ms, by hand %.4f ms, differs in %d of %d\n", name, least(of_kernel),
           least(of_hand), different, count);
    failures += different > most_different;
}

/* Reads a kernel's result, and reports how it compares with that by hand. */
static void compare(const char *name, cl_mem result, const float *expected, int count)
{
    float *found = allocate(sizeof(float) * count);
    int different = 0;
    check(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof(float) * count, found, 0, NULL,
                              NULL), name);
    for (int i = 0; i < count; ++i)
        different += !(fabs((double)found[i] - expected[i]) <=
                       TOLERANCE * fmax(1.0, fabs(expected[i])));
    report(name, count, different, 0);
    free(found);
}

static void run_fir(int count)
{
    const size_t local = 64, global = (count + local - 1) / local * local;
    const int tap_count = TAPS;
    float *in = random_numbers(count + TAPS), *taps = random_numbers(TAPS);
    float *out = allocate(sizeof(float) * count);
    cl_mem d_in = buffer_of(in, sizeof(float) * (count + TAPS));
    cl_mem d_taps = buffer_of(taps, sizeof(float) * TAPS);
    cl_mem d_out = buffer_of(out, sizeof(float) * count);
    cl_kernel kernel = kernel_named("fir");
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_in);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_taps);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 3, sizeof(int), &count);
    clSetKernelArg(kernel, 4, sizeof(int), &tap_count);
    launch(kernel, 1, &global, &local);
    for (int i = 0; i < repeats; ++i) {
        of_kernel[i] = launch(kernel, 1, &global, &local);
        const double start = now();
        fir_by_hand(in, taps, out, count, tap_count);
        of_hand[i] = now() - start;
    }
    compare("fir", d_out, out, count);
    clReleaseKernel(kernel), clReleaseMemObject(d_in);
    clReleaseMemObject(d_taps), clReleaseMemObject(d_out);
    free(in), free(taps), free(out);
}

static void run_stencil(int width, int height)
{
    const size_t local[2] = {32, 8};
    const size_t global[2] = {(width + 31) / 32 * 32, (height + 7) / 8 * 8};
    const int count = width * height;
    const float rate = 0.2f;
    float *in = random_numbers(count), *out = allocate(sizeof(float) * count);
    cl_mem d_in = buffer_of(in, sizeof(float) * count);
    cl_mem d_out = buffer_of(out, sizeof(float) * count);
    cl_kernel kernel = kernel_named("stencil");
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_in);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 2, sizeof(int), &width);
    clSetKernelArg(kernel, 3, sizeof(int), &height);
    clSetKernelArg(kernel, 4, sizeof(float), &rate);
    launch(kernel, 2, global, local);
    for (int i = 0; i < repeats; ++i) {
        of_kernel[i] = launch(kernel, 2, global, local);
        const double start = now();
        stencil_by_hand(in, out, width, height, rate);
        of_hand[i] = now() - start;
    }
    compare("stencil", d_out, out, count);
    clReleaseKernel(kernel), clReleaseMemObject(d_in), clReleaseMemObject(d_out);
    free(in), free(out);
}

static void run_mandelbrot(int width, int height)
{
    const size_t local[2] = {16, 16};
    const size_t global[2] = {(width + 15) / 16 * 16, (height + 15) / 16 * 16};
    const int count = width * height, most = 256;
    const size_t size = sizeof(int) * count;
    int *out = allocate(size), *found = allocate(size), different = 0;
    cl_mem d_out = buffer_of(found, size);
    cl_kernel kernel = kernel_named("mandelbrot");
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 1, sizeof(int), &width);
    clSetKernelArg(kernel, 2, sizeof(int), &height);
    clSetKernelArg(kernel, 3, sizeof(int), &most);
    launch(kernel, 2, global, local);
    for (int i = 0; i < repeats; ++i) {
        of_kernel[i] = launch(kernel, 2, global, local);
        const double start = now();
        mandelbrot_by_hand(out, width, height, most);
        of_hand[i] = now() - start;
    }
    check(clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, size, found, 0, NULL, NULL), "mandelbrot");
    for (int i = 0; i < count; ++i)
        different += found[i] != out[i];
    report("mandelbrot", count, different, count / 200);
    clReleaseKernel(kernel), clReleaseMemObject(d_out);
    free(out), free(found);
}

static void run_matmul(int size)
{
    const size_t local[2] = {16, 16}, global[2] = {size, size};
    const size_t bytes = sizeof(float) * size * size;
    float *a = random_numbers(size * size), *b = random_numbers(size * size);
    float *c = allocate(bytes);
    cl_mem d_a = buffer_of(a, bytes), d_b = buffer_of(b, bytes), d_c = buffer_of(c, bytes);
    cl_kernel kernel = kernel_named("matmul");
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_a);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_b);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_c);
    clSetKernelArg(kernel, 3, sizeof(int), &size);
    launch(kernel, 2, global, local);
    for (int i = 0; i < repeats; ++i) {
        of_kernel[i] = launch(kernel, 2, global, local);
        const double start = now();
        matmul_by_hand(a, b, c, size);
        of_hand[i] = now() - start;
    }
    compare("matmul", d_c, c, size * size);
    clReleaseKernel(kernel), clReleaseMemObject(d_a);
    clReleaseMemObject(d_b), clReleaseMemObject(d_c);
    free(a), free(b), free(c);
}

static void run_gather(int count, int elements)
{
    const size_t local = 64, global = (count + local - 1) / local * local;
    float *x = random_numbers(elements), *out = allocate(sizeof(float) * count);
    int *index = allocate(sizeof(int) * count);
    for (int i = 0; i < count; ++i)
        index[i] = (int)(i * 40503u % 65521u) % elements;
    cl_mem d_x = buffer_of(x, sizeof(float) * elements);
    cl_mem d_index = buffer_of(index, sizeof(int) * count);
    cl_mem d_out = buffer_of(out, sizeof(float) * count);
    cl_kernel kernel = kernel_named("gather");
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_x);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_index);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 3, sizeof(int), &count);
    launch(kernel, 1, &global, &local);
    for (int i = 0; i < repeats; ++i) {
        of_kernel[i] = launch(kernel, 1, &global, &local);
        const double start = now();
        gather_by_hand(x, index, out, count);
        of_hand[i] = now() - start;
    }
    compare("gather", d_out, out, count);
    clReleaseKernel(kernel), clReleaseMemObject(d_x);
    clReleaseMemObject(d_index), clReleaseMemObject(d_out);
    free(x), free(index), free(out);
}

static void run_histogram(int count)
{
    const size_t local = 256, global = 64 * local;
    const size_t size = sizeof(unsigned int) * 256;
    unsigned char *in = allocate(count);
    unsigned int *out = allocate(size), *found = allocate(size), different = 0;
    float *numbers = random_numbers(count);
    for (int i = 0; i < count; ++i)
        in[i] = (unsigned char)(numbers[i] * numbers[i] * 256.0f);
    cl_mem d_in = buffer_of(in, count), d_out = buffer_of(out, size);
    cl_kernel kernel = kernel_named("histogram");
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_in);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_out);
    clSetKernelArg(kernel, 2, sizeof(int), &count);
    launch(kernel, 1, &global, &local);
    histogram_by_hand(in, out, count);
    for (int i = 0; i < repeats; ++i) {
        of_kernel[i] = launch(kernel, 1, &global, &local);
        const double start = now();
        histogram_by_hand(in, out, count);
        of_hand[i] = now() - start;
    }
    check(clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, size, found, 0, NULL, NULL), "histogram");
    for (int i = 0; i < 256; ++i)
        different += found[i] != out[i];
    report("histogram", 256, different, 0);
    clReleaseKernel(kernel), clReleaseMemObject(d_in), clReleaseMemObject(d_out);
    free(in), free(out), free(found), free(numbers);
}

static void build_program(void)
{
    static char text[1 << 14];
    const char *source = text;
    FILE *file = fopen("shapes.cl", "rb");
    cl_platform_id platform;
    cl_int status;
    if (!file || fread(text, 1, sizeof text - 1, file) == 0)
        exit(3);
    fclose(file);
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    check(status, "clCreateCommandQueue");
    program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        repeats = atoi(argv[1]);
    if (argc > 2 || repeats < 1 || repeats > MOST_REPEATS)
        return 2;
    build_program();
    run_fir(200003);
    run_stencil(500, 301);
    run_mandelbrot(203, 121);
    run_matmul(256);
    run_gather(200003, 60000);
    run_histogram(1000003);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return failures > 0;
}
