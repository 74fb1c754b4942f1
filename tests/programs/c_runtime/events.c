/* Events: user events, wait lists, markers and barriers, in order and out of order. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static int status_of(cl_event event)
{
    cl_int status = 77;

    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
    return status;
}

/* A command that waits for a user event runs when that is set, with what it was enqueued with. */
static void user_events(struct setup *the)
{
    cl_int error, first = 1, second = 2, seen = 0;
    cl_mem buffer = clCreateBuffer(the->context, 0, sizeof(first), NULL, &error);
    cl_event gate = clCreateUserEvent(the->context, &error), write, read;

    CHECK(clEnqueueWriteBuffer(the->queue, buffer, CL_TRUE, 0, 4, &first, 0, NULL, NULL));
    CHECK(clEnqueueWriteBuffer(the->queue, buffer, CL_FALSE, 0, 4, &second, 1, &gate, &write));
    CHECK(clEnqueueReadBuffer(the->queue, buffer, CL_FALSE, 0, 4, &seen, 1, &write, &read));
    CHECK(clFlush(the->queue));
    printf("waits: %d %d\n", status_of(write) > CL_COMPLETE, seen);
    CHECK(clReleaseMemObject(buffer)); /* its commands still need it */
    SHOW(clGetEventProfilingInfo(write, CL_PROFILING_COMMAND_END, 0, NULL, NULL));
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clWaitForEvents(1, &read));
    printf("ran: %d %d\n", status_of(write), seen);
    SHOW(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clReleaseEvent(gate));
    CHECK(clReleaseEvent(write));
    CHECK(clReleaseEvent(read));
}

/* An error goes along explicit waits. */
static void failure(struct setup *the)
{
    cl_int error, value = 5, seen = 6;
    cl_mem buffer = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, 4, &value, &error);
    cl_event gate = clCreateUserEvent(the->context, &error), read;

    CHECK(clEnqueueReadBuffer(the->queue, buffer, CL_FALSE, 0, 4, &seen, 1, &gate, &read));
    CHECK(clSetUserEventStatus(gate, -5));
    SHOW(clWaitForEvents(1, &read));
    printf("failed: %d %d\n", status_of(read) < 0, seen);
    CHECK(clReleaseEvent(gate));
    CHECK(clReleaseEvent(read));
    CHECK(clReleaseMemObject(buffer));
}

static void *set_later(void *event)
{
    usleep(20000);
    clSetUserEventStatus((cl_event)event, CL_COMPLETE);
    return NULL;
}

/* Out of order, a barrier holds later commands back, and a marker waits for earlier ones. */
static void barriers(struct setup *the)
{
    cl_int error, value = 3, seen = 0;
    cl_command_queue queue = clCreateCommandQueue(
        the->context, the->device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    cl_mem buffer = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, 4, &value, &error);
    cl_event gate = clCreateUserEvent(the->context, &error), marker, read;
    pthread_t thread;

    CHECK(clEnqueueBarrierWithWaitList(queue, 1, &gate, NULL));
    CHECK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &seen, 0, NULL, &read));
    CHECK(clEnqueueMarker(queue, &marker));
    printf("held: %d %d\n", status_of(read) > CL_COMPLETE, status_of(marker) > CL_COMPLETE);
    pthread_create(&thread, NULL, set_later, gate);
    CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &seen, 1, &read, NULL));
    printf("free: %d %d\n", status_of(read), seen);
    CHECK(clFinish(queue));
    printf("marker: %d\n", status_of(marker));
    pthread_join(thread, NULL);
    CHECK(clReleaseEvent(gate));
    CHECK(clReleaseEvent(marker));
    CHECK(clReleaseEvent(read));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseCommandQueue(queue));
}

int main(void)
{
    struct setup the = set_up(CL_QUEUE_PROFILING_ENABLE, "");

    user_events(&the);
    failure(&the);
    barriers(&the);
    tear_down(&the);
    return 0;
}
