/*
 * nw: the scores of the best alignments of two sequences of 16*N characters, and of all pairs of
 * their beginnings, by the algorithm of Needleman and Wunsch.
 *
 * The table of the scores is filled by tiles of 16 x 16 elements. Since a tile needs those above
 * and on the left, there is a launch for each anti-diagonal of tiles, with a work-group a tile:
 * first by one kernel up to the longest one, then by another one down to the last corner. The first
 * row and column are of gaps only, and the host fills them.
 *
 * The time is from the start of the first kernel to the end of the last one.
 *
 * S. Che et al., "Rodinia: a benchmark suite for heterogeneous computing", IISWC 2009.
 */
#define SAMPLE "nw"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define TILE 16       /* as in nw.cl */
#define ALPHABET 24
#define PENALTY 10    /* of a gap */
#define MAX_SIZE 512
#define MAX_REPEATS 1000

struct options {
    int size, repeats;
    const char *dump;
};

/* The kernels and buffers on the device. */
struct aligner {
    struct device device;
    cl_kernel upper, lower;
    cl_mem similarity, table;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {96, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 2, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: nw [-n SIZE] [-r REPEATS] [-d FILE]\n"
                        "The sequences have %d*SIZE characters.\n"
                        "SIZE is 2 to %d, REPEATS 1 to %d.\n", TILE, MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_kernel create_kernel(const struct aligner *aligner, const char *name)
{
    cl_int err;
    const cl_kernel kernel = clCreateKernel(aligner->device.program, name, &err);
    check(err, "clCreateKernel");
    return kernel;
}

static cl_mem create_buffer(const struct aligner *aligner, cl_mem_flags flags, const int *values,
                            size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(aligner->device.context, flags, size, NULL, &err);
    check(err, "clCreateBuffer");
    err = clEnqueueWriteBuffer(aligner->device.queue, buffer, CL_TRUE, 0, size, values, 0, NULL,
                               NULL);
    check(err, "clEnqueueWriteBuffer");
    return buffer;
}

/* The arguments of a kernel that are the same for all anti-diagonals. */
static void set_arguments(const struct aligner *aligner, cl_kernel kernel, int columns)
{
    const int penalty = PENALTY;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &aligner->similarity);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &aligner->table);
    err |= clSetKernelArg(kernel, 2, sizeof(int) * (TILE + 1) * (TILE + 1), NULL);
    err |= clSetKernelArg(kernel, 3, sizeof(int) * TILE * TILE, NULL);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &columns);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &penalty);
    check(err, "clSetKernelArg");
}

/* Does an anti-diagonal of so many tiles up to the longest one. */
static void align_upper(const struct aligner *aligner, int diagonal, cl_event *event)
{
    const size_t local[1] = {TILE};
    const size_t global[1] = {(size_t)diagonal * TILE};
    check(clSetKernelArg(aligner->upper, 6, sizeof(int), &diagonal), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(aligner->device.queue, aligner->upper, 1, NULL, global, local, 0,
                                 NULL, event), "clEnqueueNDRangeKernel");
}

/* Does one behind it. */
static void align_lower(const struct aligner *aligner, int diagonal, int tiles, cl_event *event)
{
    const size_t local[1] = {TILE};
    const size_t global[1] = {(size_t)diagonal * TILE};
    cl_int err = clSetKernelArg(aligner->lower, 6, sizeof(int), &diagonal);
    err |= clSetKernelArg(aligner->lower, 7, sizeof(int), &tiles);
    check(err, "clSetKernelArg");
    check(clEnqueueNDRangeKernel(aligner->device.queue, aligner->lower, 1, NULL, global, local, 0,
                                 NULL, event), "clEnqueueNDRangeKernel");
}

/* Fills the table; the time in milliseconds. */
static double align(const struct aligner *aligner, int tiles)
{
    cl_event first, last;
    for (int diagonal = 1; diagonal <= tiles; ++diagonal)
        align_upper(aligner, diagonal, diagonal == 1 ? &first : NULL);
    for (int diagonal = tiles - 1; diagonal >= 1; --diagonal)
        align_lower(aligner, diagonal, tiles, diagonal == 1 ? &last : NULL);
    check(clFinish(aligner->device.queue), "clFinish");
    return time_between(first, last);
}

