/* A kernel that needs more local memory than the host gives it: a sanitizer sees the first step. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"

int main(void)
{
    struct setup the = set_up(0, "");
    size_t size = 64;
    cl_int error;
    cl_mem buffer = clCreateBuffer(the.context, 0, 256, NULL, &error);
    cl_kernel kernel = clCreateKernel(the.program, "sum", &error);

    CHECK(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    CHECK(clSetKernelArg(kernel, 1, sizeof(buffer), &buffer));
    CHECK(clSetKernelArg(kernel, 2, 63 * sizeof(int), NULL));
    CHECK(clEnqueueNDRangeKernel(the.queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
    printf("not seen\n");
    return 0;
}
