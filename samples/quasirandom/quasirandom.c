/*
 * quasirandom: the first N points of Niederreiter's sequence in base 2, in three dimensions,
 * written for GPUs.
 *
 * A coordinate is the exclusive or of the direction numbers table[dim * 31 + bit] of those bits
 * that are set in the point's position. A work-group has 320 x 3 work-items: y picks the dimension,
 * and in x the work-items stride over the positions, so that neighbours write neighbouring elements
 * of output[dim * N + pos]. All work-items of one dimension read the same direction numbers.
 *
 * H. Niederreiter, "Low-discrepancy and low-dispersion sequences", J. Number Theory 30, 1988.
 */
#define SAMPLE "quasirandom"
#include "device.h"
#include "options.h"
#include "result.h"
#include <math.h>
#include <stdint.h>

#define DIMENSIONS 3
#define BITS 31
#define LOCAL_X 320
#define GROUPS 64
#define MAX_COUNT (1 << 24)
#define TOLERANCE 1e-6 /* absolute; the coordinates are in [0, 1] */

/* Polynomials over GF(2): bit i is the coefficient of x^i. */
static int degree(uint64_t polynomial)
{
    int result = -1;
    for (; polynomial != 0; polynomial >>= 1)
        ++result;
    return result;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
    uint64_t product = 0;
    for (; b != 0; a <<= 1, b >>= 1)
        if (b & 1)
            product ^= a;
    return product;
}

/*
 * Digit i of a coordinate (0 is the first after the point) depends on bit j of the position by the
 * coefficient of x^-(j+1) in x^u / p^(q+1), where i = q * degree(p) + u. p is irreducible; a long
 * division finds the coefficients.
 */
static void make_direction_numbers(uint32_t *numbers, uint64_t p)
{
    uint64_t power = p;
    for (int j = 0; j < BITS; ++j)
        numbers[j] = 0;
    for (int i = 0; i < BITS; ++i) {
        const int u = i % degree(p);
        if (i > 0 && u == 0)
            power = multiply(power, p);
        uint64_t rest = (uint64_t)1 << u;
        for (int j = 0; j < BITS; ++j) {
            rest <<= 1;
            if (degree(rest) == degree(power)) {
                rest ^= power;
                numbers[j] |= (uint32_t)1 << (BITS - 1 - i);
            }
        }
    }
}

/* Runs the kernel once; its time in milliseconds. */
static double launch(cl_command_queue queue, cl_kernel kernel)
{
    size_t local[2] = {LOCAL_X, DIMENSIONS};
    size_t global[2] = {LOCAL_X * GROUPS, DIMENSIONS};
    cl_event event;
    cl_int err = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* The largest difference between the output and the same points computed on the host. */
static double largest_error(const float *output, uint32_t direction[DIMENSIONS][BITS], int n)
{
    double largest = 0.0;
    for (int dim = 0; dim < DIMENSIONS; ++dim)
        for (int pos = 0; pos < n; ++pos) {
            uint32_t value = 0;
            for (int bit = 0; pos >> bit != 0; ++bit)
                if (pos >> bit & 1)
                    value ^= direction[dim][bit];
            const double error = fabs(output[dim * n + pos] - ldexp(value, -BITS));
            largest = isnan(error) ? INFINITY : fmax(largest, error);
        }
    return largest;
}

int main(int argc, char **argv)
{
    int n = 1 << 20, repeats = 5;
    const char *path = NULL;
    const struct number numbers[] = {{"-n", &n, 1, MAX_COUNT}, {"-r", &repeats, 1, MAX_COUNT}};
    if (!read_options(argc, argv, numbers, 2, &path)) {
        fprintf(stderr, "usage: quasirandom [-n POINTS] [-r REPEATS] [-d FILE]\n"
                        "(numbers: 1 to %d)\n", MAX_COUNT);
        return 2;
    }

    const uint64_t polynomials[DIMENSIONS] = {2, 3, 7}; /* x, x + 1, x^2 + x + 1 */
    uint32_t direction[DIMENSIONS][BITS];
    for (int dim = 0; dim < DIMENSIONS; ++dim)
        make_direction_numbers(direction[dim], polynomials[dim]);

    cl_uint h_table[DIMENSIONS * BITS];
    for (int dim = 0; dim < DIMENSIONS; ++dim)
        for (int bit = 0; bit < BITS; ++bit)
            h_table[dim * BITS + bit] = direction[dim][bit];
    float *h_output = malloc(sizeof(float) * DIMENSIONS * n);
    double *times = malloc(sizeof(double) * repeats);
    if (!h_output || !times)
        die("out of", "memory");

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "quasirandom.cl");
    cl_context context = device.context;
    cl_command_queue queue = device.queue;
    cl_kernel kernel = clCreateKernel(device.program, "quasirandom", &err);
    check(err, "clCreateKernel");

    cl_mem d_table = clCreateBuffer(context, CL_MEM_READ_ONLY,
                                    sizeof(cl_uint) * DIMENSIONS * BITS, NULL, &err);
    check(err, "clCreateBuffer");
    cl_mem d_output = clCreateBuffer(context, CL_MEM_WRITE_ONLY,
                                     sizeof(float) * DIMENSIONS * n, NULL, &err);
    check(err, "clCreateBuffer");
    err = clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, sizeof(cl_uint) * DIMENSIONS * BITS,
                               h_table, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_output);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_table);
    err |= clSetKernelArg(kernel, 2, sizeof(int), &n);
    check(err, "clSetKernelArg");

    launch(queue, kernel); /* to warm up */
    for (int i = 0; i < repeats; ++i)
        times[i] = launch(queue, kernel);
    err = clEnqueueReadBuffer(queue, d_output, CL_TRUE, 0, sizeof(float) * DIMENSIONS * n,
                              h_output, 0, NULL, NULL);
    check(err, "clEnqueueReadBuffer");

    const double error = largest_error(h_output, direction, n);
    printf("quasirandom: %d points in %d dimensions\n", n, DIMENSIONS);
    const int status = report(times, repeats, error, TOLERANCE);
    dump(path, h_output, sizeof(float), (size_t)DIMENSIONS * n);

    clReleaseMemObject(d_table);
    clReleaseMemObject(d_output);
    clReleaseKernel(kernel);
    close_device(&device);
    free(h_output);
    free(times);
    return status;
}
