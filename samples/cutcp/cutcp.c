/*
 * cutcp: the electric potential of atoms at the 2*N x N x N points of a lattice. Charges beyond a
 * cutoff count nothing, and nearer ones by less, so that the potential is smooth there.
 *
 * The atoms are sorted by cubic cells whose edges are the cutoff. A work-group of 8 x 8 x 4 points
 * is half a cell; its work-items go through the atoms of that cell and of the 26 around it, all in
 * the same order, and add up those that are near enough. Neighbours in x write neighbouring points.
 *
 * C. Rodrigues et al., "GPU acceleration of cutoff pair potentials for molecular modeling
 * applications", Computing Frontiers 2008.
 */
#define SAMPLE "cutcp"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_X 8
#define LOCAL_Y 8
#define LOCAL_Z 4
#define CELL 8           /* points along an edge of a cell; as in cutcp.cl */
#define SPACING 0.5f     /* of the lattice, in Angstrom */
#define CUTOFF (CELL * SPACING)
#define POINTS_PER_ATOM 4 /* along each axis */
#define MAX_SIZE 96
#define MAX_REPEATS 1000
#define TOLERANCE 1e-5   /* relative; all charges are positive, so that nothing cancels */

struct options {
    int size, repeats;
    const char *dump;
};

/* Points along each axis, and cells, with the empty ones round the others. */
struct lattice {
    int nx, ny, nz;
    int cells_x, cells_y, cells_z;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {24, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: cutcp [-n SIZE] [-r REPEATS] [-d FILE]\n"
                        "The lattice has 2*SIZE x SIZE x SIZE points.\n"
                        "SIZE is 1 to %d, REPEATS 1 to %d.\n", MAX_SIZE, MAX_REPEATS);
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

static cl_mem upload(const struct device *device, const void *values, size_t size)
{
    const cl_mem buffer = create_buffer(device, CL_MEM_READ_ONLY, size);
    check(clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    return buffer;
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

/* Runs the kernel once; its time in milliseconds. */
static double launch(const struct device *device, cl_kernel kernel, const struct lattice *lattice)
{
    const size_t local[3] = {LOCAL_X, LOCAL_Y, LOCAL_Z};
    const size_t global[3] = {round_up(lattice->nx, LOCAL_X), round_up(lattice->ny, LOCAL_Y),
                              round_up(lattice->nz, LOCAL_Z)};
    cl_event event;
    cl_int err = clEnqueueNDRangeKernel(device->queue, kernel, 3, NULL, global, local, 0, NULL,
                                        &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* The potential of atoms that are sorted by cells. The kernel runs once to warm up, and then
 * `repeats` times; `times` become those of each, in milliseconds. */
static void find_potential(const struct device *device, cl_kernel kernel,
                           const struct lattice *lattice, const cl_float4 *atoms, int count,
                           const int *first, float *potential, double *times, int repeats)
{
    const int cells = lattice->cells_x * lattice->cells_y * lattice->cells_z;
    const size_t size = sizeof(float) * lattice->nx * lattice->ny * lattice->nz;
    const float spacing = SPACING, cutoff = CUTOFF;
    const cl_mem d_atoms = upload(device, atoms, sizeof(cl_float4) * count);
    const cl_mem d_first = upload(device, first, sizeof(int) * (cells + 1));
    const cl_mem d_potential = create_buffer(device, CL_MEM_WRITE_ONLY, size);
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_atoms);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_first);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_potential);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &lattice->nx);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &lattice->ny);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &lattice->nz);
    err |= clSetKernelArg(kernel, 6, sizeof(int), &lattice->cells_x);
    err |= clSetKernelArg(kernel, 7, sizeof(int), &lattice->cells_y);
    err |= clSetKernelArg(kernel, 8, sizeof(float), &spacing);
    err |= clSetKernelArg(kernel, 9, sizeof(float), &cutoff);
    check(err, "clSetKernelArg");
    launch(device, kernel, lattice);
    for (int i = 0; i < repeats; ++i)
        times[i] = launch(device, kernel, lattice);
    err = clEnqueueReadBuffer(device->queue, d_potential, CL_TRUE, 0, size, potential, 0, NULL,
                              NULL);
    check(err, "clEnqueueReadBuffer");
    clReleaseMemObject(d_atoms);
    clReleaseMemObject(d_first);
    clReleaseMemObject(d_potential);
}

static struct lattice make_lattice(int size)
{
    struct lattice lattice = {2 * size, size, size, 0, 0, 0};
    lattice.cells_x = (lattice.nx + CELL - 1) / CELL + 2;
    lattice.cells_y = (lattice.ny + CELL - 1) / CELL + 2;
    lattice.cells_z = (lattice.nz + CELL - 1) / CELL + 2;
    return lattice;
}

