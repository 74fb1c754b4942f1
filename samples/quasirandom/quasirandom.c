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
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONS 3
#define BITS 31
#define LOCAL_X 320
#define GROUPS 64
#define MAX_COUNT (1 << 24)
#define TOLERANCE 1e-6 /* absolute; the coordinates are in [0, 1] */

static void check_error(cl_int err, const char *what)
{
    if (err != CL_SUCCESS) {
        fprintf(stderr, "quasirandom: %s: error %d\n", what, err);
        exit(3);
    }
}

static void die(const char *what, const char *name)
{
    fprintf(stderr, "quasirandom: %s %s\n", what, name);
    exit(3);
}

static void usage(void)
{
    fprintf(stderr, "usage: quasirandom [-n POINTS] [-r REPEATS] [-d FILE]\n"
                    "(numbers: 1 to %d)\n", MAX_COUNT);
    exit(2);
}

static int parse_count(const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (*end != '\0' || value < 1 || value > MAX_COUNT)
        usage();
    return (int)value;
}

static void parse_options(int argc, char **argv, int *n, int *repeats, const char **path)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            usage();
        if (strcmp(argv[i], "-n") == 0)
            *n = parse_count(argv[i + 1]);
        else if (strcmp(argv[i], "-r") == 0)
            *repeats = parse_count(argv[i + 1]);
        else if (strcmp(argv[i], "-d") == 0)
            *path = argv[i + 1];
        else
            usage();
    }
}

static void read_file(const char *path, char *text, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("cannot open", path);
    const size_t length = fread(text, 1, capacity - 1, file);
    if (ferror(file) || !feof(file))
        die("cannot read", path);
    text[length] = '\0';
    fclose(file);
}

static cl_program build_program(cl_context context, cl_device_id device, const char *path)
{
    char text[8192], log[8192] = "";
    const char *source = text;
    cl_int err;
    read_file(path, text, sizeof(text));
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    check_error(err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    if (err != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check_error(err, "clBuildProgram");
    return program;
}

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
    cl_ulong start = 0, end = 0;
    cl_int err = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, &event);
    check_error(err, "clEnqueueNDRangeKernel");
    check_error(clWaitForEvents(1, &event), "clWaitForEvents");
    err = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL);
    err |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
    check_error(err, "clGetEventProfilingInfo");
    clReleaseEvent(event);
    return (double)(end - start) * 1e-6;
}

static double median(double *times, int count)
{
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && times[j - 1] > times[j]; --j) {
            const double later = times[j - 1];
            times[j - 1] = times[j];
            times[j] = later;
        }
    return 0.5 * (times[(count - 1) / 2] + times[count / 2]);
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

static void dump(const char *path, const float *values, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(values, sizeof(float), count, file) != count || fclose(file) != 0)
        die("cannot write", path);
}

int main(int argc, char **argv)
{
    int n = 1 << 20, repeats = 5;
    const char *path = NULL;
    parse_options(argc, argv, &n, &repeats, &path);

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
        die("out of memory for", "the output");

    cl_platform_id platform;
    cl_device_id device;
    cl_int err = clGetPlatformIDs(1, &platform, NULL);
    check_error(err, "clGetPlatformIDs");
    err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    check_error(err, "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check_error(err, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    check_error(err, "clCreateCommandQueue");
    cl_program program = build_program(context, device, "quasirandom.cl");
    cl_kernel kernel = clCreateKernel(program, "quasirandom", &err);
    check_error(err, "clCreateKernel");

    cl_mem d_table = clCreateBuffer(context, CL_MEM_READ_ONLY,
                                    sizeof(cl_uint) * DIMENSIONS * BITS, NULL, &err);
    check_error(err, "clCreateBuffer");
    cl_mem d_output = clCreateBuffer(context, CL_MEM_WRITE_ONLY,
                                     sizeof(float) * DIMENSIONS * n, NULL, &err);
    check_error(err, "clCreateBuffer");
    err = clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, sizeof(cl_uint) * DIMENSIONS * BITS,
                               h_table, 0, NULL, NULL);
    check_error(err, "clEnqueueWriteBuffer");
    err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_output);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_table);
    err |= clSetKernelArg(kernel, 2, sizeof(int), &n);
    check_error(err, "clSetKernelArg");

    launch(queue, kernel); /* to warm up */
    for (int i = 0; i < repeats; ++i)
        times[i] = launch(queue, kernel);
    err = clEnqueueReadBuffer(queue, d_output, CL_TRUE, 0, sizeof(float) * DIMENSIONS * n,
                              h_output, 0, NULL, NULL);
    check_error(err, "clEnqueueReadBuffer");

    const double error = largest_error(h_output, direction, n);
    const int passed = error <= TOLERANCE;
    printf("quasirandom: %d points in %d dimensions\n", n, DIMENSIONS);
    printf("kernel: %.3f ms\n", median(times, repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (path)
        dump(path, h_output, (size_t)DIMENSIONS * n);

    clReleaseMemObject(d_table);
    clReleaseMemObject(d_output);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(h_output);
    free(times);
    return passed ? 0 : 1;
}
