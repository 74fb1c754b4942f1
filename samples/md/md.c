/*
 * md: potential energy of nA atoms, each over a list of nN neighbours.
 *
 * The atoms sit near the points of a cubic lattice. The neighbour table is
 * built row by row (atom after atom); the device gets it transposed, so that
 * neighbour j of atom i is h_n[i + j*nA] and the work-items of consecutive
 * atoms read consecutive elements. The positions are gathered through it.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORK_GROUP 128
#define LATTICE 1.25f      /* spacing of the lattice, in sigma */
#define JITTER 0.2f        /* width of the displacement around a lattice point */
#define CUTOFF 3.2         /* cut-off radius, in sigma; as in md.cl */
#define TOLERANCE 1e-5     /* largest relative error of an atom's energy */
#define MAX_ATOMS 4194304
#define MAX_NEIGHBOURS 256

#define CHECK(call)                                                          \
    do {                                                                     \
        cl_int code_ = (call);                                               \
        if (code_ != CL_SUCCESS) {                                           \
            fprintf(stderr, "%s:%d: OpenCL error %d\n", __FILE__, __LINE__,  \
                    (int)code_);                                             \
            exit(3);                                                         \
        }                                                                    \
    } while (0)

struct options {
    int atoms, neighbours, repeats;
    const char *dump;
};

static void usage(void)
{
    fprintf(stderr, "usage: md [-n ATOMS] [-k NEIGHBOURS] [-r REPEATS] [-d FILE]\n");
    exit(2);
}

static int parse_count(const char *text, int limit)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < 1 || value > limit)
        usage();
    return (int)value;
}

static struct options parse_options(int argc, char **argv)
{
    struct options opt = {32768, 64, 5, NULL};

    for (int a = 1; a < argc; a += 2) {
        if (a + 1 == argc)
            usage();
        if (strcmp(argv[a], "-n") == 0)
            opt.atoms = parse_count(argv[a + 1], MAX_ATOMS);
        else if (strcmp(argv[a], "-k") == 0)
            opt.neighbours = parse_count(argv[a + 1], MAX_NEIGHBOURS);
        else if (strcmp(argv[a], "-r") == 0)
            opt.repeats = parse_count(argv[a + 1], 10000);
        else if (strcmp(argv[a], "-d") == 0)
            opt.dump = argv[a + 1];
        else
            usage();
    }
    if (opt.atoms < 2)
        usage();
    return opt;
}

static char *read_file(const char *path)
{
    enum { LIMIT = 65536 };
    char *text = calloc(LIMIT, 1);
    FILE *file = fopen(path, "rb");

    if (text == NULL || file == NULL || fread(text, 1, LIMIT - 1, file) == 0) {
        fprintf(stderr, "md: cannot read %s\n", path);
        exit(3);
    }
    fclose(file);
    return text;
}

static float random_unit(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
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

static double elapsed_ms(cl_event event)
{
    cl_ulong start, end;
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL));
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL));
    return (double)(end - start) * 1e-6;
}

static double median(double *values, int count)
{
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && values[j] < values[j - 1]; --j) {
            double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    return (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

static void write_result(const char *path, const float *f, int nA)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(f, sizeof(float), (size_t)nA, file) != (size_t)nA
        || fclose(file) != 0) {
        fprintf(stderr, "md: cannot write %s\n", path);
        exit(3);
    }
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
    if (!neighbour || !h_n || !h_f || !h_p || !times) {
        fprintf(stderr, "md: out of memory\n");
        return 3;
    }

    int edge = lattice_edge(nA);
    unsigned seed = 2016u;
    for (int i = 0; i < nA; ++i) {
        h_p[i].s[0] = LATTICE * (float)(i % edge) + JITTER * (random_unit(&seed) - 0.5f);
        h_p[i].s[1] = LATTICE * (float)(i / edge % edge) + JITTER * (random_unit(&seed) - 0.5f);
        h_p[i].s[2] = LATTICE * (float)(i / edge / edge) + JITTER * (random_unit(&seed) - 0.5f);
        h_p[i].s[3] = 0.0f;
    }

    build_neighbours(neighbour, nA, nN);
    for (int i = 0; i < nA; ++i)
        for (int j = 0; j < nN; ++j)
            h_n[i + j * nA] = neighbour[i * nN + j];

    /* device, queue and kernel */
    cl_platform_id platform;
    cl_device_id device;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    CHECK(err);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    CHECK(err);

    char *source = read_file("md.cl");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &err);
    CHECK(err);
    err = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (err != CL_SUCCESS) {
        static char log[16384];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    CHECK(err);
    cl_kernel kernel = clCreateKernel(program, "md_energy", &err);
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
        CHECK(clFinish(queue));
        if (r > 0)
            times[r - 1] = elapsed_ms(event);
        CHECK(clReleaseEvent(event));
    }

    CHECK(clEnqueueReadBuffer(queue, d_f, CL_TRUE, 0, sizeof(float) * nA, h_f, 0, NULL, NULL));

    /* post-processing */
    double error = largest_error(h_f, h_p, neighbour, nA, nN);
    int passed = error <= TOLERANCE;
    printf("md: energies of %d atoms, %d neighbours each\n", nA, nN);
    printf("kernel: %.3f ms\n", median(times, opt.repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (opt.dump != NULL)
        write_result(opt.dump, h_f, nA);

    clReleaseMemObject(d_n);
    clReleaseMemObject(d_p);
    clReleaseMemObject(d_f);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(source);
    free(times);
    free(h_p);
    free(h_f);
    free(h_n);
    free(neighbour);
    return passed ? 0 : 1;
}
