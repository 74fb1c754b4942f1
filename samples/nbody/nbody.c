/*
 * nbody: N bodies that attract each other, step after step, each by all others.
 *
 * A work-item has a body. The bodies that pull at it come by tiles, which the work-items of a group
 * load into local memory together. The bodies are filled up to whole groups with some that have no
 * mass, so that neither kernel nor tiles have a rest. Each step reads positions and velocities from
 * one pair of buffers and writes another; then these change places. Each timed repeat is a step,
 * after one that warms up.
 *
 * L. Nyland, M. Harris, J. Prins, "Fast N-body simulation with CUDA", GPU Gems 3, 2007.
 */
#define SAMPLE "nbody"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_SIZE 64
#define STEP 0.05f
#define SOFTENING 0.1f
#define MAX_BODIES 65536
#define MAX_REPEATS 1000
#define TOLERANCE 1e-5 /* relative; all coordinates are in about [1, 2) */

struct options {
    int bodies, repeats;
    const char *dump;
};

/* Positions and velocities on the device. */
struct state {
    cl_mem position, velocity;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {4096, 5, NULL};
    const struct number numbers[] = {{"-n", &o.bodies, 1, MAX_BODIES},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: nbody [-n BODIES] [-r STEPS] [-d FILE]\n"
                        "BODIES is 1 to %d, STEPS 1 to %d.\n", MAX_BODIES, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct device *device, const cl_float4 *values, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, size, NULL, &err);
    check(err, "clCreateBuffer");
    err = clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    return buffer;
}

/* One step from one state to the other; the time in milliseconds. */
static double advance(const struct device *device, cl_kernel kernel, const struct state *now,
                      const struct state *next, int bodies)
{
    const size_t local[1] = {LOCAL_SIZE};
    const size_t global[1] = {(size_t)bodies};
    const float step = STEP, softening = SOFTENING;
    cl_event event;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &now->position);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &now->velocity);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &next->position);
    err |= clSetKernelArg(kernel, 3, sizeof(cl_mem), &next->velocity);
    err |= clSetKernelArg(kernel, 4, sizeof(cl_float4) * LOCAL_SIZE, NULL);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &bodies);
    err |= clSetKernelArg(kernel, 6, sizeof(float), &step);
    err |= clSetKernelArg(kernel, 7, sizeof(float), &softening);
    check(err, "clSetKernelArg");
    err = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL, &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* The positions after one step, and as many as are timed. */
static void simulate(const struct device *device, cl_kernel kernel, const cl_float4 *position,
                     const cl_float4 *velocity, cl_float4 *result, int bodies, double *times,
                     int repeats)
{
    const size_t size = sizeof(cl_float4) * bodies;
    struct state now = {create_buffer(device, position, size),
                        create_buffer(device, velocity, size)};
    struct state next = {create_buffer(device, position, size),
                         create_buffer(device, velocity, size)};
    for (int i = 0; i <= repeats; ++i) {
        const double time = advance(device, kernel, &now, &next, bodies);
        const struct state last = now;
        if (i > 0)
            times[i - 1] = time;
        now = next;
        next = last;
    }
    check(clEnqueueReadBuffer(device->queue, now.position, CL_TRUE, 0, size, result, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    clReleaseMemObject(now.position), clReleaseMemObject(now.velocity);
    clReleaseMemObject(next.position), clReleaseMemObject(next.velocity);
}

/* Bodies at rest in a cube, of a mass of 1 together; those that fill up have none. */
static void make_bodies(cl_float4 *position, int bodies, int all)
{
    unsigned int seed = 1;
    for (int body = 0; body < all; ++body) {
        for (int axis = 0; axis < 3; ++axis)
            position[body].s[axis] = 1.0f + random_unit(&seed);
        position[body].s[3] = body < bodies ? 1.0f / (float)bodies : 0.0f;
    }
}

/* What all bodies do to the velocity of one, in one step. */
static void pull_on_host(const double (*position)[3], const cl_float4 *masses, double *velocity,
                         int body, int bodies)
{
    const double step = STEP, softening = SOFTENING;
    for (int other = 0; other < bodies; ++other) {
        double away[3], square = softening * softening;
        for (int axis = 0; axis < 3; ++axis) {
            away[axis] = position[other][axis] - position[body][axis];
            square += away[axis] * away[axis];
        }
        for (int axis = 0; axis < 3; ++axis)
            velocity[axis] += step * masses[other].s[3] * away[axis] / (square * sqrt(square));
    }
}

/* The largest relative error of the positions, against the same steps in double precision. */
static double largest_error(const cl_float4 *result, const cl_float4 *start, int bodies, int steps)
{
    double (*position)[3] = allocate((size_t)bodies, sizeof *position);
    double (*velocity)[3] = allocate((size_t)bodies, sizeof *velocity);
    double largest = 0.0;
    for (int i = 0; i < 3 * bodies; ++i)
        position[i / 3][i % 3] = start[i / 3].s[i % 3];
    for (int s = 0; s < steps; ++s) {
        for (int body = 0; body < bodies; ++body)
            pull_on_host((const double (*)[3])position, start, velocity[body], body, bodies);
        for (int i = 0; i < 3 * bodies; ++i)
            position[i / 3][i % 3] += STEP * velocity[i / 3][i % 3];
    }
    for (int i = 0; i < 3 * bodies; ++i) {
        const double expected = position[i / 3][i % 3];
        const double error = fabs(result[i / 3].s[i % 3] - expected) / fabs(expected);
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    free(position), free(velocity);
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int bodies = options.bodies, steps = options.repeats + 1;
    const int all = (bodies + LOCAL_SIZE - 1) / LOCAL_SIZE * LOCAL_SIZE;
    cl_float4 *position = allocate((size_t)all, sizeof(cl_float4));
    cl_float4 *velocity = allocate((size_t)all, sizeof(cl_float4));
    cl_float4 *result = allocate((size_t)all, sizeof(cl_float4));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    make_bodies(position, bodies, all);

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "nbody.cl");
    const cl_kernel kernel = clCreateKernel(device.program, "advance", &err);
    check(err, "clCreateKernel");
    simulate(&device, kernel, position, velocity, result, all, times, options.repeats);
    clReleaseKernel(kernel);
    close_device(&device);

    const double error = largest_error(result, position, bodies, steps);
    printf("nbody: %d bodies, %d steps\n", bodies, steps);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, result, sizeof(cl_float4), (size_t)bodies);
    free(position), free(velocity), free(result), free(times);
    return status;
}
