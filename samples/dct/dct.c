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
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 8
#define MAX_BLOCKS 1024
#define MAX_REPEATS 1000
#define TOLERANCE 2e-5 /* absolute; pixels are in [1, 2), coefficients in [-8, 16) */
#define PI 3.14159265358979323846

struct options {
    int blocks, repeats;
    const char *dump;
};

/* An image and its transform on the device. */
struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem image, result, again, table;
};

static void check(cl_int err, const char *what)
{
    if (err != CL_SUCCESS) {
        fprintf(stderr, "dct: %s failed, OpenCL error %d\n", what, (int)err);
        exit(3);
    }
}

static void die(const char *what, const char *name)
{
    fprintf(stderr, "dct: %s %s\n", what, name);
    exit(3);
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
    struct options o = {128, 5, NULL};
    int i;
    for (i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "-n") == 0)
            o.blocks = parse_count(argv[i + 1], MAX_BLOCKS);
        else if (strcmp(argv[i], "-r") == 0)
            o.repeats = parse_count(argv[i + 1], MAX_REPEATS);
        else if (strcmp(argv[i], "-d") == 0)
            o.dump = argv[i + 1];
        else
            break;
    if (i < argc || o.blocks == 0 || o.repeats == 0) {
        fprintf(stderr, "usage: dct [-n BLOCKS] [-r REPEATS] [-d FILE]\n"
                        "The image has 2*BLOCKS x BLOCKS blocks of %d x %d pixels.\n"
                        "BLOCKS is 1 to %d, REPEATS 1 to %d.\n",
                BLOCK, BLOCK, MAX_BLOCKS, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        die("out of memory for", "the image");
    return memory;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("cannot open", path);
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    char *text = allocate((size_t)length + 1, 1);
    rewind(file);
    if (fread(text, 1, (size_t)length, file) != (size_t)length)
        die("cannot read", path);
    fclose(file);
    return text;
}

static void build_kernel(struct device *device)
{
    cl_int err;
    char *text = read_text("dct.cl");
    const char *source = text;
    device->program = clCreateProgramWithSource(device->context, 1, &source, NULL, &err);
    check(err, "clCreateProgramWithSource");
    free(text);
    err = clBuildProgram(device->program, 1, &device->id, "", NULL, NULL);
    if (err != CL_SUCCESS) {
        char log[8192] = "";
        clGetProgramBuildInfo(device->program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                              NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(err, "clBuildProgram");
    device->kernel = clCreateKernel(device->program, "dct", &err);
    check(err, "clCreateKernel");
}

static void open_device(struct device *device)
{
    cl_platform_id platform;
    cl_int err;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device->id, NULL), "clGetDeviceIDs");
    device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &err);
    check(err, "clCreateContext");
    device->queue =
        clCreateCommandQueue(device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err, "clCreateCommandQueue");
    build_kernel(device);
}

static cl_mem create_buffer(const struct device *device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, flags, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

/* Transforms all blocks of a buffer into another; the time in milliseconds. */
static double transform(const struct device *device, cl_mem from, cl_mem to, int blocks, int inverse)
{
    const size_t local[2] = {BLOCK, BLOCK};
    const size_t global[2] = {(size_t)2 * blocks * BLOCK, (size_t)blocks * BLOCK};
    const int pitch = 2 * blocks * BLOCK, block = BLOCK;
    const cl_kernel kernel = device->kernel;
    cl_event event;
    cl_ulong start, end;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &from);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &to);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &device->table);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &pitch);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &block);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &inverse);
    err |= clSetKernelArg(kernel, 6, sizeof(float) * BLOCK * BLOCK, NULL);
    check(err, "clSetKernelArg");
    err = clEnqueueNDRangeKernel(device->queue, kernel, 2, NULL, global, local, 0, NULL, &event);
    check(err, "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    err = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    err |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    err |= clReleaseEvent(event);
    check(err, "the launch's event");
    return (double)(end - start) * 1e-6;
}

static void close_device(struct device *device)
{
    clReleaseMemObject(device->image);
    clReleaseMemObject(device->result);
    clReleaseMemObject(device->again);
    clReleaseMemObject(device->table);
    clReleaseKernel(device->kernel);
    clReleaseProgram(device->program);
    clReleaseCommandQueue(device->queue);
    clReleaseContext(device->context);
}

static void fill_random(float *pixels, size_t count)
{
    unsigned int seed = 1;
    for (size_t i = 0; i < count; ++i) {
        seed = seed * 1234567893u + 987654321u;
        pixels[i] = 1.0f + (float)(seed >> 8) / 16777216.0f;
    }
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

static void dump(const char *path, const float *values, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(values, sizeof(float), count, file) != count || fclose(file) != 0)
        die("cannot write", path);
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

    fill_random(image, count);
    for (int k = 0; k < BLOCK; ++k)
        for (int i = 0; i < BLOCK; ++i)
            table[k * BLOCK + i] = (float)basis(i, k);

    struct device device;
    open_device(&device);
    device.image = create_buffer(&device, CL_MEM_READ_ONLY, size);
    device.result = create_buffer(&device, CL_MEM_READ_WRITE, size);
    device.again = create_buffer(&device, CL_MEM_WRITE_ONLY, size);
    device.table = create_buffer(&device, CL_MEM_READ_ONLY, sizeof(float) * BLOCK * BLOCK);
    check(clEnqueueWriteBuffer(device.queue, device.image, CL_TRUE, 0, size, image, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
    check(clEnqueueWriteBuffer(device.queue, device.table, CL_TRUE, 0,
                               sizeof(float) * BLOCK * BLOCK, table, 0, NULL, NULL),
          "clEnqueueWriteBuffer");

    transform(&device, device.image, device.result, blocks, 0); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = transform(&device, device.image, device.result, blocks, 0);
    transform(&device, device.result, device.again, blocks, 1);
    check(clEnqueueReadBuffer(device.queue, device.result, CL_TRUE, 0, size, result, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    check(clEnqueueReadBuffer(device.queue, device.again, CL_TRUE, 0, size, again, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    close_device(&device);

    const double error = largest_error(result, image, width, height);
    const double difference = largest_difference(again, image, count);
    const int passed = error <= TOLERANCE && difference <= TOLERANCE;
    printf("dct: image of %d x %d in blocks of %d x %d\n", width, height, BLOCK, BLOCK);
    printf("kernel: %.3f ms\n", median(times, options.repeats));
    printf("check: %s (largest error %.1e, and back %.1e)\n", passed ? "passed" : "FAILED", error,
           difference);
    if (options.dump)
        dump(options.dump, again, count);
    free(image), free(result), free(again), free(table), free(times);
    return passed ? 0 : 1;
}
