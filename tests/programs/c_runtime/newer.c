/* What OpenCL 2.0 to 3.0 added: objects by lists of properties, and what is not there. */
#define CL_TARGET_OPENCL_VERSION 300
#include "check.h"

/* Prints the code that a call gives through `error`. */
#define SHOW_ERROR(call) ((void)(call), printf("%d: %s\n", error, #call))

static void buffers(cl_context context)
{
    const cl_mem_properties none[] = {0}, unknown[] = {1, 1, 0};
    cl_int error;
    cl_mem buffer = clCreateBufferWithProperties(context, none, 0, 64, NULL, &error);

    CHECK(error);
    CHECK(clReleaseMemObject(buffer));
    SHOW_ERROR(clCreateBufferWithProperties(context, unknown, 0, 64, NULL, &error));
    SHOW_ERROR(clCreatePipe(context, 0, 4, 4, NULL, &error));
}

static void samplers(cl_context context)
{
    const cl_sampler_properties repeating[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0};
    const cl_sampler_properties unknown[] = {1, 1, 0};
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    cl_int error;
    cl_sampler sampler = clCreateSamplerWithProperties(context, repeating, &error);

    CHECK(error);
    CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof(addressing), &addressing,
                           NULL));
    CHECK(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof(filter), &filter, NULL));
    printf("sampler: %d %d\n", addressing == CL_ADDRESS_REPEAT, filter == CL_FILTER_NEAREST);
    CHECK(clReleaseSampler(sampler));
    SHOW_ERROR(clCreateSamplerWithProperties(context, unknown, &error));
}

int main(void)
{
    struct setup the = set_up(0, "");
    cl_ulong now;
    cl_int error;

    buffers(the.context);
    samplers(the.context);
    SHOW(clGetHostTimer(the.device, &now));
    SHOW_ERROR(clCloneKernel(NULL, &error));
    tear_down(&the);
    return 0;
}
