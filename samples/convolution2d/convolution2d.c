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
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void check(int good, const char *what, cl_int err)
{
    if (!good) {
        fprintf(stderr, "convolution2d: %s failed (%d)\n", what, err);
        exit(3);
    }
}

/* A whole number from 1 to limit, or 0 where the text is something else. */
static int parse_count(const char *text, int limit)
{
    char *end;
    const long value = strtol(text, &end, 10);
    return *end == '\0' && value >= 1 && value <= limit ? (int)value : 0;
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {1024, 2, 5, NULL};
    int i;
    for (i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "-n") == 0)
            o.size = parse_count(argv[i + 1], MAX_SIZE);
        else if (strcmp(argv[i], "-k") == 0)
            o.radius = parse_count(argv[i + 1], MAX_RADIUS);
        else if (strcmp(argv[i], "-r") == 0)
            o.repeats = parse_count(argv[i + 1], MAX_SIZE);
        else if (strcmp(argv[i], "-d") == 0)
            o.dump = argv[i + 1];
        else
            break;
    if (i != argc || o.size == 0 || o.radius == 0 || o.repeats == 0) {
        fprintf(stderr, "usage: convolution2d [-n SIZE] [-k RADIUS] [-r REPEATS] [-d FILE]\n"
                        "The image has 2*SIZE x SIZE pixels. Numbers are at least 1; SIZE and\n"
                        "REPEATS at most %d, RADIUS at most %d.\n", MAX_SIZE, MAX_RADIUS);
        exit(2);
    }
    return o;
}

static cl_device_id get_device(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int err = clGetPlatformIDs(1, &platform, NULL);
    check(err == CL_SUCCESS, "clGetPlatformIDs", err);
    err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    check(err == CL_SUCCESS, "clGetDeviceIDs", err);
    return device;
}

static cl_program build_program(cl_context context, cl_device_id device)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(context, 1, &kernel_source, NULL, &err);
    check(err == CL_SUCCESS, "clCreateProgramWithSource", err);
    err = clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL);
    if (err != CL_SUCCESS) {
        char log[8192] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(err == CL_SUCCESS, "clBuildProgram", err);
    return program;
}

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(context, flags, size, NULL, &err);
    check(err == CL_SUCCESS, "clCreateBuffer", err);
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
    check(err == CL_SUCCESS, "clSetKernelArg", err);
}

/* Runs a kernel once; its time in milliseconds. */
static double launch(cl_command_queue queue, cl_kernel kernel, int width, int height)
{
    size_t local[2] = {LOCAL_X, LOCAL_Y};
    size_t global[2];
    cl_event event;
    cl_ulong start = 0, end = 0;
    global[0] = (width + LOCAL_X - 1) / LOCAL_X * LOCAL_X;
    global[1] = (height + LOCAL_Y - 1) / LOCAL_Y * LOCAL_Y;
    cl_int err = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, &event);
    check(err == CL_SUCCESS, "clEnqueueNDRangeKernel", err);
    err = clWaitForEvents(1, &event);
    err |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL);
    err |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
    err |= clReleaseEvent(event);
    check(err == CL_SUCCESS, "the launch's event", err);
    return (double)(end - start) * 1e-6;
}

static void fill_random(float *values, int count, unsigned int seed)
{
    for (int i = 0; i < count; ++i) {
        seed = seed * 1234567893u + 987654321u;
        values[i] = (float)(seed >> 8) / 16777216.0f; /* in [0, 1) */
    }
}

static void scale_to_one(float *values, int count)
{
    float sum = 0.0f;
    for (int i = 0; i < count; ++i)
        sum += values[i];
    for (int i = 0; i < count; ++i)
        values[i] /= sum;
}

static double median(double *times, int count)
{
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && times[j - 1] > times[j]; --j) {
            const double later = times[j - 1];
            times[j - 1] = times[j];
            times[j] = later;
        }
    return 0.5 * (times[(count - 1) / 2] + times[count / 2]);
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

static void dump(const char *path, const float *plain, const float *tiled, size_t count)
{
    FILE *file = fopen(path, "wb");
    check(file && fwrite(plain, sizeof(float), count, file) == count
          && fwrite(tiled, sizeof(float), count, file) == count && fclose(file) == 0,
          "writing the result", 0);
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
    check(image && h_image && filter && h_filter && h_plain && h_tiled && times, "malloc", 0);

    fill_random(image, width * height, 1);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            h_image[(y + radius) * pitch + x + radius] = image[y * width + x];
    fill_random(filter, taps * taps, 2);
    scale_to_one(filter, taps * taps);
    for (int i = 0; i < taps * taps; ++i)
        h_filter[i] = filter[i];

    cl_device_id device = get_device();
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err == CL_SUCCESS, "clCreateContext", err);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err == CL_SUCCESS, "clCreateCommandQueue", err);
    cl_program program = build_program(context, device);
    cl_kernel plain = clCreateKernel(program, "convolve_plain", &err);
    check(err == CL_SUCCESS, "clCreateKernel convolve_plain", err);
    cl_kernel tiled = clCreateKernel(program, "convolve_tiled", &err);
    check(err == CL_SUCCESS, "clCreateKernel convolve_tiled", err);

    cl_mem d_image = create_buffer(context, CL_MEM_READ_ONLY, image_size);
    cl_mem d_filter = create_buffer(context, CL_MEM_READ_ONLY, filter_size);
    cl_mem d_plain = create_buffer(context, CL_MEM_WRITE_ONLY, result_size);
    cl_mem d_tiled = create_buffer(context, CL_MEM_WRITE_ONLY, result_size);
    err = clEnqueueWriteBuffer(queue, d_image, CL_TRUE, 0, image_size, h_image, 0, NULL, NULL);
    err |= clEnqueueWriteBuffer(queue, d_filter, CL_TRUE, 0, filter_size, h_filter, 0, NULL, NULL);
    check(err == CL_SUCCESS, "clEnqueueWriteBuffer", err);

    set_arguments(plain, d_image, d_filter, d_plain, width, height, radius);
    set_arguments(tiled, d_image, d_filter, d_tiled, width, height, radius);
    err = clSetKernelArg(tiled, 7, tile_size, NULL);
    check(err == CL_SUCCESS, "clSetKernelArg", err);
    launch(queue, tiled, width, height);
    launch(queue, plain, width, height); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = launch(queue, plain, width, height);
    err = clEnqueueReadBuffer(queue, d_plain, CL_TRUE, 0, result_size, h_plain, 0, NULL, NULL);
    err |= clEnqueueReadBuffer(queue, d_tiled, CL_TRUE, 0, result_size, h_tiled, 0, NULL, NULL);
    check(err == CL_SUCCESS, "clEnqueueReadBuffer", err);

    const double error = fmax(largest_error(h_plain, image, filter, width, height, radius),
                              largest_error(h_tiled, image, filter, width, height, radius));
    const int passed = error <= TOLERANCE;
    printf("convolution2d: image of %d x %d, filter of %d x %d\n", width, height, taps, taps);
    printf("kernel: %.3f ms\n", median(times, options.repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (options.dump)
        dump(options.dump, h_plain, h_tiled, (size_t)width * height);

    clReleaseMemObject(d_image);
    clReleaseMemObject(d_filter);
    clReleaseMemObject(d_plain);
    clReleaseMemObject(d_tiled);
    clReleaseKernel(plain);
    clReleaseKernel(tiled);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(image), free(h_image);
    free(filter), free(h_filter);
    free(h_plain), free(h_tiled), free(times);
    return passed ? 0 : 1;
}
