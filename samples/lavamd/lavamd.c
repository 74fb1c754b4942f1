/*
 * lavamd: the potential of particles, and the force on each, in 2*N x N x N boxes of space.
 * Particles act on those of their own box and of the boxes around it, and the less the farther they
 * are.
 *
 * A work-group does a box, and goes through up to 27 boxes, one after another, in local memory. The
 * boxes know which ones are around them: there are fewer at the faces. The forces are zero before
 * each launch, which adds to them.
 *
 * S. Che et al., "Rodinia: a benchmark suite for heterogeneous computing", IISWC 2009.
 */
#define SAMPLE "lavamd"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define PARTICLES 100  /* in a box; as in lavamd.cl */
#define THREADS 64
#define ALPHA 0.5f     /* the smaller, the farther particles act */
#define MAX_SIZE 16
#define MAX_REPEATS 1000
#define TOLERANCE 1e-4 /* of the potential, which is larger than any force */

struct options {
    int size, repeats;
    const char *dump;
};

/* As in lavamd.cl. */
struct quad {
    cl_float v, x, y, z;
};

struct neighbour {
    cl_int x, y, z, number;
    cl_long offset;
};

struct box {
    cl_int x, y, z, number;
    cl_long offset;
    cl_int neighbours;
    struct neighbour neighbour[26];
};

