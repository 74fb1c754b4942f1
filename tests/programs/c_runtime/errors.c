/* Error codes, each as the standard says. Prints the calls that gave another. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"
#include <string.h>

#define EXPECT(code, call) expect(code, call, #call)
/* For calls that give their code through `error`. */
#define EXPECT_ERROR(code, call) ((void)(call), expect(code, error, #call))

static int count;

static void expect(cl_int wanted, cl_int got, const char *call)
{
    ++count;
    if (got != wanted)
        printf("%d, not %d: %s\n", got, wanted, call);
}

static void platforms(struct setup *the)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context_properties wrong[] = {CL_CONTEXT_PLATFORM, 0, 0}, unknown[] = {0x1234, 1, 0};
    cl_int error;
    char text[2];

    EXPECT(CL_INVALID_VALUE, clGetPlatformIDs(0, &platform, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformIDs(0, NULL, NULL));
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformInfo(platform, CL_PLATFORM_NAME, 1, text, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformInfo(platform, 0, 2, text, NULL));
    EXPECT(CL_DEVICE_NOT_FOUND,
           clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &device, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceInfo(the->device, 0x9999, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceInfo(the->device, CL_DEVICE_NAME, 1, text, NULL));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateContext(NULL, 0, NULL, NULL, NULL, &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateContext(NULL, 1, &the->device, NULL, text, &error));
    EXPECT_ERROR(CL_INVALID_PLATFORM, clCreateContext(wrong, 1, &the->device, NULL, NULL, &error));
    EXPECT_ERROR(CL_INVALID_PROPERTY,
                 clCreateContext(unknown, 1, &the->device, NULL, NULL, &error));
    EXPECT(CL_INVALID_CONTEXT, clRetainContext(NULL));
    EXPECT_ERROR(CL_INVALID_CONTEXT, clCreateCommandQueue(NULL, the->device, 0, &error));
    EXPECT_ERROR(CL_INVALID_DEVICE, clCreateCommandQueue(the->context, NULL, 0, &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateCommandQueue(the->context, the->device, 64, &error));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(NULL));
}

static void buffers(struct setup *the)
{
    char bytes[64];
    cl_int error;
    cl_event none = NULL;
    cl_mem hidden = clCreateBuffer(the->context, CL_MEM_HOST_NO_ACCESS, 64, NULL, &error);
    cl_mem buffer = clCreateBuffer(the->context, 0, 64, NULL, &error);
    cl_mem part;
    cl_buffer_region region = {0, 16}, empty = {0, 0};
    const cl_mem_flags both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;

    EXPECT_ERROR(CL_INVALID_CONTEXT, clCreateBuffer(NULL, 0, 4, NULL, &error));
    EXPECT_ERROR(CL_INVALID_BUFFER_SIZE, clCreateBuffer(the->context, 0, 0, NULL, &error));
    EXPECT_ERROR(CL_INVALID_HOST_PTR,
                 clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, 4, NULL, &error));
    EXPECT_ERROR(CL_INVALID_HOST_PTR, clCreateBuffer(the->context, 0, 4, bytes, &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateBuffer(the->context, both, 4, NULL, &error));
    EXPECT_ERROR(CL_INVALID_VALUE,
                 clCreateBuffer(the->context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 4, bytes,
                                &error));
    EXPECT(CL_INVALID_VALUE,
           clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 60, 8, bytes, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE,
           clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, 8, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST,
           clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, 8, bytes, 1, NULL, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST,
           clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, 8, bytes, 1, &none, NULL));
    EXPECT(CL_INVALID_MEM_OBJECT,
           clEnqueueReadBuffer(the->queue, NULL, CL_TRUE, 0, 8, bytes, 0, NULL, NULL));
    EXPECT(CL_INVALID_COMMAND_QUEUE,
           clEnqueueReadBuffer(NULL, buffer, CL_TRUE, 0, 8, bytes, 0, NULL, NULL));
    EXPECT(CL_INVALID_OPERATION,
           clEnqueueReadBuffer(the->queue, hidden, CL_TRUE, 0, 8, bytes, 0, NULL, NULL));
    EXPECT_ERROR(CL_INVALID_OPERATION, clEnqueueMapBuffer(the->queue, hidden, CL_TRUE, CL_MAP_READ,
                                                          0, 8, 0, NULL, NULL, &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clEnqueueMapBuffer(the->queue, buffer, CL_TRUE, CL_MAP_READ, 0,
                                                      65, 0, NULL, NULL, &error));
    part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_ERROR(CL_INVALID_MEM_OBJECT,
                 clCreateSubBuffer(part, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, 0, &region, &error));
    EXPECT_ERROR(CL_INVALID_BUFFER_SIZE,
                 clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &empty, &error));
    EXPECT(CL_INVALID_MEM_OBJECT, clReleaseMemObject(NULL));
    CHECK(clReleaseMemObject(part));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseMemObject(hidden));
}

