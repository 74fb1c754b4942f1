/*
 * device.h: a sample's device, with its context and queue; its program, built from a file or a
 * string; and the times of its commands. The device is the first one of the first platform.
 * Kernels, buffers and launches are the sample's.
 */
#ifndef COMMON_DEVICE_H
#define COMMON_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "fail.h"

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue; /* of commands that are timed */
    cl_program program;
};

static inline void open_device(struct device *device)
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
}

/* Builds a program from its text; what the compiler says of an error goes to stderr. */
static inline void build_text(struct device *device, const char *text, const char *options)
{
    cl_int err;
    device->program = clCreateProgramWithSource(device->context, 1, &text, NULL, &err);
    check(err, "clCreateProgramWithSource");
    err = clBuildProgram(device->program, 1, &device->id, options, NULL, NULL);
    if (err != CL_SUCCESS) {
        char log[16384] = "";
        clGetProgramBuildInfo(device->program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                              NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(err, "clBuildProgram");
}

/* All of a file's text. */
static inline char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("cannot open", path);
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    char *text = (char *)allocate((size_t)length + 1, 1);
    rewind(file);
    if (fread(text, 1, (size_t)length, file) != (size_t)length)
        die("cannot read", path);
    fclose(file);
    return text;
}

/* Builds a program from a file. */
static inline void build_file(struct device *device, const char *path)
{
    char *text = read_text(path);
    build_text(device, text, "");
    free(text);
}

/* Milliseconds from the start of one command to the end of another that is done; both events are
 * released. */
static inline double time_between(cl_event first, cl_event last)
{
    cl_ulong start = 0, end = 0;
    check(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
          "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
          "clGetEventProfilingInfo");
    check(clReleaseEvent(first), "clReleaseEvent");
    if (last != first)
        check(clReleaseEvent(last), "clReleaseEvent");
    return (double)(end - start) * 1e-6;
}

/* Waits for a command; its milliseconds. */
static inline double time_of(cl_event event)
{
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    return time_between(event, event);
}

static inline void close_device(struct device *device)
{
    check(clReleaseProgram(device->program), "clReleaseProgram");
    check(clReleaseCommandQueue(device->queue), "clReleaseCommandQueue");
    check(clReleaseContext(device->context), "clReleaseContext");
}

#endif
