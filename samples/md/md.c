/*
 * md: potential energy of nA atoms, each over a list of nN neighbours.
 *
 * The atoms sit near the points of a cubic lattice. The neighbour table is
 * built row by row (atom after atom); the device gets it transposed, so that
 * neighbour j of atom i is h_n[i + j*nA] and the work-items of consecutive
 * atoms read consecutive elements. The positions are gathered through it.
 */
#define SAMPLE "md"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define WORK_GROUP 128
#define LATTICE 1.25f      /* spacing of the lattice, in sigma */
#define JITTER 0.2f        /* width of the displacement around a lattice point */
#define CUTOFF 3.2         /* cut-off radius, in sigma; as in md.cl */
#define TOLERANCE 1e-5     /* largest relative error of an atom's energy */
#define MAX_ATOMS 4194304
#define MAX_NEIGHBOURS 256
#define MAX_REPEATS 10000

struct options {
    int atoms, neighbours, repeats;
    const char *dump;
};

static struct options parse_options(int argc, char **argv)
{
    struct options opt = {32768, 64, 5, NULL};
    const struct number numbers[] = {{"-n", &opt.atoms, 2, MAX_ATOMS},
                                     {"-k", &opt.neighbours, 1, MAX_NEIGHBOURS},
                                     {"-r", &opt.repeats, 1, MAX_REPEATS}};

    if (!read_options(argc, argv, numbers, 3, &opt.dump)) {
        fprintf(stderr, "usage: md [-n ATOMS] [-k NEIGHBOURS] [-r REPEATS] [-d FILE]\n");
        exit(2);
    }
    return opt;
}

/* Edge of the smallest cube of lattice points that holds all atoms. */
static int lattice_edge(int nA)
{
    int edge = 1;
    while (edge * edge * edge < nA)
        ++edge;
    return edge;
}

/* Fills offset[] with the nN shortest lattice vectors, as distances in atom numbers. */
static void nearest_offsets(int *offset, int nN, int nA)
{
    int edge = lattice_edge(nA), found = 0;

    for (int r2 = 1; found < nN; ++r2) {
        int h = (int)ceil(sqrt((double)r2));
        for (int z = -h; z <= h; ++z)
            for (int y = -h; y <= h; ++y)
                for (int x = -h; x <= h; ++x) {
                    int step = x + edge * (y + edge * z);
                    if (x * x + y * y + z * z == r2 && step % nA != 0 && found < nN)
                        offset[found++] = step;
                }
    }
}

/* Row i of the table lists the neighbours of atom i; numbers wrap around at the ends. */
static void build_neighbours(int *neighbour, int nA, int nN)
{
    int offset[MAX_NEIGHBOURS];

    nearest_offsets(offset, nN, nA);
    for (int i = 0; i < nA; ++i)
        for (int j = 0; j < nN; ++j)
            neighbour[i * nN + j] = ((i + offset[j]) % nA + nA) % nA;
}

static double pair_energy(double r2)
{
    double s3 = 1.0 / (r2 * r2 * r2);
    return 4.0 * s3 * (s3 - 1.0);
}

/* Largest relative error of the energies, recomputed from the neighbour table. */
static double largest_error(const float *f, const cl_float4 *p, const int *neighbour,
                            int nA, int nN)
{
    double largest = 0.0;

    for (int i = 0; i < nA; ++i) {
        double energy = 0.0;
        for (int j = 0; j < nN; ++j) {
            int other = neighbour[i * nN + j];
            double dx = p[i].s[0] - p[other].s[0];
            double dy = p[i].s[1] - p[other].s[1];
            double dz = p[i].s[2] - p[other].s[2];
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < CUTOFF * CUTOFF)
                energy += pair_energy(r2) - pair_energy(CUTOFF * CUTOFF);
        }
        double error = fabs(f[i] - energy) / fmax(fabs(energy), 1e-3);
        if (isnan(error))
            return INFINITY;
        largest = fmax(largest, error);
    }
    return largest;
}

int main(int argc, char **argv)
{
    struct options opt = parse_options(argc, argv);
    int nA = opt.atoms, nN = opt.neighbours;
    cl_int err;

    /* atoms and their neighbours */
    int *neighbour = malloc(sizeof(int) * nA * nN);
    int *h_n = malloc(sizeof(int) * nA * nN);
    float *h_f = malloc(sizeof(float) * nA);
    cl_float4 *h_p = malloc(sizeof(cl_float4) * nA);
    double *times = malloc(sizeof(double) * opt.repeats);
    if (!neighbour || !h_n || !h_f || !h_p || !times)
        die("out of", "memory");

    int edge = lattice_edge(nA);
    unsigned seed = 2016u;
    for (int i = 0; i < nA; ++i) {
        h_p[i].s[0] = LATTICE * (float)(i % edge) + JITTER * (random_recipe(&seed) - 0.5f);
        h_p[i].s[1] = LATTICE * (float)(i / edge % edge) + JITTER * (random_recipe(&seed) - 0.5f);
        h_p[i].s[2] = LATTICE * (float)(i / edge / edge) + JITTER * (random_recipe(&seed) - 0.5f);
        h_p[i].s[3] = 0.0f;
    }

    build_neighbours(neighbour, nA, nN);
    for (int i = 0; i < nA; ++i)
        for (int j = 0; j < nN; ++j)
            h_n[i + j * nA] = neighbour[i * nN + j];

    /* device, queue and kernel */
    struct device device;
    open_device(&device);
    build_file(&device, "md.cl");
    cl_context context = device.context;
    cl_command_queue queue = device.queue;
    cl_kernel kernel = clCreateKernel(device.program, "md_energy", &err);
    CHECK(err);

    /* buffers */
    cl_mem d_f = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(float) * nA, NULL, &err);
    CHECK(err);
    cl_mem d_p = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(cl_float4) * nA, NULL, &err);
    CHECK(err);
    cl_mem d_n = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(int) * nA * nN, NULL, &err);
    CHECK(err);
    CHECK(clEnqueueWriteBuffer(queue, d_p, CL_TRUE, 0, sizeof(cl_float4) * nA, h_p, 0, NULL, NULL));
    CHECK(clEnqueueWriteBuffer(queue, d_n, CL_TRUE, 0, sizeof(int) * nA * nN, h_n, 0, NULL, NULL));

    err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_f);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_p);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_n);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &nN);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &nA);
    CHECK(err);

    /* launches; the first one warms up and is not timed */
    size_t local[1] = {WORK_GROUP};
    size_t global[1] = {(nA + local[0] - 1) / local[0] * local[0]};
    for (int r = 0; r <= opt.repeats; ++r) {
        cl_event event;
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, &event));
        double time = time_of(event);
        if (r > 0)
            times[r - 1] = time;
    }

    CHECK(clEnqueueReadBuffer(queue, d_f, CL_TRUE, 0, sizeof(float) * nA, h_f, 0, NULL, NULL));

    /* post-processing */
    double error = largest_error(h_f, h_p, neighbour, nA, nN);
    printf("md: energies of %d atoms, %d neighbours each\n", nA, nN);
    int status = report(times, opt.repeats, error, TOLERANCE);
    dump(opt.dump, h_f, sizeof(float), (size_t)nA);

    clReleaseMemObject(d_n);
    clReleaseMemObject(d_p);
    clReleaseMemObject(d_f);
    clReleaseKernel(kernel);
    close_device(&device);
    free(times);
    free(h_p);
    free(h_f);
    free(h_n);
    free(neighbour);
    return status;
}