static void programs(struct setup *the)
{
    const char *text = "no kernels", *none = NULL;
    cl_int error, one = 1;
    cl_program program = clCreateProgramWithSource(the->context, 1, &text, NULL, &error);
    cl_kernel kernel, two[2];

    EXPECT_ERROR(CL_INVALID_VALUE, clCreateProgramWithSource(the->context, 0, &text, NULL, &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateProgramWithSource(the->context, 1, &none, NULL, &error));
    EXPECT_ERROR(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "add", &error));
    EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 1, NULL, "", NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 0, NULL, "", NULL, &one));
    EXPECT(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, NULL, "", NULL, NULL));
    EXPECT_ERROR(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "add", &error));
    EXPECT(CL_INVALID_PROGRAM, clBuildProgram(NULL, 0, NULL, "", NULL, NULL));
    EXPECT_ERROR(CL_INVALID_KERNEL_NAME, clCreateKernel(the->program, "nothing", &error));
    EXPECT_ERROR(CL_INVALID_VALUE, clCreateKernel(the->program, NULL, &error));
    EXPECT(CL_INVALID_VALUE, clCreateKernelsInProgram(the->program, 2, two, NULL));
    kernel = clCreateKernel(the->program, "add", &error);
    EXPECT(CL_INVALID_OPERATION, clBuildProgram(the->program, 0, NULL, "", NULL, NULL));
    EXPECT(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 4, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static void launches(struct setup *the)
{
    size_t one = 1, ten = 10, three = 3;
    size_t plane[2] = {8, 4}, wrong[2] = {2, 2}, many[2] = {4096, 4096};
    cl_int error, n = 4;
    cl_kernel add = clCreateKernel(the->program, "add", &error);
    cl_kernel sum = clCreateKernel(the->program, "sum", &error);
    cl_kernel ids = clCreateKernel(the->program, "ids", &error);
    cl_mem buffer = clCreateBuffer(the->context, 0, 256, NULL, &error), none = NULL;

    EXPECT(CL_INVALID_KERNEL_ARGS,
           clEnqueueNDRangeKernel(the->queue, add, 1, NULL, &one, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArg(add, 4, sizeof(n), &n));
    EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(add, 3, 8, &n));
    EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(add, 0, 4, &buffer));
    EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArg(add, 3, sizeof(n), NULL));
    EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArg(sum, 2, 4, &n));
    EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(sum, 2, 0, NULL));
    EXPECT(CL_SUCCESS, clSetKernelArg(add, 0, sizeof(none), &none));
    EXPECT(CL_SUCCESS, clSetKernelArg(add, 1, sizeof(none), NULL));
    EXPECT(CL_INVALID_KERNEL, clSetKernelArg(NULL, 0, sizeof(buffer), &buffer));
    CHECK(clSetKernelArg(add, 0, sizeof(buffer), &buffer));
    CHECK(clSetKernelArg(add, 1, sizeof(buffer), &buffer));
    CHECK(clSetKernelArg(add, 2, sizeof(buffer), &buffer));
    CHECK(clSetKernelArg(add, 3, sizeof(n), &n));
    CHECK(clSetKernelArg(ids, 0, sizeof(buffer), &buffer));
    EXPECT(CL_INVALID_WORK_DIMENSION,
           clEnqueueNDRangeKernel(the->queue, add, 4, NULL, many, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE,
           clEnqueueNDRangeKernel(the->queue, add, 1, NULL, &ten, &three, 0, NULL, NULL));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE,
           clEnqueueNDRangeKernel(the->queue, add, 2, NULL, many, many, 0, NULL, NULL));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE,
           clEnqueueNDRangeKernel(the->queue, ids, 2, NULL, plane, wrong, 0, NULL, NULL));
    CHECK(clFinish(the->queue));
    CHECK(clReleaseKernel(add));
    CHECK(clReleaseKernel(sum));
    CHECK(clReleaseKernel(ids));
    CHECK(clReleaseMemObject(buffer));
}

