/*
 * gaussian: a system of N linear equations, solved by Gaussian elimination without a choice of
 * pivots.
 *
 * The device has the N x N matrix with the right sides as a further column, stored by rows. For
 * each pivot there are two launches: one finds the factors of the rows below, one work-item a row;
 * the other changes these rows, one work-item an element, neighbours in x being neighbours in a
 * row. The host finds the solution from the triangle that is left. In each row the element on the
 * diagonal is larger than all others together, so that pivots need not be chosen.
 *
 * The time is from the start of the first kernel to the end of the last one.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_ROWS 128   /* of find_factors */
#define LOCAL_X 32       /* of eliminate */
#define LOCAL_Y 8
#define MAX_SIZE 4096
#define MAX_REPEATS 1000
#define TOLERANCE 1e-4 /* relative; the unknowns are in [1, 2) */

struct options {
    int size, repeats;
    const char *dump;
};

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel find_factors, eliminate;
    cl_mem a, factors;
};

static void check(cl_int err, const char *what)
{
    if (err != CL_SUCCESS) {
        fprintf(stderr, "gaussian: %s failed, OpenCL error %d\n", what, (int)err);
        exit(3);
    }
}

static void die(const char *what, const char *name)
{
    fprintf(stderr, "gaussian: %s %s\n", what, name);
    exit(3);
}

/* A whole number from `least` to `most`, or 0 where the text is something else. */
static int parse_count(const char *text, int least, int most)
{
    char *end;
    const long value = strtol(text, &end, 10);
    return *end == '\0' && value >= least && value <= most ? (int)value : 0;
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {256, 5, NULL};
    int i;
    for (i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "-n") == 0)
            o.size = parse_count(argv[i + 1], 2, MAX_SIZE);
        else if (strcmp(argv[i], "-r") == 0)
            o.repeats = parse_count(argv[i + 1], 1, MAX_REPEATS);
        else if (strcmp(argv[i], "-d") == 0)
            o.dump = argv[i + 1];
        else
            break;
    if (i < argc || o.size == 0 || o.repeats == 0) {
        fprintf(stderr, "usage: gaussian [-n EQUATIONS] [-r REPEATS] [-d FILE]\n"
                        "EQUATIONS is 2 to %d, REPEATS 1 to %d.\n", MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        die("out of memory for", "the equations");
    return memory;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("cannot open", path);
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    char *text = allocate((size_t)length + 1, 1);
    rewind(file);
    if (fread(text, 1, (size_t)length, file) != (size_t)length)
        die("cannot read", path);
    fclose(file);
    return text;
}

static void build_kernels(struct device *device)
{
    cl_int err;
    char *text = read_text("gaussian.cl");
    const char *source = text;
    device->program = clCreateProgramWithSource(device->context, 1, &source, NULL, &err);
    check(err, "clCreateProgramWithSource");
    free(text);
    err = clBuildProgram(device->program, 1, &device->id, "", NULL, NULL);
    if (err != CL_SUCCESS) {
        char log[8192] = "";
        clGetProgramBuildInfo(device->program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                              NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(err, "clBuildProgram");
    device->find_factors = clCreateKernel(device->program, "find_factors", &err);
    check(err, "clCreateKernel");
    device->eliminate = clCreateKernel(device->program, "eliminate", &err);
    check(err, "clCreateKernel");
}

static void open_device(struct device *device)
{
    cl_platform_id platform;
    cl_int err;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device->id, NULL), "clGetDeviceIDs");
    device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &err);
    check(err, "clCreateContext");
    device->queue =
        clCreateCommandQueue(device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err, "clCreateCommandQueue");
    build_kernels(device);
}

static void close_device(struct device *device)
{
    clReleaseMemObject(device->a);
    clReleaseMemObject(device->factors);
    clReleaseKernel(device->find_factors);
    clReleaseKernel(device->eliminate);
    clReleaseProgram(device->program);
    clReleaseCommandQueue(device->queue);
    clReleaseContext(device->context);
}

