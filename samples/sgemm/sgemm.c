/*
 * sgemm: C = alpha * A * B + beta * C in single precision, written for GPUs.
 *
 * A is m x k, stored by columns:  A[row + p * lda]
 * B is k x n, stored by rows:     B[col + p * ldb]
 * C is m x n, stored by columns:  C[row + col * ldc]
 *
 * A work-item computes one element of C. In every step p of its loop, neighbouring work-items of
 * dimension 0 read neighbouring elements of A, those of dimension 1 neighbouring elements of B.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_ROWS 16
#define LOCAL_COLS 8
#define MAX_SIZE 8192
#define TOLERANCE 1e-4 /* relative; all terms are positive, so nothing cancels */

#define CL_CHECK(call)                                                                             \
    do {                                                                                           \
        cl_int e = (call);                                                                         \
        if (e != CL_SUCCESS) {                                                                     \
            fprintf(stderr, "sgemm: error %d in line %d: %s\n", e, __LINE__, #call);               \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

struct options {
    int size, depth, repeats;
    const char *dump;
};

struct handles {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_a, d_b, d_c;
};

static void die(const char *what, const char *name)
{
    fprintf(stderr, "sgemm: %s %s\n", what, name);
    exit(3);
}

/* A whole number from 1 to MAX_SIZE, or 0 where the text is something else. */
static int parse_count(const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    return *end == '\0' && value >= 1 && value <= MAX_SIZE ? (int)value : 0;
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {512, 256, 5, NULL};
    int good = 1;
    for (int i = 1; i < argc && good; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "-n") == 0)
            good = (o.size = parse_count(value)) > 0;
        else if (strcmp(argv[i], "-k") == 0)
            good = (o.depth = parse_count(value)) > 0;
        else if (strcmp(argv[i], "-r") == 0)
            good = (o.repeats = parse_count(value)) > 0;
        else
            good = strcmp(argv[i], "-d") == 0 && *(o.dump = value) != '\0';
    }
    if (!good) {
        fprintf(stderr, "usage: sgemm [-n SIZE] [-k DEPTH] [-r REPEATS] [-d FILE]\n"
                        "C is 2*SIZE x SIZE, A has DEPTH columns (numbers: 1 to %d)\n", MAX_SIZE);
        exit(2);
    }
    return o;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        die("cannot open", path);
    const size_t length = (size_t)ftell(file);
    char *text = calloc(length + 1, 1);
    rewind(file);
    if (!text || fread(text, 1, length, file) != length)
        die("cannot read", path);
    fclose(file);
    return text;
}

static void build_kernel(struct handles *cl, const char *path)
{
    cl_int err;
    char *text = read_file(path);
    cl->program = clCreateProgramWithSource(cl->context, 1, (const char **)&text, NULL, &err);
    CL_CHECK(err);
    free(text);
    err = clBuildProgram(cl->program, 1, &cl->device, "", NULL, NULL);
    if (err == CL_BUILD_PROGRAM_FAILURE) {
        char log[8192] = "";
        clGetProgramBuildInfo(cl->program, cl->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    CL_CHECK(err);
    cl->kernel = clCreateKernel(cl->program, "sgemm", &err);
    CL_CHECK(err);
}

static void set_up(struct handles *cl, int m, int n, int k)
{
    cl_int err;
    cl_platform_id platform;
    CL_CHECK(clGetPlatformIDs(1, &platform, NULL));
    CL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl->device, NULL));
    cl->context = clCreateContext(NULL, 1, &cl->device, NULL, NULL, &err);
    CL_CHECK(err);
    cl->queue = clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE, &err);
    CL_CHECK(err);
    build_kernel(cl, "sgemm.cl");
    cl->d_a = clCreateBuffer(cl->context, CL_MEM_READ_ONLY, sizeof(float) * m * k, NULL, &err);
    CL_CHECK(err);
    cl->d_b = clCreateBuffer(cl->context, CL_MEM_READ_ONLY, sizeof(float) * n * k, NULL, &err);
    CL_CHECK(err);
    cl->d_c = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, sizeof(float) * m * n, NULL, &err);
    CL_CHECK(err);
}

static void set_arguments(struct handles *cl, int m, int n, int k, float alpha, float beta)
{
    const int lda = m, ldb = n, ldc = m;
    CL_CHECK(clSetKernelArg(cl->kernel, 0, sizeof(cl_mem), &cl->d_a));
    CL_CHECK(clSetKernelArg(cl->kernel, 1, sizeof(int), &lda));
    CL_CHECK(clSetKernelArg(cl->kernel, 2, sizeof(cl_mem), &cl->d_b));
    CL_CHECK(clSetKernelArg(cl->kernel, 3, sizeof(int), &ldb));
    CL_CHECK(clSetKernelArg(cl->kernel, 4, sizeof(cl_mem), &cl->d_c));
    CL_CHECK(clSetKernelArg(cl->kernel, 5, sizeof(int), &ldc));
    CL_CHECK(clSetKernelArg(cl->kernel, 6, sizeof(int), &m));
    CL_CHECK(clSetKernelArg(cl->kernel, 7, sizeof(int), &n));
    CL_CHECK(clSetKernelArg(cl->kernel, 8, sizeof(int), &k));
    CL_CHECK(clSetKernelArg(cl->kernel, 9, sizeof(float), &alpha));
    CL_CHECK(clSetKernelArg(cl->kernel, 10, sizeof(float), &beta));
}

