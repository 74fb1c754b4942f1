/* Random commands that wait for each other and for user events: none runs before what it waits for. */
#define CL_TARGET_OPENCL_VERSION 120
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>

enum { COMMANDS = 64, THREADS = 4, ROUNDS = 30, GATES = 2 };

struct step {
    int *done; /* of all commands of a round */
    int self, waits[2];
    int *opened; /* the gate that it waits for, NULL for none */
};

struct gates {
    cl_event events[GATES];
    int opened;
};

struct worker {
    struct setup *the;
    cl_command_queue queue;
    unsigned seed;
    int done[COMMANDS];
};

static int ran, broken, called;

static void CL_CALLBACK take_step(void *arguments)
{
    struct step *step = (struct step *)arguments;

    for (int at = 0; at < 2; ++at)
        if (step->waits[at] >= 0
            && !__atomic_load_n(&step->done[step->waits[at]], __ATOMIC_RELAXED))
            __atomic_add_fetch(&broken, 1, __ATOMIC_RELAXED);
    if (step->opened != NULL && !__atomic_load_n(step->opened, __ATOMIC_RELAXED))
        __atomic_add_fetch(&broken, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&step->done[step->self], 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&ran, 1, __ATOMIC_RELAXED);
}

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status;
    __atomic_add_fetch((int *)data, 1, __ATOMIC_RELAXED);
}

static void *open_gates(void *data)
{
    struct gates *gates = (struct gates *)data;

    __atomic_store_n(&gates->opened, 1, __ATOMIC_RELAXED);
    for (int gate = 0; gate < GATES; ++gate)
        CHECK(clSetUserEventStatus(gates->events[gate], CL_COMPLETE));
    return NULL;
}

static void enqueue(struct worker *worker, int number, cl_event *events, struct gates *gates)
{
    struct step step = {worker->done, number, {-1, -1}, NULL};
    cl_event waits[3];
    cl_uint count = 0;

    for (int at = 0; at < 2 && number > 0; ++at) {
        step.waits[at] = (int)(rand_r(&worker->seed) % (unsigned)number);
        waits[count++] = events[step.waits[at]];
    }
    if (rand_r(&worker->seed) % 8 == 0) {
        step.opened = &gates->opened;
        waits[count++] = gates->events[number % GATES];
    }
    CHECK(clEnqueueNativeKernel(worker->queue, take_step, &step, sizeof(step), 0, NULL, NULL, count,
                                count > 0 ? waits : NULL, &events[number]));
    if (number % 16 == 5)
        CHECK(clSetEventCallback(events[number], CL_COMPLETE, count_call, &called));
    if (number % 20 == 7)
        CHECK(clEnqueueBarrierWithWaitList(worker->queue, 0, NULL, NULL));
}

static void *work(void *data)
{
    struct worker *worker = (struct worker *)data;

    for (int round = 0; round < ROUNDS; ++round) {
        struct gates gates = {{NULL}, 0};
        cl_event events[COMMANDS];
        pthread_t opener;
        cl_int error;
        for (int at = 0; at < COMMANDS; ++at)
            __atomic_store_n(&worker->done[at], 0, __ATOMIC_RELAXED);
        for (int gate = 0; gate < GATES; ++gate)
            gates.events[gate] = clCreateUserEvent(worker->the->context, &error);
        for (int at = 0; at < COMMANDS; ++at) {
            if (at == COMMANDS / 3)
                pthread_create(&opener, NULL, open_gates, &gates);
            enqueue(worker, at, events, &gates);
        }
        CHECK(clWaitForEvents(COMMANDS, events));
        pthread_join(opener, NULL);
        for (int at = 0; at < COMMANDS; ++at)
            CHECK(clReleaseEvent(events[at]));
        for (int gate = 0; gate < GATES; ++gate)
            CHECK(clReleaseEvent(gates.events[gate]));
    }
    CHECK(clFinish(worker->queue));
    return NULL;
}

int main(void)
{
    static struct worker workers[THREADS];
    const cl_command_queue_properties any_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    struct setup the = set_up(0, "");
    pthread_t threads[THREADS];
    cl_int error;
    cl_command_queue shared = clCreateCommandQueue(the.context, the.device, any_order, &error);

    for (int at = 0; at < THREADS; ++at) {
        workers[at].the = &the;
        workers[at].seed = (unsigned)at;
        workers[at].queue = at < 2 ? shared : the.queue;
        pthread_create(&threads[at], NULL, work, &workers[at]);
    }
    for (int at = 0; at < THREADS; ++at)
        pthread_join(threads[at], NULL);
    printf("%d ran, %d too early, %d called\n", ran, broken, called);
    CHECK(clReleaseCommandQueue(shared));
    tear_down(&the);
    return 0;
}