/* A coordinate near the middle of a cube of points, and between points. */
static float random_place(int cube, unsigned int *seed)
{
    const int point = cube * POINTS_PER_ATOM + (int)(POINTS_PER_ATOM * random_unit(seed));
    return SPACING * ((float)point + 0.25f + 0.5f * random_unit(seed));
}

/* How many cubes with an atom each there are along so many points. */
static int cubes(int points)
{
    return (points + POINTS_PER_ATOM - 1) / POINTS_PER_ATOM;
}

/* One atom for each cube of points, with a charge in [0.5, 1.5). */
static void make_atoms(cl_float4 *atoms, const struct lattice *lattice)
{
    unsigned int seed = 1;
    for (int z = 0; z < cubes(lattice->nz); ++z)
        for (int y = 0; y < cubes(lattice->ny); ++y)
            for (int x = 0; x < cubes(lattice->nx); ++x, ++atoms) {
                atoms->s[0] = random_place(x, &seed);
                atoms->s[1] = random_place(y, &seed);
                atoms->s[2] = random_place(z, &seed);
                atoms->s[3] = 0.5f + random_unit(&seed);
            }
}

static int cell_of(const cl_float4 *atom, const struct lattice *lattice)
{
    const int x = (int)(atom->s[0] / CUTOFF) + 1;
    const int y = (int)(atom->s[1] / CUTOFF) + 1;
    const int z = (int)(atom->s[2] / CUTOFF) + 1;
    return (z * lattice->cells_y + y) * lattice->cells_x + x;
}

/* Sorts atoms by cells; first[c] becomes the number of the first one in cell c. */
static void sort_atoms(cl_float4 *sorted, int *first, const cl_float4 *atoms, int count,
                       const struct lattice *lattice)
{
    const int cells = lattice->cells_x * lattice->cells_y * lattice->cells_z;
    int *next = allocate((size_t)cells, sizeof(int));
    for (int i = 0; i < count; ++i)
        ++first[cell_of(&atoms[i], lattice) + 1];
    for (int cell = 0; cell < cells; ++cell) {
        first[cell + 1] += first[cell];
        next[cell] = first[cell];
    }
    for (int i = 0; i < count; ++i)
        sorted[next[cell_of(&atoms[i], lattice)]++] = atoms[i];
    free(next);
}

/* The potential at a point, of all atoms one after another, in double precision. */
static double potential_at(double x, double y, double z, const cl_float4 *atoms, int count)
{
    const double cutoff2 = CUTOFF * CUTOFF;
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        const double dx = atoms[i].s[0] - x, dy = atoms[i].s[1] - y, dz = atoms[i].s[2] - z;
        const double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff2) {
            const double s = 1.0 - r2 / cutoff2;
            sum += atoms[i].s[3] / sqrt(r2) * s * s;
        }
    }
    return sum;
}

/* The largest relative error of the potential at all points. */
static double largest_error(const float *potential, const struct lattice *lattice,
                            const cl_float4 *atoms, int count)
{
    double largest = 0.0;
    for (int z = 0; z < lattice->nz; ++z)
        for (int y = 0; y < lattice->ny; ++y)
            for (int x = 0; x < lattice->nx; ++x, ++potential) {
                const double expected =
                    potential_at(x * SPACING, y * SPACING, z * SPACING, atoms, count);
                const double error = fabs(*potential - expected) / expected;
                largest = isnan(error) ? INFINITY : fmax(largest, error);
            }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const struct lattice lattice = make_lattice(options.size);
    const int points = lattice.nx * lattice.ny * lattice.nz;
    const int count = cubes(lattice.nx) * cubes(lattice.ny) * cubes(lattice.nz);
    const int cells = lattice.cells_x * lattice.cells_y * lattice.cells_z;
    cl_float4 *atoms = allocate((size_t)count, sizeof(cl_float4));
    cl_float4 *sorted = allocate((size_t)count, sizeof(cl_float4));
    int *first = allocate((size_t)cells + 1, sizeof(int));
    float *potential = allocate((size_t)points, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    make_atoms(atoms, &lattice);
    sort_atoms(sorted, first, atoms, count, &lattice);

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "cutcp.cl");
    const cl_kernel kernel = clCreateKernel(device.program, "cutcp", &err);
    check(err, "clCreateKernel");
    find_potential(&device, kernel, &lattice, sorted, count, first, potential, times,
                   options.repeats);
    clReleaseKernel(kernel);
    close_device(&device);

    const double error = largest_error(potential, &lattice, atoms, count);
    printf("cutcp: potential of %d atoms at %d x %d x %d points\n", count, lattice.nx, lattice.ny,
           lattice.nz);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, potential, sizeof(float), (size_t)points);
    free(atoms), free(sorted), free(first), free(potential), free(times);
    return status;
}
