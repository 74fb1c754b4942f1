/* Buffers, launches and their times: what most programs do. Prints what every platform must print. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include "check.h"

enum { COUNT = 5000, GROUPS = 32, LOCAL = 64 };

static void add(struct setup *the)
{
    static float a[COUNT], b[COUNT], c[COUNT];
    cl_int error, n = COUNT - 1;
    cl_event event;
    size_t offset = 8, global = COUNT - 8;
    cl_mem x, y, z;

    for (int i = 0; i < COUNT; ++i) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
        c[i] = -1;
    }
    x = clCreateBuffer(the->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(a), a, &error);
    y = clCreateBuffer(the->context, CL_MEM_READ_ONLY, sizeof(b), NULL, &error);
    z = clCreateBuffer(the->context, CL_MEM_USE_HOST_PTR, sizeof(c), c, &error);
    CHECK(clEnqueueWriteBuffer(the->queue, y, CL_FALSE, 0, sizeof(b), b, 0, NULL, NULL));
    cl_kernel kernel = clCreateKernel(the->program, "add", &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernel, 0, sizeof(x), &x));
    CHECK(clSetKernelArg(kernel, 1, sizeof(y), &y));
    CHECK(clSetKernelArg(kernel, 2, sizeof(z), &z));
    CHECK(clSetKernelArg(kernel, 3, sizeof(n), &n));
    CHECK(clEnqueueNDRangeKernel(the->queue, kernel, 1, &offset, &global, NULL, 0, NULL, &event));
    n = 0; /* what the launch has does not change any more */
    CHECK(clSetKernelArg(kernel, 3, sizeof(n), &n));
    CHECK(clEnqueueReadBuffer(the->queue, z, CL_TRUE, 0, sizeof(c), c, 1, &event, NULL));
    printf("add: %g %g %g %g\n", c[0], c[7], c[8], c[COUNT - 2]);
    print_times(event);
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(x));
    CHECK(clReleaseMemObject(y));
    CHECK(clReleaseMemObject(z));
}

static void sum(struct setup *the)
{
    static int in[GROUPS * LOCAL], out[GROUPS];
    size_t global = GROUPS * LOCAL, local = LOCAL;
    cl_int error;
    long total = 0;

    for (int i = 0; i < GROUPS * LOCAL; ++i)
        in[i] = i % 17;
    cl_mem x = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, sizeof(in), in, &error);
    cl_mem y = clCreateBuffer(the->context, CL_MEM_WRITE_ONLY, sizeof(out), NULL, &error);
    cl_kernel kernel = clCreateKernel(the->program, "sum", &error);
    CHECK(clSetKernelArg(kernel, 0, sizeof(x), &x));
    CHECK(clSetKernelArg(kernel, 1, sizeof(y), &y));
    CHECK(clSetKernelArg(kernel, 2, LOCAL * sizeof(int), NULL));
    CHECK(clEnqueueNDRangeKernel(the->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    CHECK(clReleaseMemObject(x)); /* the command still needs it */
    CHECK(clEnqueueReadBuffer(the->queue, y, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    for (int i = 0; i < GROUPS; ++i)
        total += out[i];
    printf("sum: %d %d %ld\n", out[0], out[GROUPS - 1], total);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(y));
}

static void ids(struct setup *the)
{
    int out[8 * 4];
    size_t global[2] = {8, 4}, local[2] = {4, 2};
    cl_int error;
    cl_mem x = clCreateBuffer(the->context, 0, sizeof(out), NULL, &error);
    cl_kernel kernel = clCreateKernel(the->program, "ids", &error);

    CHECK(clSetKernelArg(kernel, 0, sizeof(x), &x));
    CHECK(clEnqueueNDRangeKernel(the->queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    CHECK(clFinish(the->queue));
    CHECK(clEnqueueReadBuffer(the->queue, x, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    printf("ids:");
    for (int i = 0; i < 8 * 4; ++i)
        printf(" %d", out[i]);
    printf("\n");
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(x));
}

/* A launch that waits keeps its arguments, whatever becomes of the kernel and of them. */
static void deferred(struct setup *the)
{
    int in[64], out = -1;
    size_t global = 64;
    cl_int error;
    cl_event gate = clCreateUserEvent(the->context, &error);
    cl_mem x, y = clCreateBuffer(the->context, 0, sizeof(out), NULL, &error);
    cl_kernel kernel = clCreateKernel(the->program, "sum", &error);

    for (int i = 0; i < 64; ++i)
        in[i] = i;
    x = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, sizeof(in), in, &error);
    CHECK(clSetKernelArg(kernel, 0, sizeof(x), &x));
    CHECK(clSetKernelArg(kernel, 1, sizeof(y), &y));
    CHECK(clSetKernelArg(kernel, 2, sizeof(in), NULL));
    CHECK(clEnqueueNDRangeKernel(the->queue, kernel, 1, NULL, &global, &global, 1, &gate, NULL));
    CHECK(clSetKernelArg(kernel, 1, sizeof(x), &x));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(x));
    CHECK(clEnqueueReadBuffer(the->queue, y, CL_FALSE, 0, sizeof(out), &out, 0, NULL, NULL));
    printf("deferred: %d", out);
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clFinish(the->queue));
    printf(" %d\n", out);
    CHECK(clReleaseEvent(gate));
    CHECK(clReleaseMemObject(y));
}

struct doubled {
    int count;
    void *data;
};

static void CL_CALLBACK twice(void *arguments)
{
    struct doubled *given = (struct doubled *)arguments;

    for (int i = 0; i < given->count; ++i)
        ((int *)given->data)[i] *= 2;
}

/* A task, and a function of the host that sees a buffer. */
static void tasks(struct setup *the)
{
    float a[2] = {1, 2}, sum[2] = {0, 0};
    int out[4] = {1, 2, 3, 4}, n = 2;
    struct doubled given = {4, NULL};
    const void *place = &given.data;
    cl_int error;
    cl_mem x = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, sizeof(a), a, &error);
    cl_mem y = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, sizeof(sum), sum, &error);
    cl_mem z = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, sizeof(out), out, &error);
    cl_kernel kernel = clCreateKernel(the->program, "add", &error);

    CHECK(clSetKernelArg(kernel, 0, sizeof(x), &x));
    CHECK(clSetKernelArg(kernel, 1, sizeof(x), &x));
    CHECK(clSetKernelArg(kernel, 2, sizeof(y), &y));
    CHECK(clSetKernelArg(kernel, 3, sizeof(n), &n));
    CHECK(clEnqueueTask(the->queue, kernel, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(the->queue, y, CL_TRUE, 0, sizeof(sum), sum, 0, NULL, NULL));
    printf("task: %g %g\n", sum[0], sum[1]);
    CHECK(clEnqueueNativeKernel(the->queue, twice, &given, sizeof(given), 1, &z, &place, 0, NULL,
                                NULL));
    CHECK(clEnqueueReadBuffer(the->queue, z, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    printf("native: %d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(x));
    CHECK(clReleaseMemObject(y));
    CHECK(clReleaseMemObject(z));
}

int main(void)
{
    struct setup the = set_up(CL_QUEUE_PROFILING_ENABLE, "");

    add(&the);
    sum(&the);
    ids(&the);
    deferred(&the);
    tasks(&the);
    tear_down(&the);
    return 0;
}
