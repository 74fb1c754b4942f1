/*
 * histogram: how often each of the 256 values of a byte occurs in 4*N bytes.
 *
 * The bytes are read as words. A fixed number of work-groups goes through them, each of which
 * counts in local memory, where atomics are cheap; a second kernel, with a work-group for each
 * value, adds up the groups' histograms. Some values are far more frequent than others, so that
 * work-items meet at the same counters.
 *
 * The time is from the start of the first kernel to the end of the second one.
 *
 * V. Podlozhnyuk, "Histogram calculation in CUDA", NVIDIA 2007.
 */
#define SAMPLE "histogram"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"

#define BINS 256         /* as in histogram.cl */
#define LOCAL_COUNT 128  /* of count_bytes */
#define LOCAL_MERGE 64   /* of merge */
#define GROUPS 48        /* of count_bytes */
#define MAX_SIZE (1 << 26)
#define MAX_REPEATS 1000

struct options {
    int size, repeats;
    const char *dump;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {1 << 20, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: histogram [-n WORDS] [-r REPEATS] [-d FILE]\n"
                        "WORDS is 1 to %d, REPEATS 1 to %d.\n", MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_kernel create_kernel(const struct device *device, const char *name)
{
    cl_int err;
    const cl_kernel kernel = clCreateKernel(device->program, name, &err);
    check(err, "clCreateKernel");
    return kernel;
}

static cl_mem create_buffer(const struct device *device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, flags, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

/* Runs both kernels once; the time in milliseconds. */
static double launch(const struct device *device, cl_kernel count_bytes, cl_kernel merge)
{
    const size_t local_count[1] = {LOCAL_COUNT}, global_count[1] = {LOCAL_COUNT * GROUPS};
    const size_t local_merge[1] = {LOCAL_MERGE}, global_merge[1] = {LOCAL_MERGE * BINS};
    cl_event first, last;
    check(clEnqueueNDRangeKernel(device->queue, count_bytes, 1, NULL, global_count, local_count, 0,
                                 NULL, &first), "clEnqueueNDRangeKernel");
    check(clEnqueueNDRangeKernel(device->queue, merge, 1, NULL, global_merge, local_merge, 0, NULL,
                                 &last), "clEnqueueNDRangeKernel");
    check(clFinish(device->queue), "clFinish");
    return time_between(first, last);
}

/* The histogram of some words. The kernels run once to warm up, and then `repeats` times; `times`
 * become those of each, in milliseconds. */
static void find_histogram(const struct device *device, const cl_uint *words, cl_uint count,
                           cl_uint *histogram, double *times, int repeats)
{
    const cl_uint histograms = GROUPS;
    const size_t size = sizeof(cl_uint) * count, bins = sizeof(cl_uint) * BINS;
    const cl_kernel count_bytes = create_kernel(device, "count_bytes");
    const cl_kernel merge = create_kernel(device, "merge");
    const cl_mem d_words = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_partial = create_buffer(device, CL_MEM_READ_WRITE, bins * GROUPS);
    const cl_mem d_histogram = create_buffer(device, CL_MEM_WRITE_ONLY, bins);
    cl_int err = clSetKernelArg(count_bytes, 0, sizeof(cl_mem), &d_words);
    err |= clSetKernelArg(count_bytes, 1, sizeof(cl_mem), &d_partial);
    err |= clSetKernelArg(count_bytes, 2, bins, NULL);
    err |= clSetKernelArg(count_bytes, 3, sizeof(cl_uint), &count);
    err |= clSetKernelArg(merge, 0, sizeof(cl_mem), &d_partial);
    err |= clSetKernelArg(merge, 1, sizeof(cl_mem), &d_histogram);
    err |= clSetKernelArg(merge, 2, sizeof(cl_uint) * LOCAL_MERGE, NULL);
    err |= clSetKernelArg(merge, 3, sizeof(cl_uint), &histograms);
    check(err, "clSetKernelArg");
    check(clEnqueueWriteBuffer(device->queue, d_words, CL_TRUE, 0, size, words, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    launch(device, count_bytes, merge);
    for (int i = 0; i < repeats; ++i)
        times[i] = launch(device, count_bytes, merge);
    check(clEnqueueReadBuffer(device->queue, d_histogram, CL_TRUE, 0, bins, histogram, 0, NULL,
                              NULL), "clEnqueueReadBuffer");
    clReleaseMemObject(d_words);
    clReleaseMemObject(d_partial);
    clReleaseMemObject(d_histogram);
    clReleaseKernel(count_bytes);
    clReleaseKernel(merge);
}

/* A byte: the larger, the rarer. */
static cl_uint random_byte(unsigned int *seed)
{
    const float unit = random_unit(seed);
    return (cl_uint)(256.0f * unit * unit * unit);
}

static void make_words(cl_uint *words, cl_uint count)
{
    unsigned int seed = 1;
    for (cl_uint i = 0; i < count; ++i) {
        words[i] = 0;
        for (int byte = 0; byte < 4; ++byte)
            words[i] = words[i] << 8 | random_byte(&seed);
    }
}

/* The largest difference to the numbers that the host counts. */
static double largest_error(const cl_uint *histogram, const cl_uint *words, cl_uint count)
{
    cl_uint expected[BINS] = {0};
    double largest = 0.0;
    for (cl_uint i = 0; i < count; ++i)
        for (int shift = 0; shift < 32; shift += 8)
            ++expected[words[i] >> shift & 0xff];
    for (int bin = 0; bin < BINS; ++bin) {
        const double more = (double)histogram[bin] - expected[bin];
        const double error = more < 0.0 ? -more : more;
        largest = error > largest ? error : largest;
    }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const cl_uint count = (cl_uint)options.size;
    cl_uint *words = allocate(count, sizeof(cl_uint));
    cl_uint *histogram = allocate(BINS, sizeof(cl_uint));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    make_words(words, count);

    struct device device;
    open_device(&device);
    build_file(&device, "histogram.cl");
    find_histogram(&device, words, count, histogram, times, options.repeats);
    close_device(&device);

    printf("histogram: %u words\n", count);
    const int status = report(times, options.repeats, largest_error(histogram, words, count), 0.0);
    dump(options.dump, histogram, sizeof(cl_uint), BINS);
    free(words), free(histogram), free(times);
    return status;
}
