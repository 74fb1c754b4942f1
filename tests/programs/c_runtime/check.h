/* What the hosts of these tests share. */
#ifndef CHECK_H
#define CHECK_H

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check(call, #call, __LINE__)
/* Calls, and prints what came of it. */
#define SHOW(call) printf("%d: %s\n", (int)(call), #call)

struct setup {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

static inline void check(cl_int error, const char *call, int line)
{
    if (error == CL_SUCCESS)
        return;
    printf("line %d: %s: %d\n", line, call, error);
    exit(1);
}

static inline char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = (char *)calloc(1, 65536);

    if (file == NULL || text == NULL || fread(text, 1, 65535, file) == 0)
        exit(2);
    fclose(file);
    return text;
}

static inline struct setup set_up(cl_command_queue_properties properties, const char *options)
{
    struct setup the;
    cl_platform_id platform;
    cl_int error;
    char *text = read_text("kernels.cl");
    const char *source = text;

    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &the.device, NULL));
    the.context = clCreateContext(NULL, 1, &the.device, NULL, NULL, &error);
    CHECK(error);
    the.queue = clCreateCommandQueue(the.context, the.device, properties, &error);
    CHECK(error);
    the.program = clCreateProgramWithSource(the.context, 1, &source, NULL, &error);
    CHECK(error);
    CHECK(clBuildProgram(the.program, 1, &the.device, options, NULL, NULL));
    free(text);
    return the;
}

static inline void tear_down(struct setup *the)
{
    CHECK(clReleaseProgram(the->program));
    CHECK(clReleaseCommandQueue(the->queue));
    CHECK(clReleaseContext(the->context));
}

/* Whether the times of a command are in order, and none is empty. */
static inline void print_times(cl_event event)
{
    cl_ulong time[4];

    for (cl_uint at = 0; at < 4; ++at)
        CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + at, sizeof(time[at]),
                                      &time[at], NULL));
    printf("times in order: %d\n",
           time[0] <= time[1] && time[1] <= time[2] && time[2] < time[3]);
}

#endif
