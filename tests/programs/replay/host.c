/* Launches of all kinds that are captured and run again: in place and on parts of a buffer, with
 * atomics and local memory, in several sizes, of a run time that the data decide; and with argument
 * "images", "svm" or "binary" of kinds that are refused; with "chained" or "set", of one that waits
 * behind others for an event of the program's own; with "sealed", on buffers that no host reads; with "later", with calls of OpenCL 2.0 to 3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 4096, BINS = 16, PART = 2048 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;

static void check(cl_int error, const char *what)
{
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: error %d\n", what, error);
        exit(1);
    }
}

static cl_program built(void)
{
    static char text[1 << 14];
    const char *texts[] = {text};
    FILE *file = fopen("kernels.cl", "rb");
    cl_int error;

    fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    cl_program program = clCreateProgramWithSource(context, 1, texts, NULL, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "-I include -cl-std=CL1.2", NULL, NULL), "build");
    return program;
}

static cl_program from_binary(cl_program program)
{
    size_t size;
    cl_int error, status;

    check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL), "size");
    unsigned char *binary = malloc(size);
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL), "binary");
    program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&binary,
                                        &status, &error);
    check(error, "clCreateProgramWithBinary");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    return program;
}

static cl_mem buffer_of(size_t size, const void *contents)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                   (void *)contents, &error);
    check(error, "clCreateBuffer");
    return buffer;
}

static void launch(cl_kernel kernel, size_t global, const size_t *local)
{
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local, 0, NULL, NULL), "launch");
}

static void scale(cl_program program, cl_mem buffer, int count)
{
    const float factor = 1.5f;
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);

    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    clSetKernelArg(kernel, 1, sizeof(factor), &factor);
    clSetKernelArg(kernel, 2, sizeof(count), &count);
    launch(kernel, (size_t)count, NULL);
    clReleaseKernel(kernel);
}

static void scale_parts(cl_program program, cl_mem values)
{
    cl_buffer_region half = {PART * sizeof(float), PART * sizeof(float)};
    cl_int error;
    cl_mem part = clCreateSubBuffer(values, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half,
                                    &error);
    check(error, "clCreateSubBuffer");
    scale(program, part, PART);
    scale(program, values, COUNT);
    scale(program, values, 100);
}

static void count(cl_program program, cl_mem data)
{
    const size_t local = 64;
    const cl_uint zeros[BINS] = {0}, number = COUNT;
    cl_mem bins = buffer_of(sizeof(zeros), zeros);
    cl_kernel kernel = clCreateKernel(program, "histogram", NULL);

    clSetKernelArg(kernel, 0, sizeof(data), &data);
    clSetKernelArg(kernel, 1, sizeof(bins), &bins);
    clSetKernelArg(kernel, 2, BINS * sizeof(cl_uint), NULL);
    clSetKernelArg(kernel, 3, sizeof(number), &number);
    launch(kernel, COUNT, &local);
}

static void walk(cl_program program, cl_mem data, int shared)
{
    cl_mem taken = buffer_of(COUNT * sizeof(cl_uint), calloc(COUNT, sizeof(cl_uint)));
    cl_kernel kernel = clCreateKernel(program, "steps", NULL);

    clSetKernelArg(kernel, 0, sizeof(data), &data);
    clSetKernelArg(kernel, 1, sizeof(taken), &taken);
    if (shared) {
        void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, COUNT * sizeof(cl_uint), 0);
        check(clSetKernelArgSVMPointer(kernel, 1, memory), "clSetKernelArgSVMPointer");
    }
    launch(kernel, COUNT, NULL);
}

static void pick(cl_program program, int later)
{
    const cl_sampler_properties plain[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
    static cl_float pixels[256 * 4];
    cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc shape = {CL_MEM_OBJECT_IMAGE2D, 256, 1, 1, 1, 0, 0, 0, 0, {NULL}};
    cl_int error;
    cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape,
                                 pixels, &error);
    check(error, "clCreateImage");
    cl_sampler sampler = later ? clCreateSamplerWithProperties(context, plain, &error)
                               : clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP,
                                                 CL_FILTER_NEAREST, &error);
    check(error, "clCreateSampler");
    cl_mem out = buffer_of(sizeof(pixels), pixels);
    cl_kernel kernel = clCreateKernel(program, "pick", NULL);

    clSetKernelArg(kernel, 0, sizeof(image), &image);
    clSetKernelArg(kernel, 1, sizeof(sampler), &sampler);
    clSetKernelArg(kernel, 2, sizeof(out), &out);
    launch(kernel, 256, NULL);
}

/* The last `scale`, behind a write that waits for a user event: set before the launch, or after. */
static void wait_in_chain(cl_program program, int before)
{
    static float values[COUNT];
    cl_int error;
    cl_event written, begin = clCreateUserEvent(context, &error);
    cl_mem buffer = buffer_of(sizeof(values), values);

    check(error, "clCreateUserEvent");
    check(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof(values), values, 1, &begin,
                               &written), "clEnqueueWriteBuffer");
    if (before)
        check(clSetUserEventStatus(begin, CL_COMPLETE), "clSetUserEventStatus");
    scale(program, buffer, COUNT);
    if (!before)
        check(clSetUserEventStatus(begin, CL_COMPLETE), "clSetUserEventStatus");
}

