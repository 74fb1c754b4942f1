/* Queries: sizes of all answers, and the answers that every platform gives. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"
#include <string.h>

/* The size of an answer; for texts whether it is that of the text. */
#define SIZE(function, object, name)                                                               \
    do {                                                                                           \
        size_t size_ = 0;                                                                          \
        CHECK(function(object, name, 0, NULL, &size_));                                            \
        printf(#name " %d\n", (int)size_);                                                         \
    } while (0)

static void devices(cl_device_id device)
{
    static const cl_device_info numbers[] = {
        CL_DEVICE_TYPE, CL_DEVICE_VENDOR_ID, CL_DEVICE_MAX_COMPUTE_UNITS,
        CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, CL_DEVICE_MAX_WORK_GROUP_SIZE,
        CL_DEVICE_MAX_WORK_ITEM_SIZES, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
        CL_DEVICE_MAX_CLOCK_FREQUENCY, CL_DEVICE_ADDRESS_BITS, CL_DEVICE_MAX_READ_IMAGE_ARGS,
        CL_DEVICE_MAX_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_IMAGE2D_MAX_WIDTH,
        CL_DEVICE_IMAGE3D_MAX_DEPTH, CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_MAX_PARAMETER_SIZE,
        CL_DEVICE_MAX_SAMPLERS, CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_DEVICE_SINGLE_FP_CONFIG,
        CL_DEVICE_DOUBLE_FP_CONFIG, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
        CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
        CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, CL_DEVICE_MAX_CONSTANT_ARGS,
        CL_DEVICE_LOCAL_MEM_TYPE, CL_DEVICE_LOCAL_MEM_SIZE, CL_DEVICE_ERROR_CORRECTION_SUPPORT,
        CL_DEVICE_PROFILING_TIMER_RESOLUTION, CL_DEVICE_ENDIAN_LITTLE, CL_DEVICE_AVAILABLE,
        CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_EXECUTION_CAPABILITIES,
        CL_DEVICE_QUEUE_PROPERTIES, CL_DEVICE_PLATFORM, CL_DEVICE_HOST_UNIFIED_MEMORY,
        CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, CL_DEVICE_PARENT_DEVICE,
        CL_DEVICE_PARTITION_MAX_SUB_DEVICES, CL_DEVICE_REFERENCE_COUNT,
        CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_DEVICE_PRINTF_BUFFER_SIZE};
    static const cl_device_info texts[] = {
        CL_DEVICE_NAME,    CL_DEVICE_VENDOR,     CL_DRIVER_VERSION,          CL_DEVICE_PROFILE,
        CL_DEVICE_VERSION, CL_DEVICE_EXTENSIONS, CL_DEVICE_OPENCL_C_VERSION,
        CL_DEVICE_BUILT_IN_KERNELS};
    char text[4096];
    size_t size;

    for (size_t at = 0; at < sizeof(numbers) / sizeof(numbers[0]); ++at) {
        CHECK(clGetDeviceInfo(device, numbers[at], 0, NULL, &size));
        printf("%x: %d\n", numbers[at], (int)size);
    }
    for (size_t at = 0; at < sizeof(texts) / sizeof(texts[0]); ++at) {
        CHECK(clGetDeviceInfo(device, texts[at], sizeof(text), text, &size));
        printf("%x: %d\n", texts[at], size == strlen(text) + 1);
    }
    CHECK(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof(text), text, NULL));
    printf("%.7s\n", text);
}

