/*
 * Ways in which a host gets the contents of an image, one a mode. Each overwrites the memory as soon
 * as it may. What the host sees: round r, element i is 100 * r + i.
 */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>

#include <stdio.h>
#include <string.h>

#include <stdlib.h>

enum { SIDE = 8, N = SIDE * SIDE, ROUNDS = 2, WIDE = 3 * SIDE };

static const char *const TEXT =
    "__kernel void number(__write_only image2d_t out, int round)\n"
    "{\n"
    "    int x = get_global_id(0), y = get_global_id(1);\n"
    "    write_imagei(out, (int2)(x, y), (int4)(100 * round + y * 8 + x, 0, 0, 0));\n"
    "}\n";
static const size_t ORIGIN[3] = {0, 0, 0}, SIZE[3] = {SIDE, SIDE, 1};
static const cl_image_format FORMAT = {CL_R, CL_SIGNED_INT32};

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem image, other, buffer;
static int out[N * 3];

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(3);
}

static cl_mem made(int old)
{
    const cl_image_desc description = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    cl_int error;
    cl_mem found = old
        ? clCreateImage2D(context, CL_MEM_READ_WRITE, &FORMAT, SIDE, SIDE, 0, NULL, &error)
        : clCreateImage(context, CL_MEM_READ_WRITE, &FORMAT, &description, NULL, &error);

    check(error, "image");
    return found;
}

static void set_up(int old)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;

    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&TEXT, NULL, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    kernel = clCreateKernel(program, "number", &error);
    check(error, "kernel");
    image = made(old);
    other = made(old);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), NULL, &error);
    check(error, "buffer");
}

static void launch(int round)
{
    check(clSetKernelArg(kernel, 0, sizeof(image), &image), "argument");
    check(clSetKernelArg(kernel, 1, sizeof(round), &round), "argument");
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, SIZE, NULL, 0, NULL, NULL), "launch");
}

static void read_image(cl_mem from, cl_bool blocking, size_t row)
{
    check(clEnqueueReadImage(queue, from, blocking, ORIGIN, SIZE, row, 0, out, 0, NULL, NULL),
          "read");
    check(clFinish(queue), "finish");
    memset(out, 0, sizeof(out));
}

static void blocking(int round)
{
    launch(round);
    read_image(image, CL_TRUE, 0);
}

static void wide_rows(int round)
{
    launch(round);
    read_image(image, CL_FALSE, WIDE * sizeof(int));
}

static void mapped(int round)
{
    cl_int error;
    size_t row, slice;

    launch(round);
    void *host = clEnqueueMapImage(queue, image, CL_FALSE, CL_MAP_READ, ORIGIN, SIZE, &row, &slice,
                                   0, NULL, NULL, &error);
    check(error, "map");
    check(clFinish(queue), "finish");
    check(clEnqueueUnmapMemObject(queue, image, host, 0, NULL, NULL), "unmap");
    check(clFinish(queue), "finish");
}

static void copied(int round)
{
    launch(round);
    check(clEnqueueCopyImage(queue, image, other, ORIGIN, ORIGIN, SIZE, 0, NULL, NULL), "copy");
    read_image(other, CL_TRUE, 0);
}

static void to_buffer(int round)
{
    launch(round);
    check(clEnqueueCopyImageToBuffer(queue, image, buffer, ORIGIN, SIZE, 0, 0, NULL, NULL), "copy");
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, N * sizeof(int), out, 0, NULL, NULL),
          "read");
    memset(out, 0, sizeof(out));
}

static void from_buffer(int round)
{
    for (int i = 0; i < N; ++i)
        out[i] = 100 * round + i;
    check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, N * sizeof(int), out, 0, NULL, NULL),
          "write");
    check(clEnqueueCopyBufferToImage(queue, buffer, other, 0, ORIGIN, SIZE, 0, NULL, NULL), "copy");
    read_image(other, CL_TRUE, 0);
}

static void written(int round)
{
    for (int i = 0; i < N; ++i)
        out[i] = 100 * round + i;
    check(clEnqueueWriteImage(queue, other, CL_TRUE, ORIGIN, SIZE, 0, 0, out, 0, NULL, NULL),
          "write");
    read_image(other, CL_TRUE, 0);
}

static void filled(int round)
{
    const int colour[4] = {7, 0, 0, 0};

    launch(round);
    check(clEnqueueFillImage(queue, other, colour, ORIGIN, SIZE, 0, NULL, NULL), "fill");
    read_image(image, CL_TRUE, 0);
    read_image(other, CL_TRUE, 0);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int round);
    } modes[] = {{"blocking", blocking}, {"wide_rows", wide_rows}, {"mapped", mapped},
                 {"copied", copied}, {"to_buffer", to_buffer}, {"from_buffer", from_buffer},
                 {"written", written}, {"filled", filled}};

    for (size_t mode = 0; argc > 1 && mode < sizeof(modes) / sizeof(modes[0]); ++mode)
        if (strcmp(modes[mode].name, argv[1]) == 0) {
            set_up(argc > 2);
            for (int round = 1; round <= ROUNDS; ++round)
                modes[mode].run(round);
            return 0;
        }
    return 2;
}