/* What pocl takes, or dies of. */
static void checked_here(struct setup *the)
{
    size_t zero = 0, ten = 10, huge = (size_t)-1, plane[2] = {8, 4};
    cl_int error, n = 4;
    cl_device_id device;
    cl_kernel add = clCreateKernel(the->program, "add", &error);
    cl_kernel ids = clCreateKernel(the->program, "ids", &error);
    cl_mem none = NULL;

    for (cl_uint at = 0; at < 3; ++at)
        CHECK(clSetKernelArg(add, at, sizeof(none), &none));
    CHECK(clSetKernelArg(add, 3, sizeof(n), &n));
    EXPECT(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(NULL, 1 << 10, 1, &device, NULL));
    EXPECT(CL_INVALID_GLOBAL_WORK_SIZE,
           clEnqueueNDRangeKernel(the->queue, add, 1, NULL, NULL, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_GLOBAL_WORK_SIZE,
           clEnqueueNDRangeKernel(the->queue, add, 1, NULL, &zero, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE,
           clEnqueueNDRangeKernel(the->queue, add, 1, NULL, &ten, &zero, 0, NULL, NULL));
    EXPECT(CL_INVALID_WORK_ITEM_SIZE,
           clEnqueueNDRangeKernel(the->queue, add, 1, NULL, &huge, &huge, 0, NULL, NULL));
    EXPECT(CL_INVALID_GLOBAL_OFFSET,
           clEnqueueNDRangeKernel(the->queue, add, 1, &huge, &ten, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_KERNEL,
           clEnqueueNDRangeKernel(the->queue, NULL, 1, NULL, &ten, NULL, 0, NULL, NULL));
    CHECK(clSetKernelArg(ids, 0, sizeof(none), &none));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE,
           clEnqueueNDRangeKernel(the->queue, ids, 2, NULL, plane, NULL, 0, NULL, NULL));
    CHECK(clReleaseKernel(add));
    CHECK(clReleaseKernel(ids));
}

static void events(struct setup *the)
{
    cl_int error;
    cl_event event = clCreateUserEvent(the->context, &error), none = NULL;
    cl_ulong time;

    EXPECT(CL_INVALID_VALUE, clWaitForEvents(0, NULL));
    EXPECT(CL_INVALID_EVENT, clWaitForEvents(1, &none));
    EXPECT(CL_INVALID_VALUE, clSetUserEventStatus(event, CL_RUNNING));
    EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE,
           clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL));
    EXPECT(CL_INVALID_VALUE, clSetEventCallback(event, CL_COMPLETE, NULL, NULL));
    EXPECT(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
    EXPECT(CL_INVALID_EVENT, clRetainEvent(NULL));
    CHECK(clReleaseEvent(event));
}

static void images(struct setup *the)
{
    cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc description;
    size_t outside[3] = {3, 0, 0}, region[3] = {2, 2, 1};
    char pixels[1024];
    cl_int error;
    cl_mem image;

    memset(&description, 0, sizeof(description));
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = 4;
    description.image_height = 4;
    image = clCreateImage(the->context, 0, &format, &description, NULL, &error);
    CHECK(error);
    EXPECT_ERROR(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                 clCreateImage(the->context, 0, NULL, &description, NULL, &error));
    EXPECT_ERROR(CL_INVALID_IMAGE_DESCRIPTOR,
                 clCreateImage(the->context, 0, &format, NULL, NULL, &error));
    EXPECT_ERROR(CL_INVALID_HOST_PTR, clCreateImage(the->context, CL_MEM_COPY_HOST_PTR, &format,
                                                    &description, NULL, &error));
    EXPECT(CL_INVALID_VALUE, clEnqueueReadImage(the->queue, image, CL_TRUE, outside, region, 0, 0,
                                                pixels, 0, NULL, NULL));
    EXPECT_ERROR(CL_INVALID_VALUE,
                 clCreateSampler(the->context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST,
                                 &error));
    CHECK(clReleaseMemObject(image));
}

static void images_checked_here(struct setup *the)
{
    cl_image_format format = {CL_RGBA, CL_FLOAT}, wrong = {CL_RGBA, 0};
    cl_image_format packed = {CL_RGB, CL_UNORM_SHORT_565};
    cl_image_desc description;
    size_t origin[3] = {0, 0, 0}, region[3] = {2, 2, 1};
    char pixels[1024];
    cl_int error;
    cl_mem image;

    memset(&description, 0, sizeof(description));
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = 4;
    description.image_height = 4;
    image = clCreateImage(the->context, 0, &format, &description, NULL, &error);
    EXPECT_ERROR(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                 clCreateImage(the->context, 0, &wrong, &description, NULL, &error));
    EXPECT_ERROR(CL_IMAGE_FORMAT_NOT_SUPPORTED,
                 clCreateImage(the->context, 0, &packed, &description, NULL, &error));
    EXPECT(CL_INVALID_VALUE, clEnqueueReadImage(the->queue, image, CL_TRUE, origin, region, 8, 0,
                                                pixels, 0, NULL, NULL));
    description.image_height = 0;
    EXPECT_ERROR(CL_INVALID_IMAGE_SIZE,
                 clCreateImage(the->context, 0, &format, &description, NULL, &error));
    CHECK(clReleaseMemObject(image));
}

int main(int argc, char **argv)
{
    struct setup the = set_up(0, "");

    platforms(&the);
    buffers(&the);
    programs(&the);
    launches(&the);
    events(&the);
    images(&the);
    printf("%d calls\n", count);
    (void)argv;
    if (argc > 1) {
        checked_here(&the);
        images_checked_here(&the);
    }
    tear_down(&the);
    return 0;
}
