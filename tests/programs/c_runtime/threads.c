/* Several threads of the host share a queue, or have their own, in order and out of order. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 40, COUNT = 1024 };

struct part {
    struct setup *the;
    cl_command_queue queue;
    int number;
    long sum;
};

static void *work(void *data)
{
    struct part *part = (struct part *)data;
    int in[COUNT], out[COUNT / 64];
    size_t global = COUNT, local = 64;
    cl_int error;
    cl_mem x = clCreateBuffer(part->the->context, 0, sizeof(in), NULL, &error);
    cl_mem y = clCreateBuffer(part->the->context, 0, sizeof(out), NULL, &error);
    cl_kernel kernel = clCreateKernel(part->the->program, "sum", &error);

    CHECK(error);
    CHECK(clSetKernelArg(kernel, 0, sizeof(x), &x));
    CHECK(clSetKernelArg(kernel, 1, sizeof(y), &y));
    CHECK(clSetKernelArg(kernel, 2, 64 * sizeof(int), NULL));
    for (int round = 0; round < ROUNDS; ++round) {
        cl_event written, ran;
        for (int at = 0; at < COUNT; ++at)
            in[at] = part->number + round;
        CHECK(clEnqueueWriteBuffer(part->queue, x, CL_FALSE, 0, sizeof(in), in, 0, NULL, &written));
        CHECK(clEnqueueNDRangeKernel(part->queue, kernel, 1, NULL, &global, &local, 1, &written,
                                     &ran));
        CHECK(clEnqueueReadBuffer(part->queue, y, CL_TRUE, 0, sizeof(out), out, 1, &ran, NULL));
        for (int at = 0; at < COUNT / 64; ++at)
            part->sum += out[at];
        CHECK(clReleaseEvent(written));
        CHECK(clReleaseEvent(ran));
    }
    CHECK(clFinish(part->queue));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(x));
    CHECK(clReleaseMemObject(y));
    return NULL;
}

static void run(struct setup *the, cl_command_queue *queues)
{
    struct part parts[THREADS];
    pthread_t threads[THREADS];

    for (int at = 0; at < THREADS; ++at) {
        parts[at].the = the;
        parts[at].queue = queues[at];
        parts[at].number = at;
        parts[at].sum = 0;
        pthread_create(&threads[at], NULL, work, &parts[at]);
    }
    for (int at = 0; at < THREADS; ++at) {
        pthread_join(threads[at], NULL);
        printf(" %ld", parts[at].sum);
    }
    printf("\n");
}

int main(void)
{
    struct setup the = set_up(0, "");
    cl_command_queue queues[THREADS];
    cl_int error;

    for (int at = 0; at < THREADS; ++at)
        queues[at] = the.queue;
    run(&the, queues);
    for (int at = 0; at < THREADS; ++at)
        queues[at] = clCreateCommandQueue(
            the.context, the.device, at % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &error);
    run(&the, queues);
    for (int at = 0; at < THREADS; ++at)
        CHECK(clReleaseCommandQueue(queues[at]));
    tear_down(&the);
    return 0;
}
