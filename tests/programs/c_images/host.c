/* Kernels on images against plain loops: host; prints a line for each kernel. */
#include "run.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 12, HEIGHT = 6, DEPTH = 3, PIXELS = WIDTH * HEIGHT * DEPTH };

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_int error;

static cl_mem image(cl_mem_object_type type, cl_channel_order order, cl_channel_type channel,
                    size_t width, size_t height, size_t layers, void *pixels)
{
    const cl_mem_flags flags = pixels != NULL ? CL_MEM_COPY_HOST_PTR : 0;
    const cl_image_format format = {order, channel};
    cl_image_desc shape;
    cl_mem made;
    memset(&shape, 0, sizeof shape);
    shape.image_type = type;
    shape.image_width = width;
    shape.image_height = height;
    shape.image_depth = layers;
    shape.image_array_size = layers;
    made = clCreateImage(context, CL_MEM_READ_WRITE | flags, &format, &shape, pixels, &error);
    check(error, "image");
    return made;
}

static cl_mem buffer(size_t bytes, void *data)
{
    cl_mem made = clCreateBuffer(context, data != NULL ? CL_MEM_COPY_HOST_PTR : 0, bytes, data, &error);
    check(error, "buffer");
    return made;
}

static cl_sampler sampler(cl_addressing_mode mode)
{
    cl_sampler made = clCreateSampler(context, CL_FALSE, mode, CL_FILTER_NEAREST, &error);
    check(error, "sampler");
    return made;
}

/* Runs a kernel with these objects (memory or samplers, all of one size). */
static void run(const char *name, size_t x, size_t y, size_t z, int count, void **objects)
{
    const size_t items[] = {x, y, z};
    cl_kernel kernel = clCreateKernel(program, name, &error);
    check(error, name);
    for (int i = 0; i < count; i++)
        check(clSetKernelArg(kernel, (cl_uint)i, sizeof *objects, &objects[i]), "argument");
    check(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, items, NULL, 0, NULL, NULL), name);
    clReleaseKernel(kernel);
}

static void read_image(cl_mem from, size_t width, size_t height, size_t layers, void *pixels)
{
    const size_t origin[] = {0, 0, 0}, region[] = {width, height, layers};
    check(clEnqueueReadImage(queue, from, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL), "read");
}

static void read_buffer(cl_mem from, size_t bytes, void *data)
{
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, bytes, data, 0, NULL, NULL), "read");
}

static void report(const char *name, int wrong)
{
    printf("%s: %s\n", name, wrong == 0 ? "right" : "wrong");
}

static int differ(double one, double other)
{
    return fabs(one - other) > 1e-3;
}

static void blur(void)
{
    static float in[WIDTH * HEIGHT * 4], out[WIDTH * HEIGHT * 4];
    int wrong = 0;
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++)
        in[i] = (float)(i * 7 % 31);
    cl_mem from = image(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, WIDTH, HEIGHT, 0, in);
    cl_mem to = image(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, WIDTH, HEIGHT, 0, NULL);
    run("blur", WIDTH, HEIGHT, 1, 3, (void *[]){from, to, sampler(CL_ADDRESS_CLAMP_TO_EDGE)});
    read_image(to, WIDTH, HEIGHT, 1, out);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 4; c++) {
                const float *row = in + y * WIDTH * 4 + c;
                int left = x > 0 ? x - 1 : 0, right = x < WIDTH - 1 ? x + 1 : x;
                float sum = row[left * 4] + row[x * 4] + row[right * 4];
                wrong += differ(out[(y * WIDTH + x) * 4 + c], sum / 4);
            }
    report("blur", wrong);
}

static void between(void)
{
    static unsigned char in[WIDTH * HEIGHT * 4];
    static float out[WIDTH * HEIGHT * 4];
    int wrong = 0, said[2];
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++)
        in[i] = (unsigned char)(i * 37);
    cl_mem from = image(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, WIDTH, HEIGHT, 0, in);
    cl_mem to = buffer(sizeof out, NULL), facts = buffer(sizeof said, NULL);
    run("between", WIDTH, HEIGHT, 1, 2, (void *[]){from, to});
    read_buffer(to, sizeof out, out);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 4; c++) {
                double here = in[(y * WIDTH + x) * 4 + c] / 255.0;
                double next = in[(y * WIDTH + (x + 1) % WIDTH) * 4 + c] / 255.0;
                wrong += fabs(out[(y * WIDTH + x) * 4 + c] - (here + next) / 2) > 0.01;
            }
    report("between", wrong);
    run("described", 1, 1, 1, 2, (void *[]){from, facts});
    read_buffer(facts, sizeof said, said);
    report("described", said[0] != 1 || said[1] != 1);
}