static cl_mem create_buffer(const struct device *device, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

/* The arguments that are the same for all pivots. */
static void set_arguments(const struct device *device, int n, int pitch)
{
    const int columns = n + 1;
    cl_int err = clSetKernelArg(device->find_factors, 0, sizeof(cl_mem), &device->a);
    err |= clSetKernelArg(device->find_factors, 1, sizeof(cl_mem), &device->factors);
    err |= clSetKernelArg(device->find_factors, 2, sizeof(int), &n);
    err |= clSetKernelArg(device->find_factors, 3, sizeof(int), &pitch);
    err |= clSetKernelArg(device->eliminate, 0, sizeof(cl_mem), &device->a);
    err |= clSetKernelArg(device->eliminate, 1, sizeof(cl_mem), &device->factors);
    err |= clSetKernelArg(device->eliminate, 2, sizeof(int), &n);
    err |= clSetKernelArg(device->eliminate, 3, sizeof(int), &columns);
    err |= clSetKernelArg(device->eliminate, 4, sizeof(int), &pitch);
    check(err, "clSetKernelArg");
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

static void find_factors(const struct device *device, int n, int pivot, cl_event *event)
{
    const size_t local[1] = {LOCAL_ROWS};
    const size_t global[1] = {round_up(n - 1 - pivot, LOCAL_ROWS)};
    check(clSetKernelArg(device->find_factors, 4, sizeof(int), &pivot), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(device->queue, device->find_factors, 1, NULL, global, local,
                                 0, NULL, event), "clEnqueueNDRangeKernel");
}

static void eliminate(const struct device *device, int n, int pivot, cl_event *event)
{
    const size_t local[2] = {LOCAL_X, LOCAL_Y};
    const size_t global[2] = {round_up(n - pivot, LOCAL_X), round_up(n - 1 - pivot, LOCAL_Y)};
    check(clSetKernelArg(device->eliminate, 5, sizeof(int), &pivot), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(device->queue, device->eliminate, 2, NULL, global, local,
                                 0, NULL, event), "clEnqueueNDRangeKernel");
}

/* Uploads the matrix and makes a triangle of it; the time in milliseconds. */
static double run(const struct device *device, const float *matrix, int n, int pitch)
{
    cl_event first, last;
    cl_ulong start, end;
    cl_int err = clEnqueueWriteBuffer(device->queue, device->a, CL_TRUE, 0,
                                      sizeof(float) * n * pitch, matrix, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    for (int pivot = 0; pivot < n - 1; ++pivot) {
        find_factors(device, n, pivot, pivot == 0 ? &first : NULL);
        eliminate(device, n, pivot, pivot == n - 2 ? &last : NULL);
    }
    check(clFinish(device->queue), "clFinish");
    err = clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    err |= clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    err |= clReleaseEvent(first);
    err |= clReleaseEvent(last);
    check(err, "the launches' events");
    return (double)(end - start) * 1e-6;
}

/* The equations: their matrix, with the right sides behind it. The unknowns are near those that the
 * right sides are made with, which are not kept. */
static void make_equations(float *matrix, int n, int pitch)
{
    unsigned int seed = 1;
    double *unknowns = allocate((size_t)n, sizeof(double));
    for (int i = 0; i < n; ++i)
        unknowns[i] = 1.0 + (double)(i * 7 % n) / n;
    for (int row = 0; row < n; ++row) {
        double side = 0.0;
        for (int column = 0; column < n; ++column) {
            seed = seed * 1234567893u + 987654321u;
            matrix[row * pitch + column] = (float)(seed >> 8) / 16777216.0f;
            if (column == row)
                matrix[row * pitch + column] += (float)n;
            side += matrix[row * pitch + column] * unknowns[column];
        }
        matrix[row * pitch + n] = (float)side;
    }
    free(unknowns);
}

/* The unknowns, from the triangle on and above the diagonal. */
static void substitute_back(float *unknowns, const float *matrix, int n, int pitch)
{
    for (int row = n - 1; row >= 0; --row) {
        double rest = matrix[row * pitch + n];
        for (int column = row + 1; column < n; ++column)
            rest -= (double)matrix[row * pitch + column] * unknowns[column];
        unknowns[row] = (float)(rest / matrix[row * pitch + row]);
    }
}

/* The unknowns by the same method, one row after another, in double precision. */
static void solve_on_host(double *unknowns, const float *matrix, int n, int pitch)
{
    double *a = allocate((size_t)n * pitch, sizeof(double));
    for (int i = 0; i < n * pitch; ++i)
        a[i] = matrix[i];
    for (int pivot = 0; pivot < n - 1; ++pivot)
        for (int row = pivot + 1; row < n; ++row) {
            const double factor = a[row * pitch + pivot] / a[pivot * pitch + pivot];
            for (int column = pivot; column <= n; ++column)
                a[row * pitch + column] -= factor * a[pivot * pitch + column];
        }
    for (int row = n - 1; row >= 0; --row) {
        unknowns[row] = a[row * pitch + n];
        for (int column = row + 1; column < n; ++column)
            unknowns[row] -= a[row * pitch + column] * unknowns[column];
        unknowns[row] /= a[row * pitch + row];
    }
    free(a);
}

/* The largest relative error of the unknowns, against those in double precision. */
static double largest_error(const float *unknowns, const float *matrix, int n, int pitch)
{
    double *expected = allocate((size_t)n, sizeof(double));
    double largest = 0.0;
    solve_on_host(expected, matrix, n, pitch);
    for (int i = 0; i < n; ++i) {
        const double error = fabs(unknowns[i] - expected[i]) / fabs(expected[i]);
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    free(expected);
    return largest;
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

static void dump(const char *path, const float *values, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(values, sizeof(float), count, file) != count || fclose(file) != 0)
        die("cannot write", path);
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int n = options.size, pitch = n + 1;
    const size_t size = sizeof(float) * n * pitch;
    float *matrix = allocate((size_t)n * pitch, sizeof(float));
    float *triangle = allocate((size_t)n * pitch, sizeof(float));
    float *unknowns = allocate((size_t)n, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    make_equations(matrix, n, pitch);

    struct device device;
    open_device(&device);
    device.a = create_buffer(&device, size);
    device.factors = create_buffer(&device, sizeof(float) * n);
    set_arguments(&device, n, pitch);
    run(&device, matrix, n, pitch); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = run(&device, matrix, n, pitch);
    check(clEnqueueReadBuffer(device.queue, device.a, CL_TRUE, 0, size, triangle, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    close_device(&device);

    substitute_back(unknowns, triangle, n, pitch);
    const double error = largest_error(unknowns, matrix, n, pitch);
    const int passed = error <= TOLERANCE;
    printf("gaussian: %d equations\n", n);
    printf("kernel: %.3f ms\n", median(times, options.repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (options.dump)
        dump(options.dump, unknowns, (size_t)n);
    free(matrix), free(triangle), free(unknowns), free(times);
    return passed ? 0 : 1;
}
