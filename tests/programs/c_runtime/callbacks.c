/* A callback may take a lock that the program holds when it registers the callback. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int called, called_with = 99;

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *data)
{
    (void)event;
    pthread_mutex_lock(&lock);
    called += *(int *)data;
    called_with = status;
    pthread_mutex_unlock(&lock);
}

static void *finish(void *queue)
{
    CHECK(clFinish((cl_command_queue)queue));
    return NULL;
}

int main(void)
{
    struct setup the = set_up(0, "");
    int one = 1, ten = 10;
    cl_int error;
    cl_event gate = clCreateUserEvent(the.context, &error), marker;
    pthread_t thread;

    CHECK(clEnqueueMarkerWithWaitList(the.queue, 1, &gate, &marker));
    CHECK(clSetEventCallback(marker, CL_COMPLETE, count_call, &one));
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clWaitForEvents(1, &marker));
    pthread_mutex_lock(&lock);
    printf("called: %d %d\n", called, called_with);
    CHECK(clSetEventCallback(marker, CL_COMPLETE, count_call, &ten));
    pthread_create(&thread, NULL, finish, the.queue); /* it waits for the callback, not for ever */
    pthread_join(thread, NULL);
    printf("still: %d\n", called);
    pthread_mutex_unlock(&lock);
    CHECK(clFinish(the.queue));
    printf("called: %d\n", called);
    CHECK(clReleaseEvent(gate));
    CHECK(clReleaseEvent(marker));
    tear_down(&the);
    return 0;
}