static void turned(void)
{
    static short in[WIDTH * HEIGHT * 4], out[WIDTH * HEIGHT * 4];
    int wrong = 0;
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++)
        in[i] = (short)(i * 911 % 65535 - 32767);
    cl_mem from = image(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_SIGNED_INT16, WIDTH, HEIGHT, 0, in);
    cl_mem to = image(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_SIGNED_INT16, HEIGHT, WIDTH, 0, NULL);
    run("turned", WIDTH + 4, HEIGHT + 2, 1, 2, (void *[]){from, to});
    read_image(to, HEIGHT, WIDTH, 1, out);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 4; c++)
                wrong += out[(x * HEIGHT + y) * 4 + c] != -in[(y * WIDTH + x) * 4 + c];
    report("turned", wrong);
}

static void volume(void)
{
    static unsigned in[PIXELS * 4], out[PIXELS * 4];
    int wrong = 0;
    for (int i = 0; i < PIXELS * 4; i++)
        in[i] = (unsigned)i * 2654435761u;
    cl_mem from = image(CL_MEM_OBJECT_IMAGE3D, CL_RGBA, CL_UNSIGNED_INT32, WIDTH, HEIGHT, DEPTH, in);
    cl_mem to = buffer(sizeof out, NULL);
    run("volume", WIDTH, HEIGHT, DEPTH, 3, (void *[]){from, sampler(CL_ADDRESS_CLAMP), to});
    read_buffer(to, sizeof out, out);
    for (int i = 0; i < PIXELS * 4; i++) {
        unsigned above = i < PIXELS * 4 / DEPTH * (DEPTH - 1) ? in[i + WIDTH * HEIGHT * 4] : 0;
        wrong += out[i] != in[i] + above + DEPTH;
    }
    report("volume", wrong);
}

static void layers(void)
{
    static float in[PIXELS * 4], out[PIXELS * 4];
    int wrong = 0;
    for (int i = 0; i < PIXELS * 4; i++)
        in[i] = (float)i;
    cl_mem from = image(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_RGBA, CL_FLOAT, WIDTH, HEIGHT, DEPTH, in);
    cl_mem to = image(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_RGBA, CL_FLOAT, WIDTH, HEIGHT, DEPTH, NULL);
    run("layers", WIDTH, HEIGHT, DEPTH, 2, (void *[]){from, to});
    read_image(to, WIDTH, HEIGHT, DEPTH, out);
    for (int i = 0; i < PIXELS * 4; i++) {
        int layer = i / (WIDTH * HEIGHT * 4), pixel = i % (WIDTH * HEIGHT * 4) / 4;
        wrong += out[i] != in[((DEPTH - 1 - layer) * WIDTH * HEIGHT + pixel) * 4 + 3 - i % 4];
    }
    report("layers", wrong);
}

static void lines(void)
{
    static int one[WIDTH * 4], many[WIDTH * DEPTH * 4], memory[WIDTH * 4], out[WIDTH * 4];
    const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
    cl_image_desc shape;
    int wrong = 0;
    for (int i = 0; i < WIDTH * DEPTH * 4; i++)
        many[i] = i * i;
    for (int i = 0; i < WIDTH * 4; i++)
        memory[i] = 1000000 * i, one[i] = -i;
    memset(&shape, 0, sizeof shape);
    shape.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    shape.image_width = WIDTH;
    shape.buffer = buffer(sizeof memory, memory);
    cl_mem first = image(CL_MEM_OBJECT_IMAGE1D, CL_RGBA, CL_SIGNED_INT32, WIDTH, 0, 0, one);
    cl_mem rows = image(CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_RGBA, CL_SIGNED_INT32, WIDTH, 0, DEPTH, many);
    cl_mem third = clCreateImage(context, CL_MEM_READ_ONLY, &format, &shape, NULL, &error);
    check(error, "image of a buffer");
    cl_mem to = image(CL_MEM_OBJECT_IMAGE1D, CL_RGBA, CL_SIGNED_INT32, WIDTH, 0, 0, NULL);
    run("lines", WIDTH, 1, 1, 4, (void *[]){first, rows, third, to});
    read_image(to, WIDTH, 1, 1, out);
    for (int i = 0; i < WIDTH * 4; i++) {
        int sum = one[i] + memory[i];
        for (int layer = 0; layer < DEPTH; layer++)
            sum += many[layer * WIDTH * 4 + i];
        wrong += out[i] != sum;
    }
    report("lines", wrong);
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    size_t length;
    char *source = read_all("images.cl", &length);
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    program = clCreateProgramWithSource(context, 1, (const char **)&source, &length, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    blur();
    between();
    turned();
    volume();
    layers();
    lines();
    return 0;
}
