/*
 * convolution2d: filters an image with a square filter, written for GPUs.
 *
 *   result[y * width + x] = sum of image[(y + dy) * pitch + x + dx] * filter[dy * taps + dx]
 *
 * over dy and dx below taps = 2 * radius + 1. The image has a border of radius zeros on each side
 * (pitch = width + 2 * radius), so that the kernels need no test at the edges. A work-item computes
 * one pixel: neighbours in x read neighbouring elements of the image, and all of them the same
 * element of the filter. The plain kernel reads the image in global memory; the tiled one first
 * copies the part that a work-group needs to local memory. The time shown is the plain kernel's.
 */
#define SAMPLE "convolution2d"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_X 32
#define LOCAL_Y 8
#define MAX_SIZE 4096
#define MAX_RADIUS 15
#define TOLERANCE 1e-5 /* absolute; the pixels are in [0, 1), and the filter sums to 1 */

static const char *kernel_source =
    "__kernel void convolve_plain(__global const float *image, __constant float *filter,\n"
    "                             __global float *result, const int width, const int height,\n"
    "                             const int pitch, const int radius)\n"
    "{\n"
    "    const int x = get_global_id(0);\n"
    "    const int y = get_global_id(1);\n"
    "    const int taps = 2 * radius + 1;\n"
    "\n"
    "    if (x < width && y < height) {\n"
    "        float sum = 0.0f;\n"
    "        for (int dy = 0; dy < taps; ++dy)\n"
    "            for (int dx = 0; dx < taps; ++dx)\n"
    "                sum += image[(y + dy) * pitch + x + dx] * filter[dy * taps + dx];\n"
    "        result[y * width + x] = sum;\n"
    "    }\n"
    "}\n"
    "\n"
    "__kernel void convolve_tiled(__global const float *image, __constant float *filter,\n"
    "                             __global float *result, const int width, const int height,\n"
    "                             const int pitch, const int radius, __local float *tile)\n"
    "{\n"
    "    const int x = get_global_id(0);\n"
    "    const int y = get_global_id(1);\n"
    "    const int lx = get_local_id(0);\n"
    "    const int ly = get_local_id(1);\n"
    "    const int taps = 2 * radius + 1;\n"
    "    const int tile_width = get_local_size(0) + 2 * radius;\n"
    "    const int tile_height = get_local_size(1) + 2 * radius;\n"
    "\n"
    "    for (int ty = ly; ty < tile_height; ty += get_local_size(1))\n"
    "        for (int tx = lx; tx < tile_width; tx += get_local_size(0)) {\n"
    "            const int column = x - lx + tx;\n"
    "            const int row = y - ly + ty;\n"
    "            if (column < pitch && row < height + 2 * radius)\n"
    "                tile[ty * tile_width + tx] = image[row * pitch + column];\n"
    "        }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "\n"
    "    if (x < width && y < height) {\n"
    "        float sum = 0.0f;\n"
    "        for (int dy = 0; dy < taps; ++dy)\n"
    "            for (int dx = 0; dx < taps; ++dx)\n"
    "                sum += tile[(ly + dy) * tile_width + lx + dx] * filter[dy * taps + dx];\n"
    "        result[y * width + x] = sum;\n"
    "    }\n"
    "}\n";

struct options {
    int size, radius, repeats;
    const char *dump;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {1024, 2, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-k", &o.radius, 1, MAX_RADIUS},
                                     {"-r", &o.repeats, 1, MAX_SIZE}};
    if (!read_options(argc, argv, numbers, 3, &o.dump)) {
        fprintf(stderr, "usage: convolution2d [-n SIZE] [-k RADIUS] [-r REPEATS] [-d FILE]\n"
                        "The image has 2*SIZE x SIZE pixels. Numbers are at least 1; SIZE and\n"
                        "REPEATS at most %d, RADIUS at most %d.\n", MAX_SIZE, MAX_RADIUS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(context, flags, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void set_arguments(cl_kernel kernel, cl_mem d_image, cl_mem d_filter, cl_mem d_result,
                          int width, int height, int radius)
{
    int pitch = width + 2 * radius;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_image);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_filter);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_result);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &width);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &height);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &pitch);
    err |= clSetKernelArg(kernel, 6, sizeof(int), &radius);
    check(err, "clSetKernelArg");
}

