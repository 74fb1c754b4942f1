/*
 * dct: the discrete cosine transform of an image's blocks of 8 x 8 pixels, and back.
 *
 *   result[v][u] = sum over y, x of image[y][x] * basis(u, x) * basis(v, y)
 *
 * within each block, where basis(u, x) = scale(u) * cos((2 * x + 1) * u * pi / 16). A work-group of
 * 8 x 8 work-items transforms a block. All of them go round loops of as many steps as a block has
 * rows, which the kernel gets as an argument; neighbours in x read neighbouring elements of the
 * table of basis functions. The inverse goes over the table the other way round.
 *
 * The time shown is the forward transform's; the inverse must give the image again, which is what
 * -d writes.
 */
#define SAMPLE "dct"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define BLOCK 8
#define MAX_BLOCKS 1024
#define MAX_REPEATS 1000
#define TOLERANCE 2e-5 /* absolute; pixels are in [1, 2), coefficients in [-8, 16) */
#define PI 3.14159265358979323846

struct options {
    int blocks, repeats;
    const char *dump;
};

/* The kernel, and an image and its transform on the device. */
struct transform {
    struct device device;
    cl_kernel kernel;
    cl_mem image, result, again, table;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {128, 5, NULL};
    const struct number numbers[] = {{"-n", &o.blocks, 1, MAX_BLOCKS},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: dct [-n BLOCKS] [-r REPEATS] [-d FILE]\n"
                        "The image has 2*BLOCKS x BLOCKS blocks of %d x %d pixels.\n"
                        "BLOCKS is 1 to %d, REPEATS 1 to %d.\n",
                BLOCK, BLOCK, MAX_BLOCKS, MAX_REPEATS);
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

/* Transforms all blocks of a buffer into another; the time in milliseconds. */
static double run(const struct transform *transform, cl_mem from, cl_mem to, int blocks,
                  int inverse)
{
    const size_t local[2] = {BLOCK, BLOCK};
    const size_t global[2] = {(size_t)2 * blocks * BLOCK, (size_t)blocks * BLOCK};
    const int pitch = 2 * blocks * BLOCK, block = BLOCK;
    const cl_kernel kernel = transform->kernel;
    cl_event event;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &from);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &to);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &transform->table);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &pitch);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &block);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &inverse);
    err |= clSetKernelArg(kernel, 6, sizeof(float) * BLOCK * BLOCK, NULL);
    check(err, "clSetKernelArg");
    err = clEnqueueNDRangeKernel(transform->device.queue, kernel, 2, NULL, global, local, 0, NULL,
                                 &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

static void release(struct transform *transform)
{
    clReleaseMemObject(transform->image);
    clReleaseMemObject(transform->result);
    clReleaseMemObject(transform->again);
    clReleaseMemObject(transform->table);
    clReleaseKernel(transform->kernel);
    close_device(&transform->device);
}

/* Basis function u of the transform at pixel x. */
static double basis(int u, int x)
{
    const double scale = u == 0 ? sqrt(1.0 / BLOCK) : sqrt(2.0 / BLOCK);
    return scale * cos((2 * x + 1) * u * PI / (2 * BLOCK));
}

/* The transform of the block at `pixels`, one pixel after another, in double precision. */
static void transform_block(double out[BLOCK][BLOCK], const float *pixels, int pitch)
{
    static double functions[BLOCK][BLOCK];
    double rows[BLOCK][BLOCK] = {{0.0}};
    if (functions[0][0] == 0.0)
        for (int u = 0; u < BLOCK; ++u)
            for (int x = 0; x < BLOCK; ++x)
                functions[u][x] = basis(u, x);
    for (int y = 0; y < BLOCK; ++y)
        for (int u = 0; u < BLOCK; ++u)
            for (int x = 0; x < BLOCK; ++x)
                rows[y][u] += functions[u][x] * pixels[y * pitch + x];
    for (int v = 0; v < BLOCK; ++v)
        for (int u = 0; u < BLOCK; ++u) {
            out[v][u] = 0.0;
            for (int y = 0; y < BLOCK; ++y)
                out[v][u] += functions[v][y] * rows[y][u];
        }
}

/* The largest difference between the result and the same transform in double precision. */
static double largest_error(const float *result, const float *image, int width, int height)
{
    double largest = 0.0, expected[BLOCK][BLOCK];
    for (int y = 0; y < height; y += BLOCK)
        for (int x = 0; x < width; x += BLOCK) {
            transform_block(expected, image + y * width + x, width);
            for (int v = 0; v < BLOCK; ++v)
                for (int u = 0; u < BLOCK; ++u) {
                    const double error = fabs(result[(y + v) * width + x + u] - expected[v][u]);
                    largest = isnan(error) ? INFINITY : fmax(largest, error);
                }
        }
    return largest;
}

/* The largest difference between two images. */
static double largest_difference(const float *one, const float *other, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const double error = fabs((double)one[i] - other[i]);
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int blocks = options.blocks, height = blocks * BLOCK, width = 2 * height;
    const size_t count = (size_t)width * height, size = sizeof(float) * count;
    float *image = allocate(count, sizeof(float));
    float *result = allocate(count, sizeof(float));
    float *again = allocate(count, sizeof(float));
    float *table = allocate(BLOCK * BLOCK, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));

    fill_random(image, count, 1.0f, 1);
    for (int k = 0; k < BLOCK; ++k)
        for (int i = 0; i < BLOCK; ++i)
            table[k * BLOCK + i] = (float)basis(i, k);

    struct transform dct;
    cl_int err;
    open_device(&dct.device);
    build_file(&dct.device, "dct.cl");
    dct.kernel = clCreateKernel(dct.device.program, "dct", &err);
    check(err, "clCreateKernel");
    dct.image = create_buffer(&dct.device, CL_MEM_READ_ONLY, size);
    dct.result = create_buffer(&dct.device, CL_MEM_READ_WRITE, size);
    dct.again = create_buffer(&dct.device, CL_MEM_WRITE_ONLY, size);
    dct.table = create_buffer(&dct.device, CL_MEM_READ_ONLY, sizeof(float) * BLOCK * BLOCK);
    check(clEnqueueWriteBuffer(dct.device.queue, dct.image, CL_TRUE, 0, size, image, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    check(clEnqueueWriteBuffer(dct.device.queue, dct.table, CL_TRUE, 0,
                               sizeof(float) * BLOCK * BLOCK, table, 0, NULL, NULL),
          "clEnqueueWriteBuffer");

    run(&dct, dct.image, dct.result, blocks, 0); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = run(&dct, dct.image, dct.result, blocks, 0);
    run(&dct, dct.result, dct.again, blocks, 1);
    check(clEnqueueReadBuffer(dct.device.queue, dct.result, CL_TRUE, 0, size, result, 0, NULL,
                              NULL), "clEnqueueReadBuffer");
    check(clEnqueueReadBuffer(dct.device.queue, dct.again, CL_TRUE, 0, size, again, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    release(&dct);

    const double error = largest_error(result, image, width, height);
    const double difference = largest_difference(again, image, count);
    printf("dct: image of %d x %d in blocks of %d x %d\n", width, height, BLOCK, BLOCK);
    printf("back again: largest error %.1e\n", difference);
    const int status = report(times, options.repeats, fmax(error, difference), TOLERANCE);
    dump(options.dump, again, sizeof(float), count);
    free(image), free(result), free(again), free(table), free(times);
    return status;
}