/* Uploads C, runs the kernel, and returns the kernel's time in milliseconds. */
static double run(const struct handles *cl, const float *h_c, int m, int n)
{
    const size_t local[2] = {LOCAL_ROWS, LOCAL_COLS};
    const size_t global[2] = {(size_t)(m + LOCAL_ROWS - 1) / LOCAL_ROWS * LOCAL_ROWS,
                              (size_t)(n + LOCAL_COLS - 1) / LOCAL_COLS * LOCAL_COLS};
    cl_event event;
    cl_ulong from, to;
    CL_CHECK(clEnqueueWriteBuffer(cl->queue, cl->d_c, CL_TRUE, 0, sizeof(float) * m * n, h_c,
                                  0, NULL, NULL));
    CL_CHECK(clEnqueueNDRangeKernel(cl->queue, cl->kernel, 2, NULL, global, local,
                                    0, NULL, &event));
    CL_CHECK(clWaitForEvents(1, &event));
    CL_CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL));
    CL_CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL));
    CL_CHECK(clReleaseEvent(event));
    return (double)(to - from) * 1e-6;
}

static void tear_down(struct handles *cl)
{
    CL_CHECK(clReleaseMemObject(cl->d_a));
    CL_CHECK(clReleaseMemObject(cl->d_b));
    CL_CHECK(clReleaseMemObject(cl->d_c));
    CL_CHECK(clReleaseKernel(cl->kernel));
    CL_CHECK(clReleaseProgram(cl->program));
    CL_CHECK(clReleaseCommandQueue(cl->queue));
    CL_CHECK(clReleaseContext(cl->context));
}

static void fill_random(float *values, int count, unsigned int seed)
{
    for (int i = 0; i < count; ++i) {
        seed = seed * 1234567893u + 987654321u;
        values[i] = (float)(seed >> 8) / 16777216.0f; /* in [0, 1) */
    }
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

/* The largest relative error of the result, against the same product in double precision. */
static double largest_error(const float *result, const float *a, const float *b, const float *c,
                            int m, int n, int k, float alpha, float beta)
{
    double largest = 0.0;
    for (int row = 0; row < m; ++row)
        for (int col = 0; col < n; ++col) {
            double sum = 0.0;
            for (int p = 0; p < k; ++p)
                sum += (double)a[row * k + p] * b[p * n + col];
            const double expected = alpha * sum + beta * c[row * n + col];
            const double error = fabs(result[row + col * m] - expected) / expected;
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
    const struct options options = parse_options(argc, argv);
    const int n = options.size, m = 2 * n, k = options.depth;
    const float alpha = 1.5f, beta = 0.5f;
    float *a = malloc(sizeof(float) * m * k), *h_a = malloc(sizeof(float) * m * k);
    float *b = malloc(sizeof(float) * n * k), *h_b = malloc(sizeof(float) * n * k);
    float *c = malloc(sizeof(float) * m * n), *h_c = malloc(sizeof(float) * m * n);
    float *h_result = malloc(sizeof(float) * m * n);
    double *times = malloc(sizeof(double) * options.repeats);
    if (!a || !b || !c || !h_a || !h_b || !h_c || !h_result || !times)
        die("out of memory for", "the matrices");

    fill_random(a, m * k, 1);
    fill_random(b, n * k, 2);
    fill_random(c, m * n, 3);
    for (int p = 0; p < k; ++p) {
        for (int row = 0; row < m; ++row)
            h_a[row + p * m] = a[row * k + p];
        for (int col = 0; col < n; ++col)
            h_b[col + p * n] = b[p * n + col];
    }
    for (int col = 0; col < n; ++col)
        for (int row = 0; row < m; ++row)
            h_c[row + col * m] = c[row * n + col];

    struct handles cl;
    set_up(&cl, m, n, k);
    set_arguments(&cl, m, n, k, alpha, beta);
    CL_CHECK(clEnqueueWriteBuffer(cl.queue, cl.d_a, CL_TRUE, 0, sizeof(float) * m * k, h_a,
                                  0, NULL, NULL));
    CL_CHECK(clEnqueueWriteBuffer(cl.queue, cl.d_b, CL_TRUE, 0, sizeof(float) * n * k, h_b,
                                  0, NULL, NULL));
    run(&cl, h_c, m, n); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = run(&cl, h_c, m, n);
    CL_CHECK(clEnqueueReadBuffer(cl.queue, cl.d_c, CL_TRUE, 0, sizeof(float) * m * n, h_result,
                                 0, NULL, NULL));
    tear_down(&cl);

    const double error = largest_error(h_result, a, b, c, m, n, k, alpha, beta);
    const int passed = error <= TOLERANCE;
    printf("sgemm: C (%d x %d) = alpha * A * B + beta * C, A has %d columns\n", m, n, k);
    printf("kernel: %.3f ms\n", median(times, options.repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (options.dump)
        dump(options.dump, h_result, (size_t)m * n);
    free(a), free(b), free(c);
    free(h_a), free(h_b), free(h_c);
    free(h_result), free(times);
    return passed ? 0 : 1;
}
