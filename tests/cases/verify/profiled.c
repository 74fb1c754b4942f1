/* Prints how long a kernel took by its profiling event, in nanoseconds. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

static const char *const TEXT = "__kernel void nothing(void) { }\n";

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(3);
}

int main(void)
{
    const size_t global = 64;
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    cl_event event;
    cl_ulong start, end;

    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue =
        clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    check(error, "queue");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&TEXT, NULL, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    cl_kernel kernel = clCreateKernel(program, "nothing", &error);
    check(error, "kernel");

    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event), "launch");
    check(clWaitForEvents(1, &event), "wait");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL),
          "start");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL), "end");
    printf("%llu\n", (unsigned long long)(end - start));
    return 0;
}
