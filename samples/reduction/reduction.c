/*
 * reduction: the sum of 1024*N numbers.
 *
 * A fixed number of work-groups goes through the array together: each work-item adds up elements
 * that are a whole grid apart, and a tree in local memory makes one sum a group of these. The host
 * adds up the sums of the groups. How much there is to do decides how often the work-items go
 * round, not how many there are.
 *
 * A. Danalis et al., "The Scalable Heterogeneous Computing (SHOC) benchmark suite", GPGPU 2010.
 */
#define SAMPLE "reduction"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_SIZE 256
#define GROUPS 64
#define UNIT 1024      /* elements; whole blocks of two groups */
#define MAX_SIZE 65536
#define MAX_REPEATS 1000
#define TOLERANCE 1e-5 /* relative; all numbers are in [1, 2) */

struct options {
    int size, repeats;
    const char *dump;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {8192, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: reduction [-n SIZE] [-r REPEATS] [-d FILE]\n"
                        "The array has %d*SIZE elements.\n"
                        "SIZE is 1 to %d, REPEATS 1 to %d.\n", UNIT, MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct device *device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, flags, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

/* Runs the kernel once; its time in milliseconds. */
static double launch(const struct device *device, cl_kernel kernel)
{
    const size_t local[1] = {LOCAL_SIZE};
    const size_t global[1] = {LOCAL_SIZE * GROUPS};
    cl_event event;
    check(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL, &event),
          "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* The groups' sums. The kernel runs once to warm up, and then `repeats` times; `times` become those
 * of each, in milliseconds. */
static void reduce(const struct device *device, cl_kernel kernel, const float *data,
                   unsigned int count, float *sums, double *times, int repeats)
{
    const cl_mem d_data = create_buffer(device, CL_MEM_READ_ONLY, sizeof(float) * count);
    const cl_mem d_sums = create_buffer(device, CL_MEM_WRITE_ONLY, sizeof(float) * GROUPS);
    cl_int err = clEnqueueWriteBuffer(device->queue, d_data, CL_TRUE, 0, sizeof(float) * count,
                                      data, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_data);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_sums);
    err |= clSetKernelArg(kernel, 2, sizeof(float) * LOCAL_SIZE, NULL);
    err |= clSetKernelArg(kernel, 3, sizeof(unsigned int), &count);
    check(err, "clSetKernelArg");
    launch(device, kernel);
    for (int i = 0; i < repeats; ++i)
        times[i] = launch(device, kernel);
    err = clEnqueueReadBuffer(device->queue, d_sums, CL_TRUE, 0, sizeof(float) * GROUPS, sums, 0,
                              NULL, NULL);
    check(err, "clEnqueueReadBuffer");
    clReleaseMemObject(d_data);
    clReleaseMemObject(d_sums);
}

/* The sum of a group: it takes each block that is its turn. */
static double sum_of_group(const float *data, unsigned int count, unsigned int group)
{
    const unsigned int block = 2 * LOCAL_SIZE;
    double sum = 0.0;
    for (unsigned int first = group * block; first < count; first += block * GROUPS)
        for (unsigned int i = first; i < first + block; ++i)
            sum += data[i];
    return sum;
}

/* The largest relative error of a group's sum, against the same sum in double precision; a group
 * that had nothing to do has zero. */
static double largest_error(const float *sums, const float *data, unsigned int count)
{
    double largest = 0.0;
    for (unsigned int group = 0; group < GROUPS; ++group) {
        const double expected = sum_of_group(data, count, group);
        const double error = fabs(sums[group] - expected) / fmax(expected, 1.0);
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const unsigned int count = UNIT * (unsigned int)options.size;
    float *data = allocate(count, sizeof(float));
    float *sums = allocate(GROUPS, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    fill_random(data, count, 1.0f, 1);

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "reduction.cl");
    const cl_kernel kernel = clCreateKernel(device.program, "reduce", &err);
    check(err, "clCreateKernel");
    reduce(&device, kernel, data, count, sums, times, options.repeats);
    clReleaseKernel(kernel);
    close_device(&device);

    double sum = 0.0;
    for (int group = 0; group < GROUPS; ++group)
        sum += sums[group];
    printf("reduction: %u elements, their sum is %.6g\n", count, sum);
    const int status = report(times, options.repeats, largest_error(sums, data, count), TOLERANCE);
    dump(options.dump, sums, sizeof(float), GROUPS);
    free(data), free(sums), free(times);
    return status;
}