static void scale_clone(cl_program program, void *values)
{
    const float factor = 1.5f;
    const int number = COUNT;
    cl_int error;
    cl_kernel source = clCreateKernel(program, "scale", NULL);
    cl_mem buffer = clCreateBufferWithProperties(context, NULL, CL_MEM_COPY_HOST_PTR,
                                                 COUNT * sizeof(float), values, &error);

    check(error, "clCreateBufferWithProperties");
    clSetKernelArg(source, 0, sizeof(buffer), &buffer);
    clSetKernelArg(source, 1, sizeof(factor), &factor);
    clSetKernelArg(source, 2, sizeof(number), &number);
    cl_kernel kernel = clCloneKernel(source, &error);
    check(error, "clCloneKernel");
    launch(kernel, COUNT, NULL);
}

static cl_mem sealed_buffer(cl_mem_flags flags)
{
    const float one = 1.0f;
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, flags, COUNT * sizeof(float), NULL, &error);

    check(error, "clCreateBuffer");
    check(clEnqueueFillBuffer(queue, buffer, &one, sizeof(one), 0, COUNT * sizeof(float), 0, NULL,
                              NULL), "clEnqueueFillBuffer");
    return buffer;
}

int main(int argc, char **argv)
{
    static cl_uint numbers[COUNT];
    static float values[COUNT];
    const char *kind = argc > 1 ? argv[1] : "";
    cl_platform_id platform;
    cl_int error;

    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    for (int i = 0; i < COUNT; ++i) {
        numbers[i] = (cl_uint)i * 7;
        values[i] = (float)i;
    }
    cl_mem data = buffer_of(sizeof(numbers), numbers);
    cl_program program = built();
    if (strcmp(kind, "binary") == 0)
        program = from_binary(program);
    scale_parts(program, buffer_of(sizeof(values), values));
    count(program, data);
    walk(program, data, strcmp(kind, "svm") == 0);
    if (strcmp(kind, "images") == 0 || strcmp(kind, "later") == 0)
        pick(program, strcmp(kind, "later") == 0);
    if (strcmp(kind, "later") == 0)
        scale_clone(program, values);
    if (strcmp(kind, "chained") == 0 || strcmp(kind, "set") == 0)
        wait_in_chain(program, strcmp(kind, "set") == 0);
    if (strcmp(kind, "sealed") == 0) {
        scale(program, sealed_buffer(CL_MEM_HOST_NO_ACCESS), COUNT);
        scale(program, sealed_buffer(CL_MEM_HOST_WRITE_ONLY), COUNT);
        scale(program, sealed_buffer(CL_MEM_HOST_READ_ONLY), COUNT);
    }
    check(clFinish(queue), "clFinish");
    return 0;
}
