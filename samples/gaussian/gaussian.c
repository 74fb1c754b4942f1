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
#define SAMPLE "gaussian"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

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

/* The kernels and buffers on the device. */
struct solver {
    struct device device;
    cl_kernel find_factors, eliminate;
    cl_mem a, factors;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {256, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 2, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: gaussian [-n EQUATIONS] [-r REPEATS] [-d FILE]\n"
                        "EQUATIONS is 2 to %d, REPEATS 1 to %d.\n", MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct device *device, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void create_kernels(struct solver *solver)
{
    cl_int err;
    build_file(&solver->device, "gaussian.cl");
    solver->find_factors = clCreateKernel(solver->device.program, "find_factors", &err);
    check(err, "clCreateKernel");
    solver->eliminate = clCreateKernel(solver->device.program, "eliminate", &err);
    check(err, "clCreateKernel");
}

static void release(struct solver *solver)
{
    clReleaseMemObject(solver->a);
    clReleaseMemObject(solver->factors);
    clReleaseKernel(solver->find_factors);
    clReleaseKernel(solver->eliminate);
    close_device(&solver->device);
}

/* The arguments that are the same for all pivots. */
static void set_arguments(const struct solver *solver, int n, int pitch)
{
    const int columns = n + 1;
    cl_int err = clSetKernelArg(solver->find_factors, 0, sizeof(cl_mem), &solver->a);
    err |= clSetKernelArg(solver->find_factors, 1, sizeof(cl_mem), &solver->factors);
    err |= clSetKernelArg(solver->find_factors, 2, sizeof(int), &n);
    err |= clSetKernelArg(solver->find_factors, 3, sizeof(int), &pitch);
    err |= clSetKernelArg(solver->eliminate, 0, sizeof(cl_mem), &solver->a);
    err |= clSetKernelArg(solver->eliminate, 1, sizeof(cl_mem), &solver->factors);
    err |= clSetKernelArg(solver->eliminate, 2, sizeof(int), &n);
    err |= clSetKernelArg(solver->eliminate, 3, sizeof(int), &columns);
    err |= clSetKernelArg(solver->eliminate, 4, sizeof(int), &pitch);
    check(err, "clSetKernelArg");
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

static void find_factors(const struct solver *solver, int n, int pivot, cl_event *event)
{
    const size_t local[1] = {LOCAL_ROWS};
    const size_t global[1] = {round_up(n - 1 - pivot, LOCAL_ROWS)};
    check(clSetKernelArg(solver->find_factors, 4, sizeof(int), &pivot), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(solver->device.queue, solver->find_factors, 1, NULL, global, local,
                                 0, NULL, event), "clEnqueueNDRangeKernel");
}

static void eliminate(const struct solver *solver, int n, int pivot, cl_event *event)
{
    const size_t local[2] = {LOCAL_X, LOCAL_Y};
    const size_t global[2] = {round_up(n - pivot, LOCAL_X), round_up(n - 1 - pivot, LOCAL_Y)};
    check(clSetKernelArg(solver->eliminate, 5, sizeof(int), &pivot), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(solver->device.queue, solver->eliminate, 2, NULL, global, local,
                                 0, NULL, event), "clEnqueueNDRangeKernel");
}

/* Uploads the matrix and makes a triangle of it; the time in milliseconds. */
static double run(const struct solver *solver, const float *matrix, int n, int pitch)
{
    cl_event first, last;
    cl_int err = clEnqueueWriteBuffer(solver->device.queue, solver->a, CL_TRUE, 0,
                                      sizeof(float) * n * pitch, matrix, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    for (int pivot = 0; pivot < n - 1; ++pivot) {
        find_factors(solver, n, pivot, pivot == 0 ? &first : NULL);
        eliminate(solver, n, pivot, pivot == n - 2 ? &last : NULL);
    }
    check(clFinish(solver->device.queue), "clFinish");
    return time_between(first, last);
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
            matrix[row * pitch + column] = random_unit(&seed);
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

    struct solver solver;
    open_device(&solver.device);
    create_kernels(&solver);
    solver.a = create_buffer(&solver.device, size);
    solver.factors = create_buffer(&solver.device, sizeof(float) * n);
    set_arguments(&solver, n, pitch);
    run(&solver, matrix, n, pitch); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = run(&solver, matrix, n, pitch);
    check(clEnqueueReadBuffer(solver.device.queue, solver.a, CL_TRUE, 0, size, triangle, 0, NULL,
                              NULL), "clEnqueueReadBuffer");
    release(&solver);

    substitute_back(unknowns, triangle, n, pitch);
    const double error = largest_error(unknowns, matrix, n, pitch);
    printf("gaussian: %d equations\n", n);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, unknowns, sizeof(float), (size_t)n);
    free(matrix), free(triangle), free(unknowns), free(times);
    return status;
}