/* All boxes and their particles. */
struct space {
    int boxes, particles;
    struct box *box;
    struct quad *place;
    float *charge;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {3, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: lavamd [-n SIZE] [-r REPEATS] [-d FILE]\n"
                        "There are 2*SIZE x SIZE x SIZE boxes of %d particles each.\n"
                        "SIZE is 1 to %d, REPEATS 1 to %d.\n", PARTICLES, MAX_SIZE, MAX_REPEATS);
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

static void upload(const struct device *device, cl_mem buffer, const void *values, size_t size)
{
    check(clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
}

/* Adds up the forces from zero; the kernel's time in milliseconds. */
static double launch(const struct device *device, cl_kernel kernel, const struct space *space,
                     cl_mem d_force, const struct quad *zeros)
{
    const size_t local[1] = {THREADS};
    const size_t global[1] = {(size_t)space->boxes * THREADS};
    cl_event event;
    upload(device, d_force, zeros, sizeof *zeros * space->particles);
    check(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL, &event),
          "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* The forces. The kernel runs once to warm up, and then `repeats` times; `times` become those of
 * each, in milliseconds. */
static void find_forces(const struct device *device, cl_kernel kernel, const struct space *space,
                        struct quad *force, double *times, int repeats)
{
    const size_t boxes = sizeof(struct box) * space->boxes;
    const size_t quads = sizeof(struct quad) * space->particles;
    const size_t floats = sizeof(float) * space->particles;
    const float alpha = ALPHA;
    const cl_mem d_box = create_buffer(device, CL_MEM_READ_ONLY, boxes);
    const cl_mem d_place = create_buffer(device, CL_MEM_READ_ONLY, quads);
    const cl_mem d_charge = create_buffer(device, CL_MEM_READ_ONLY, floats);
    const cl_mem d_force = create_buffer(device, CL_MEM_READ_WRITE, quads);
    struct quad *zeros = allocate((size_t)space->particles, sizeof(struct quad));
    cl_int err = clSetKernelArg(kernel, 0, sizeof(float), &alpha);
    err |= clSetKernelArg(kernel, 1, sizeof(int), &space->boxes);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_box);
    err |= clSetKernelArg(kernel, 3, sizeof(cl_mem), &d_place);
    err |= clSetKernelArg(kernel, 4, sizeof(cl_mem), &d_charge);
    err |= clSetKernelArg(kernel, 5, sizeof(cl_mem), &d_force);
    check(err, "clSetKernelArg");
    upload(device, d_box, space->box, boxes);
    upload(device, d_place, space->place, quads);
    upload(device, d_charge, space->charge, floats);
    launch(device, kernel, space, d_force, zeros);
    for (int i = 0; i < repeats; ++i)
        times[i] = launch(device, kernel, space, d_force, zeros);
    check(clEnqueueReadBuffer(device->queue, d_force, CL_TRUE, 0, quads, force, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    clReleaseMemObject(d_box), clReleaseMemObject(d_place);
    clReleaseMemObject(d_charge), clReleaseMemObject(d_force);
    free(zeros);
}

/* Adds the box at a place, if there is one, to those around a box. */
static void add_neighbour(struct box *box, int x, int y, int z, int size)
{
    if (x < 0 || y < 0 || z < 0 || x >= 2 * size || y >= size || z >= size)
        return;
    const int number = (z * size + y) * 2 * size + x;
    if (number != box->number)
        box->neighbour[box->neighbours++] =
            (struct neighbour){x, y, z, number, (cl_long)number * PARTICLES};
}

static void make_boxes(struct box *box, int size)
{
    for (int number = 0; number < 2 * size * size * size; ++number, ++box) {
        box->x = number % (2 * size);
        box->y = number / (2 * size) % size;
        box->z = number / (2 * size) / size;
        box->number = number;
        box->offset = (cl_long)number * PARTICLES;
        for (int i = 0; i < 27; ++i)
            add_neighbour(box, box->x + i % 3 - 1, box->y + i / 3 % 3 - 1, box->z + i / 9 - 1,
                          size);
    }
}

/* Particles anywhere in their boxes, of charges of about 1 together. Boxes are 1 long. */
static struct space make_space(int size)
{
    unsigned int seed = 1;
    struct space space = {.boxes = 2 * size * size * size};
    space.particles = space.boxes * PARTICLES;
    space.box = allocate((size_t)space.boxes, sizeof(struct box));
    space.place = allocate((size_t)space.particles, sizeof(struct quad));
    space.charge = allocate((size_t)space.particles, sizeof(float));
    make_boxes(space.box, size);
    for (int i = 0; i < space.particles; ++i) {
        const struct box *const box = &space.box[i / PARTICLES];
        struct quad *const place = &space.place[i];
        place->x = (float)box->x + random_unit(&seed);
        place->y = (float)box->y + random_unit(&seed);
        place->z = (float)box->z + random_unit(&seed);
        place->v = 0.5f * (place->x * place->x + place->y * place->y + place->z * place->z);
        space.charge[i] = (0.5f + random_unit(&seed)) / PARTICLES;
    }
    return space;
}

/* Adds what the particles of a box do to one at a place, in double precision. */
static void add_box(double force[4], const struct quad *own, const struct space *space, int box)
{
    for (int i = box * PARTICLES; i < (box + 1) * PARTICLES; ++i) {
        const struct quad *const other = &space->place[i];
        const double x = (double)own->x - other->x, y = (double)own->y - other->y;
        const double z = (double)own->z - other->z;
        const double potential =
            space->charge[i] * exp(-(double)ALPHA * ALPHA * (x * x + y * y + z * z));
        force[0] += potential;
        force[1] += 2.0 * potential * x;
        force[2] += 2.0 * potential * y;
        force[3] += 2.0 * potential * z;
    }
}

/* The largest error of a particle's potential and force, relative to its potential. */
static double largest_error(const struct quad *force, const struct space *space)
{
    double largest = 0.0;
    for (int i = 0; i < space->particles; ++i) {
        const struct box *const box = &space->box[i / PARTICLES];
        double expected[4] = {0.0};
        add_box(expected, &space->place[i], space, box->number);
        for (int k = 0; k < box->neighbours; ++k)
            add_box(expected, &space->place[i], space, box->neighbour[k].number);
        const double error = fabs(force[i].v - expected[0]) + fabs(force[i].x - expected[1])
                           + fabs(force[i].y - expected[2]) + fabs(force[i].z - expected[3]);
        largest = isnan(error) ? INFINITY : fmax(largest, error / expected[0]);
    }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    struct space space = make_space(options.size);
    struct quad *force = allocate((size_t)space.particles, sizeof(struct quad));
    double *times = allocate((size_t)options.repeats, sizeof(double));

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "lavamd.cl");
    const cl_kernel kernel = clCreateKernel(device.program, "find_forces", &err);
    check(err, "clCreateKernel");
    find_forces(&device, kernel, &space, force, times, options.repeats);
    clReleaseKernel(kernel);
    close_device(&device);

    printf("lavamd: %d boxes of %d particles\n", space.boxes, PARTICLES);
    const int status = report(times, options.repeats, largest_error(force, &space), TOLERANCE);
    dump(options.dump, force, sizeof(struct quad), (size_t)space.particles);
    free(space.box), free(space.place), free(space.charge), free(force), free(times);
    return status;
}