static void objects(struct setup *the)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(the->context, CL_MEM_READ_ONLY, 100, NULL, &error);
    cl_mem_flags flags;
    size_t size;
    cl_uint count;

    CHECK(clRetainMemObject(buffer));
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof(flags), &flags, NULL));
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(size), &size, NULL));
    printf("buffer: %u %d %d\n", count, (int)flags, (int)size);
    SIZE(clGetMemObjectInfo, buffer, CL_MEM_TYPE);
    SIZE(clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR);
    SIZE(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
    SIZE(clGetContextInfo, the->context, CL_CONTEXT_DEVICES);
    SIZE(clGetContextInfo, the->context, CL_CONTEXT_NUM_DEVICES);
    SIZE(clGetContextInfo, the->context, CL_CONTEXT_PROPERTIES);
    SIZE(clGetCommandQueueInfo, the->queue, CL_QUEUE_DEVICE);
    SIZE(clGetCommandQueueInfo, the->queue, CL_QUEUE_PROPERTIES);
    CHECK(clReleaseMemObject(buffer));
}

static void programs(struct setup *the)
{
    char names[64];
    cl_uint number;
    size_t count;
    cl_build_status status;
    cl_kernel kernels[3];

    CHECK(clGetProgramInfo(the->program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL));
    CHECK(clGetProgramInfo(the->program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
    printf("kernels: %d %d\n", (int)count, (int)strlen(names));
    SIZE(clGetProgramInfo, the->program, CL_PROGRAM_SOURCE);
    SIZE(clGetProgramInfo, the->program, CL_PROGRAM_BINARY_SIZES);
    CHECK(clGetProgramBuildInfo(the->program, the->device, CL_PROGRAM_BUILD_STATUS, sizeof(status),
                                &status, NULL));
    CHECK(clGetProgramBuildInfo(the->program, the->device, CL_PROGRAM_BUILD_OPTIONS, sizeof(names),
                                names, NULL));
    printf("built: %d %s\n", status, names);
    CHECK(clCreateKernelsInProgram(the->program, 3, kernels, &number));
    printf("%u made\n", number);
    for (cl_uint at = 0; at < number; ++at)
        CHECK(clReleaseKernel(kernels[at]));
}

static void kernels(struct setup *the)
{
    cl_int error;
    cl_kernel add = clCreateKernel(the->program, "add", &error);
    cl_kernel sum = clCreateKernel(the->program, "sum", &error);
    cl_kernel ids = clCreateKernel(the->program, "ids", &error);
    size_t sizes[3];
    char text[64];
    cl_uint count;
    cl_ulong local;

    CHECK(clGetKernelInfo(add, CL_KERNEL_FUNCTION_NAME, sizeof(text), text, NULL));
    CHECK(clGetKernelInfo(add, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL));
    printf("%s: %u\n", text, count);
    for (cl_uint at = 0; at < 4; ++at) {
        cl_kernel_arg_address_qualifier space;
        cl_kernel_arg_type_qualifier type;
        char name[64];
        CHECK(clGetKernelArgInfo(add, at, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, NULL));
        CHECK(clGetKernelArgInfo(add, at, CL_KERNEL_ARG_NAME, sizeof(name), name, NULL));
        CHECK(clGetKernelArgInfo(add, at, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space,
                                 NULL));
        CHECK(clGetKernelArgInfo(add, at, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(type), &type, NULL));
        printf("%s %s %x %d\n", text, name, space, (int)type);
    }
    CHECK(clGetKernelWorkGroupInfo(ids, the->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof(sizes), sizes, NULL));
    printf("sizes: %d %d %d\n", (int)sizes[0], (int)sizes[1], (int)sizes[2]);
    CHECK(clSetKernelArg(sum, 2, 256, NULL));
    CHECK(clGetKernelWorkGroupInfo(sum, the->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(local),
                                   &local, NULL));
    printf("local: %d\n", (int)local);
    CHECK(clGetKernelInfo(add, CL_KERNEL_ATTRIBUTES, sizeof(text), text, NULL));
    printf("attributes: [%s]\n", text);
    CHECK(clReleaseKernel(add));
    CHECK(clReleaseKernel(sum));
    CHECK(clReleaseKernel(ids));
}

int main(void)
{
    struct setup the = set_up(0, "-cl-kernel-arg-info");

    devices(the.device);
    objects(&the);
    programs(&the);
    kernels(&the);
    tear_down(&the);
    return 0;
}
