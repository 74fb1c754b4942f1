/*
 * stencil: heat spreads in a block of 2*N x N x N points whose faces keep their temperatures.
 *
 *   next[z][y][x] = own * now[z][y][x] + side * (sum of its six neighbours)
 *
 * where own + 6 * side = 1. Each step reads one array and writes the other; then the two change
 * places. A work-item computes a column of inner points along z; neighbours in x read and write
 * neighbouring elements. Each timed repeat is a step, after one that warms up.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_X 32
#define LOCAL_Y 8
#define MIN_SIZE 3
#define MAX_SIZE 512
#define MAX_REPEATS 1000
#define OWN 0.5f
#define SIDE (0.5f / 6.0f)
#define TOLERANCE 1e-5 /* relative; all temperatures are in [1, 2) */

struct options {
    int size, repeats;
    const char *dump;
};

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
};

static void check(cl_int err, const char *what)
{
    if (err != CL_SUCCESS) {
        fprintf(stderr, "stencil: %s failed, OpenCL error %d\n", what, (int)err);
        exit(3);
    }
}

static void die(const char *what, const char *name)
{
    fprintf(stderr, "stencil: %s %s\n", what, name);
    exit(3);
}

/* A whole number from `least` to `most`, or 0 where the text is something else. */
static int parse_count(const char *text, int least, int most)
{
    char *end;
    const long value = strtol(text, &end, 10);
    return *end == '\0' && value >= least && value <= most ? (int)value : 0;
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {64, 5, NULL};
    int i;
    for (i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], "-n") == 0)
            o.size = parse_count(argv[i + 1], MIN_SIZE, MAX_SIZE);
        else if (strcmp(argv[i], "-r") == 0)
            o.repeats = parse_count(argv[i + 1], 1, MAX_REPEATS);
        else if (strcmp(argv[i], "-d") == 0)
            o.dump = argv[i + 1];
        else
            break;
    if (i < argc || o.size == 0 || o.repeats == 0) {
        fprintf(stderr, "usage: stencil [-n SIZE] [-r STEPS] [-d FILE]\n"
                        "The block has 2*SIZE x SIZE x SIZE points.\n"
                        "SIZE is %d to %d, STEPS 1 to %d.\n", MIN_SIZE, MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        die("out of memory for", "the block");
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
    char *text = read_text("stencil.cl");
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
    device->kernel = clCreateKernel(device->program, "stencil", &err);
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

static void close_device(struct device *device)
{
    clReleaseKernel(device->kernel);
    clReleaseProgram(device->program);
    clReleaseCommandQueue(device->queue);
    clReleaseContext(device->context);
}

static cl_mem create_buffer(const struct device *device, const float *values, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, size, NULL, &err);
    check(err, "clCreateBuffer");
    err = clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer");
    return buffer;
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

/* One step from one buffer to the other; the time in milliseconds. */
static double step(const struct device *device, cl_mem now, cl_mem next, int nx, int ny, int nz)
{
    const size_t local[2] = {LOCAL_X, LOCAL_Y};
    const size_t global[2] = {round_up(nx - 2, LOCAL_X), round_up(ny - 2, LOCAL_Y)};
    const float own = OWN, side = SIDE;
    const cl_kernel kernel = device->kernel;
    cl_event event;
    cl_ulong start, end;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &now);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &next);
    err |= clSetKernelArg(kernel, 2, sizeof(int), &nx);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &ny);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &nz);
    err |= clSetKernelArg(kernel, 5, sizeof(float), &own);
    err |= clSetKernelArg(kernel, 6, sizeof(float), &side);
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

static void fill_random(float *values, int count)
{
    unsigned int seed = 1;
    for (int i = 0; i < count; ++i) {
        seed = seed * 1234567893u + 987654321u;
        values[i] = 1.0f + (float)(seed >> 8) / 16777216.0f;
    }
}

/* One step in double precision, point after point. */
static void step_on_host(const double *now, double *next, int nx, int ny, int nz)
{
    const double own = OWN, side = SIDE;
    const int plane = nx * ny;
    for (int z = 1; z < nz - 1; ++z)
        for (int y = 1; y < ny - 1; ++y)
            for (int x = 1; x < nx - 1; ++x) {
                const double *point = now + z * plane + y * nx + x;
                next[point - now] = own * point[0]
                                  + side * (point[-1] + point[1] + point[-nx] + point[nx]
                                            + point[-plane] + point[plane]);
            }
}

/* The largest relative error of the result, against the same steps in double precision. */
static double largest_error(const float *result, const float *block, int nx, int ny, int nz,
                            int steps)
{
    const int count = nx * ny * nz;
    double *now = allocate((size_t)count, sizeof(double));
    double *next = allocate((size_t)count, sizeof(double));
    double largest = 0.0;
    for (int i = 0; i < count; ++i)
        now[i] = next[i] = block[i];
    for (int s = 0; s < steps; ++s) {
        double *const last = now;
        step_on_host(now, next, nx, ny, nz);
        now = next, next = last;
    }
    for (int i = 0; i < count; ++i) {
        const double error = fabs(result[i] - now[i]) / now[i];
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    free(now), free(next);
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
    const int nx = 2 * options.size, ny = options.size, nz = options.size;
    const int count = nx * ny * nz, steps = options.repeats + 1;
    const size_t size = sizeof(float) * count;
    float *block = allocate((size_t)count, sizeof(float));
    float *result = allocate((size_t)count, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    fill_random(block, count);

    struct device device;
    open_device(&device);
    cl_mem d_now = create_buffer(&device, block, size);
    cl_mem d_next = create_buffer(&device, block, size); /* for the faces */
    for (int i = 0; i < steps; ++i) {
        const double time = step(&device, d_now, d_next, nx, ny, nz);
        const cl_mem d_last = d_now;
        if (i > 0)
            times[i - 1] = time;
        d_now = d_next;
        d_next = d_last;
    }
    check(clEnqueueReadBuffer(device.queue, d_now, CL_TRUE, 0, size, result, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    clReleaseMemObject(d_now);
    clReleaseMemObject(d_next);
    close_device(&device);

    const double error = largest_error(result, block, nx, ny, nz, steps);
    const int passed = error <= TOLERANCE;
    printf("stencil: block of %d x %d x %d points, %d steps\n", nx, ny, nz, steps);
    printf("kernel: %.3f ms\n", median(times, options.repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (options.dump)
        dump(options.dump, result, (size_t)count);
    free(block), free(result), free(times);
    return passed ? 0 : 1;
}
