/*
 * stencil: heat spreads in a block of 2*N x N x N points whose faces keep their temperatures.
 *
 *   next[z][y][x] = own * now[z][y][x] + side * (sum of its six neighbours)
 *
 * where own + 6 * side = 1. Each step reads one array and writes the other; then the two change
 * places. A work-item computes a column of inner points along z; neighbours in x read and write
 * neighbouring elements. Each timed repeat is a step, after one that warms up.
 */
#define SAMPLE "stencil"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_X 32
#define LOCAL_Y 8
#define MIN_SIZE 3
#define MAX_SIZE 512
#define MAX_REPEATS 1000
#define OWN 0.5f
#define SIDE (0.5f / 6.0f)
#define TOLERANCE 1e-5 /* relative; all temperatures are in [1, 2) */

struct options {
    int size, repeats;
    const char *dump;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {64, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, MIN_SIZE, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: stencil [-n SIZE] [-r STEPS] [-d FILE]\n"
                        "The block has 2*SIZE x SIZE x SIZE points.\n"
                        "SIZE is %d to %d, STEPS 1 to %d.\n", MIN_SIZE, MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct device *device, const float *values, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, size, NULL, &err);
    check(err, "clCreateBuffer");
    err = clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    return buffer;
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

/* One step from one buffer to the other; the time in milliseconds. */
static double step(const struct device *device, cl_kernel kernel, cl_mem now, cl_mem next, int nx,
                   int ny, int nz)
{
    const size_t local[2] = {LOCAL_X, LOCAL_Y};
    const size_t global[2] = {round_up(nx - 2, LOCAL_X), round_up(ny - 2, LOCAL_Y)};
    const float own = OWN, side = SIDE;
    cl_event event;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &now);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &next);
    err |= clSetKernelArg(kernel, 2, sizeof(int), &nx);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &ny);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &nz);
    err |= clSetKernelArg(kernel, 5, sizeof(float), &own);
    err |= clSetKernelArg(kernel, 6, sizeof(float), &side);
    check(err, "clSetKernelArg");
    err = clEnqueueNDRangeKernel(device->queue, kernel, 2, NULL, global, local, 0, NULL, &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* One step in double precision, point after point. */
static void step_on_host(const double *now, double *next, int nx, int ny, int nz)
{
    const double own = OWN, side = SIDE;
    const int plane = nx * ny;
    for (int z = 1; z < nz - 1; ++z)
        for (int y = 1; y < ny - 1; ++y)
            for (int x = 1; x < nx - 1; ++x) {
                const double *point = now + z * plane + y * nx + x;
                next[point - now] = own * point[0]
                                  + side * (point[-1] + point[1] + point[-nx] + point[nx]
                                            + point[-plane] + point[plane]);
            }
}

/* The largest relative error of the result, against the same steps in double precision. */
static double largest_error(const float *result, const float *block, int nx, int ny, int nz,
                            int steps)
{
    const int count = nx * ny * nz;
    double *now = allocate((size_t)count, sizeof(double));
    double *next = allocate((size_t)count, sizeof(double));
    double largest = 0.0;
    for (int i = 0; i < count; ++i)
        now[i] = next[i] = block[i];
    for (int s = 0; s < steps; ++s) {
        double *const last = now;
        step_on_host(now, next, nx, ny, nz);
        now = next, next = last;
    }
    for (int i = 0; i < count; ++i) {
        const double error = fabs(result[i] - now[i]) / now[i];
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    free(now), free(next);
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int nx = 2 * options.size, ny = options.size, nz = options.size;
    const int count = nx * ny * nz, steps = options.repeats + 1;
    const size_t size = sizeof(float) * count;
    float *block = allocate((size_t)count, sizeof(float));
    float *result = allocate((size_t)count, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    fill_random(block, (size_t)count, 1.0f, 1);

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "stencil.cl");
    const cl_kernel kernel = clCreateKernel(device.program, "stencil", &err);
    check(err, "clCreateKernel");
    cl_mem d_now = create_buffer(&device, block, size);
    cl_mem d_next = create_buffer(&device, block, size); /* for the faces */
    for (int i = 0; i < steps; ++i) {
        const double time = step(&device, kernel, d_now, d_next, nx, ny, nz);
        const cl_mem d_last = d_now;
        if (i > 0)
            times[i - 1] = time;
        d_now = d_next;
        d_next = d_last;
    }
    check(clEnqueueReadBuffer(device.queue, d_now, CL_TRUE, 0, size, result, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    clReleaseMemObject(d_now);
    clReleaseMemObject(d_next);
    clReleaseKernel(kernel);
    close_device(&device);

    const double error = largest_error(result, block, nx, ny, nz, steps);
    printf("stencil: block of %d x %d x %d points, %d steps\n", nx, ny, nz, steps);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, result, sizeof(float), (size_t)count);
    free(block), free(result), free(times);
    return status;
}
