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
#define SAMPLE "sgemm"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_ROWS 16
#define LOCAL_COLS 8
#define MAX_SIZE 8192
#define TOLERANCE 1e-4 /* relative; all terms are positive, so nothing cancels */

struct options {
    int size, depth, repeats;
    const char *dump;
};

struct handles {
    struct device device;
    cl_kernel kernel;
    cl_mem d_a, d_b, d_c;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {512, 256, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-k", &o.depth, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_SIZE}};
    if (!read_options(argc, argv, numbers, 3, &o.dump)) {
        fprintf(stderr, "usage: sgemm [-n SIZE] [-k DEPTH] [-r REPEATS] [-d FILE]\n"
                        "C is 2*SIZE x SIZE, A has DEPTH columns (numbers: 1 to %d)\n", MAX_SIZE);
        exit(2);
    }
    return o;
}

static void set_up(struct handles *cl, int m, int n, int k)
{
    cl_int err;
    open_device(&cl->device);
    build_file(&cl->device, "sgemm.cl");
    cl->kernel = clCreateKernel(cl->device.program, "sgemm", &err);
    CHECK(err);
    cl->d_a = clCreateBuffer(cl->device.context, CL_MEM_READ_ONLY, sizeof(float) * m * k,
                             NULL, &err);
    CHECK(err);
    cl->d_b = clCreateBuffer(cl->device.context, CL_MEM_READ_ONLY, sizeof(float) * n * k,
                             NULL, &err);
    CHECK(err);
    cl->d_c = clCreateBuffer(cl->device.context, CL_MEM_READ_WRITE, sizeof(float) * m * n,
                             NULL, &err);
    CHECK(err);
}

static void set_arguments(struct handles *cl, int m, int n, int k, float alpha, float beta)
{
    const int lda = m, ldb = n, ldc = m;
    CHECK(clSetKernelArg(cl->kernel, 0, sizeof(cl_mem), &cl->d_a));
    CHECK(clSetKernelArg(cl->kernel, 1, sizeof(int), &lda));
    CHECK(clSetKernelArg(cl->kernel, 2, sizeof(cl_mem), &cl->d_b));
    CHECK(clSetKernelArg(cl->kernel, 3, sizeof(int), &ldb));
    CHECK(clSetKernelArg(cl->kernel, 4, sizeof(cl_mem), &cl->d_c));
    CHECK(clSetKernelArg(cl->kernel, 5, sizeof(int), &ldc));
    CHECK(clSetKernelArg(cl->kernel, 6, sizeof(int), &m));
    CHECK(clSetKernelArg(cl->kernel, 7, sizeof(int), &n));
    CHECK(clSetKernelArg(cl->kernel, 8, sizeof(int), &k));
    CHECK(clSetKernelArg(cl->kernel, 9, sizeof(float), &alpha));
    CHECK(clSetKernelArg(cl->kernel, 10, sizeof(float), &beta));
}

/* Uploads C, runs the kernel, and returns the kernel's time in milliseconds. */
static double run(const struct handles *cl, const float *h_c, int m, int n)
{
    const size_t local[2] = {LOCAL_ROWS, LOCAL_COLS};
    const size_t global[2] = {(size_t)(m + LOCAL_ROWS - 1) / LOCAL_ROWS * LOCAL_ROWS,
                              (size_t)(n + LOCAL_COLS - 1) / LOCAL_COLS * LOCAL_COLS};
    cl_event event;
    CHECK(clEnqueueWriteBuffer(cl->device.queue, cl->d_c, CL_TRUE, 0, sizeof(float) * m * n, h_c,
                               0, NULL, NULL));
    CHECK(clEnqueueNDRangeKernel(cl->device.queue, cl->kernel, 2, NULL, global, local,
                                 0, NULL, &event));
    return time_of(event);
}

static void tear_down(struct handles *cl)
{
    CHECK(clReleaseMemObject(cl->d_a));
    CHECK(clReleaseMemObject(cl->d_b));
    CHECK(clReleaseMemObject(cl->d_c));
    CHECK(clReleaseKernel(cl->kernel));
    close_device(&cl->device);
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
        die("out of", "memory");

    fill_random(a, (size_t)m * k, 0.0f, 1);
    fill_random(b, (size_t)n * k, 0.0f, 2);
    fill_random(c, (size_t)m * n, 0.0f, 3);
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
    CHECK(clEnqueueWriteBuffer(cl.device.queue, cl.d_a, CL_TRUE, 0, sizeof(float) * m * k, h_a,
                               0, NULL, NULL));
    CHECK(clEnqueueWriteBuffer(cl.device.queue, cl.d_b, CL_TRUE, 0, sizeof(float) * n * k, h_b,
                               0, NULL, NULL));
    run(&cl, h_c, m, n); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = run(&cl, h_c, m, n);
    CHECK(clEnqueueReadBuffer(cl.device.queue, cl.d_c, CL_TRUE, 0, sizeof(float) * m * n, h_result,
                              0, NULL, NULL));
    tear_down(&cl);

    const double error = largest_error(h_result, a, b, c, m, n, k, alpha, beta);
    printf("sgemm: C (%d x %d) = alpha * A * B + beta * C, A has %d columns\n", m, n, k);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, h_result, sizeof(float), (size_t)m * n);
    free(a), free(b), free(c);
    free(h_a), free(h_b), free(h_c);
    free(h_result), free(times);
    return status;
}