/* Runs a kernel once; its time in milliseconds. */
static double launch(cl_command_queue queue, cl_kernel kernel, int width, int height)
{
    size_t local[2] = {LOCAL_X, LOCAL_Y};
    size_t global[2];
    cl_event event;
    global[0] = (width + LOCAL_X - 1) / LOCAL_X * LOCAL_X;
    global[1] = (height + LOCAL_Y - 1) / LOCAL_Y * LOCAL_Y;
    cl_int err = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

static void scale_to_one(float *values, int count)
{
    float sum = 0.0f;
    for (int i = 0; i < count; ++i)
        sum += values[i];
    for (int i = 0; i < count; ++i)
        values[i] /= sum;
}

/* One pixel, from the image without its border. */
static double convolve_pixel(const float *image, const float *filter, int width, int height,
                             int radius, int x, int y)
{
    double sum = 0.0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += (double)image[(y + dy) * width + x + dx]
                     * filter[(dy + radius) * (2 * radius + 1) + dx + radius];
    return sum;
}

/* The largest difference between the result and the same filter in double precision; infinite
 * where the result is not a number. */
static double largest_error(const float *result, const float *image, const float *filter,
                            int width, int height, int radius)
{
    double largest = 0.0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double pixel = convolve_pixel(image, filter, width, height, radius, x, y);
            const double error = fabs(result[y * width + x] - pixel);
            largest = isnan(error) ? INFINITY : fmax(largest, error);
        }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int height = options.size, width = 2 * height, radius = options.radius;
    const int taps = 2 * radius + 1, pitch = width + 2 * radius, rows = height + 2 * radius;
    const size_t image_size = sizeof(float) * pitch * rows;
    const size_t filter_size = sizeof(float) * taps * taps;
    const size_t result_size = sizeof(float) * width * height;
    const size_t tile_size = sizeof(float) * (LOCAL_X + 2 * radius) * (LOCAL_Y + 2 * radius);

    float *image = malloc(result_size), *h_image = calloc(image_size, 1);
    float *filter = malloc(filter_size), *h_filter = malloc(filter_size);
    float *h_plain = malloc(result_size), *h_tiled = malloc(result_size);
    double *times = malloc(sizeof(double) * options.repeats);
    if (!image || !h_image || !filter || !h_filter || !h_plain || !h_tiled || !times)
        die("out of", "memory");

    fill_random(image, (size_t)width * height, 0.0f, 1);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            h_image[(y + radius) * pitch + x + radius] = image[y * width + x];
    fill_random(filter, (size_t)taps * taps, 0.0f, 2);
    scale_to_one(filter, taps * taps);
    for (int i = 0; i < taps * taps; ++i)
        h_filter[i] = filter[i];

    struct device device;
    cl_int err;
    open_device(&device);
    build_text(&device, kernel_source, "-cl-std=CL1.2");
    const cl_context context = device.context;
    const cl_command_queue queue = device.queue;
    const cl_program program = device.program;
    cl_kernel plain = clCreateKernel(program, "convolve_plain", &err);
    check(err, "clCreateKernel convolve_plain");
    cl_kernel tiled = clCreateKernel(program, "convolve_tiled", &err);
    check(err, "clCreateKernel convolve_tiled");

    cl_mem d_image = create_buffer(context, CL_MEM_READ_ONLY, image_size);
    cl_mem d_filter = create_buffer(context, CL_MEM_READ_ONLY, filter_size);
    cl_mem d_plain = create_buffer(context, CL_MEM_WRITE_ONLY, result_size);
    cl_mem d_tiled = create_buffer(context, CL_MEM_WRITE_ONLY, result_size);
    err = clEnqueueWriteBuffer(queue, d_image, CL_TRUE, 0, image_size, h_image, 0, NULL, NULL);
    err |= clEnqueueWriteBuffer(queue, d_filter, CL_TRUE, 0, filter_size, h_filter, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");

    set_arguments(plain, d_image, d_filter, d_plain, width, height, radius);
    set_arguments(tiled, d_image, d_filter, d_tiled, width, height, radius);
    err = clSetKernelArg(tiled, 7, tile_size, NULL);
    check(err, "clSetKernelArg");
    launch(queue, tiled, width, height);
    launch(queue, plain, width, height); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = launch(queue, plain, width, height);
    err = clEnqueueReadBuffer(queue, d_plain, CL_TRUE, 0, result_size, h_plain, 0, NULL, NULL);
    err |= clEnqueueReadBuffer(queue, d_tiled, CL_TRUE, 0, result_size, h_tiled, 0, NULL, NULL);
    check(err, "clEnqueueReadBuffer");

    const double error = fmax(largest_error(h_plain, image, filter, width, height, radius),
                              largest_error(h_tiled, image, filter, width, height, radius));
    printf("convolution2d: image of %d x %d, filter of %d x %d\n", width, height, taps, taps);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, h_plain, sizeof(float), (size_t)width * height);
    dump_more(options.dump, h_tiled, sizeof(float), (size_t)width * height);

    clReleaseMemObject(d_image);
    clReleaseMemObject(d_filter);
    clReleaseMemObject(d_plain);
    clReleaseMemObject(d_tiled);
    clReleaseKernel(plain);
    clReleaseKernel(tiled);
    close_device(&device);
    free(image), free(h_image);
    free(filter), free(h_filter);
    free(h_plain), free(h_tiled), free(times);
    return status;
}