static int random_below(int bound, unsigned int *seed)
{
    return (int)((float)bound * random_unit(seed));
}

/* How alike two characters are: alike characters much, others little or not at all. */
static void make_scores(int scores[ALPHABET][ALPHABET], unsigned int *seed)
{
    for (int a = 0; a < ALPHABET; ++a)
        for (int b = 0; b <= a; ++b) {
            const int score = a == b ? 4 + random_below(8, seed) : random_below(8, seed) - 4;
            scores[a][b] = scores[b][a] = score;
        }
}

/* The similarity of each pair of characters of two sequences, in rows as long as the table's. The
 * second sequence is the first one with some other characters. */
static void make_similarity(int *similarity, int count)
{
    int scores[ALPHABET][ALPHABET];
    unsigned int seed = 1;
    int *first = allocate((size_t)count, sizeof(int));
    int *second = allocate((size_t)count, sizeof(int));
    make_scores(scores, &seed);
    for (int i = 0; i < count; ++i) {
        first[i] = random_below(ALPHABET, &seed);
        second[i] = random_below(3, &seed) == 0 ? random_below(ALPHABET, &seed) : first[i];
    }
    for (int y = 0; y < count; ++y)
        for (int x = 0; x < count; ++x)
            similarity[(y + 1) * (count + 1) + x + 1] = scores[first[y]][second[x]];
    free(first), free(second);
}

/* The first row and the first column, which align with gaps. */
static void make_border(int *table, int columns)
{
    for (int i = 0; i < columns; ++i)
        table[i] = table[i * columns] = -i * PENALTY;
}

static int larger_of(int a, int b)
{
    return a > b ? a : b;
}

/* The largest difference to the table that the host fills, row after row. */
static double largest_error(const int *table, const int *similarity, int columns)
{
    int *expected = allocate((size_t)columns * columns, sizeof(int));
    double largest = 0.0;
    make_border(expected, columns);
    for (int y = 1; y < columns; ++y)
        for (int x = 1; x < columns; ++x) {
            const int at = y * columns + x;
            const int gap = larger_of(expected[at - 1], expected[at - columns]) - PENALTY;
            expected[at] = larger_of(expected[at - columns - 1] + similarity[at], gap);
        }
    for (int i = 0; i < columns * columns; ++i)
        largest = fmax(largest, fabs((double)table[i] - expected[i]));
    free(expected);
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int count = TILE * options.size, columns = count + 1;
    const size_t size = sizeof(int) * columns * columns;
    int *similarity = allocate(size, 1);
    int *table = allocate(size, 1);
    double *times = allocate((size_t)options.repeats, sizeof(double));
    make_similarity(similarity, count);
    make_border(table, columns);

    struct aligner aligner;
    open_device(&aligner.device);
    build_file(&aligner.device, "nw.cl");
    aligner.upper = create_kernel(&aligner, "align_upper");
    aligner.lower = create_kernel(&aligner, "align_lower");
    aligner.similarity = create_buffer(&aligner, CL_MEM_READ_ONLY, similarity, size);
    aligner.table = create_buffer(&aligner, CL_MEM_READ_WRITE, table, size);
    set_arguments(&aligner, aligner.upper, columns);
    set_arguments(&aligner, aligner.lower, columns);
    align(&aligner, options.size); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = align(&aligner, options.size);
    check(clEnqueueReadBuffer(aligner.device.queue, aligner.table, CL_TRUE, 0, size, table, 0, NULL,
                              NULL), "clEnqueueReadBuffer");
    clReleaseMemObject(aligner.similarity), clReleaseMemObject(aligner.table);
    clReleaseKernel(aligner.upper), clReleaseKernel(aligner.lower);
    close_device(&aligner.device);

    printf("nw: sequences of %d characters, score %d\n", count, table[columns * columns - 1]);
    const int status = report(times, options.repeats, largest_error(table, similarity, columns),
                              0.0);
    dump(options.dump, table, sizeof(int), (size_t)columns * columns);
    free(similarity), free(table), free(times);
    return status;
}
