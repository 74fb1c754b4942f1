/*
 * Ways in which a host gets bytes from a device, one a mode. Each overwrites or frees the memory as
 * soon as it may. What the host sees: round r, element i is 100 * r + i.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 64, BYTES = N * sizeof(int) };

static const char *const TEXT =
    "__kernel void number(__global int *out, int round)\n"
    "{ out[get_global_id(0)] = 100 * round + (int)get_global_id(0); }\n";

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem buffer;

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(3);
}

static void set_up(cl_command_queue_properties order)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;

    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    queue = clCreateCommandQueue(context, device, order, &error);
    check(error, "queue");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&TEXT, NULL, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    kernel = clCreateKernel(program, "number", &error);
    check(error, "kernel");
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    check(error, "buffer");
}

static void launch(cl_mem out, int round, cl_event *event)
{
    const size_t global = N;

    check(clSetKernelArg(kernel, 0, sizeof(out), &out), "argument");
    check(clSetKernelArg(kernel, 1, sizeof(round), &round), "argument");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, event), "launch");
}

static void blocking(void)
{
    int out[N];

    for (int round = 1; round <= 2; ++round) {
        launch(buffer, round, NULL);
        check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, out, 0, NULL, NULL), "read");
        memset(out, 0, sizeof(out));
    }
}

static void no_event(void)
{
    int *out = malloc(2 * BYTES);

    for (int round = 1; round <= 2; ++round) {
        launch(buffer, round, NULL);
        check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, out + N * (round - 1), 0, NULL,
                                  NULL), "read");
    }
    check(clFinish(queue), "finish");
    memset(out, 0, 2 * BYTES);
    free(out);
}

static void waited(void)
{
    for (int round = 1; round <= 2; ++round) {
        int *out = malloc(BYTES);
        cl_event events[2];
        launch(buffer, round, &events[0]);
        check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, out, 1, events, &events[1]),
              "read");
        check(clWaitForEvents(1, &events[1]), "wait");
        memset(out, 0, BYTES);
        free(out);
        clReleaseEvent(events[0]);
        clReleaseEvent(events[1]);
    }
}

static void polled(void)
{
    for (int round = 1; round <= 2; ++round) {
        int out[N];
        cl_event event;
        cl_int status = CL_QUEUED;
        launch(buffer, round, NULL);
        check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, out, 0, NULL, &event), "read");
        check(clFlush(queue), "flush");
        while (status != CL_COMPLETE)
            check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                                 NULL), "status");
        memset(out, 0, sizeof(out));
        clReleaseEvent(event);
    }
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static int done;

static void CL_CALLBACK spoil(cl_event event, cl_int status, void *out)
{
    (void)event;
    (void)status;
    memset(out, 0, BYTES);
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&called);
    pthread_mutex_unlock(&lock);
}

static void callback(void)
{
    int out[N];

    for (int round = 1; round <= 2; ++round) {
        cl_event event;
        done = 0;
        launch(buffer, round, NULL);
        check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, out, 0, NULL, &event), "read");
        check(clSetEventCallback(event, CL_COMPLETE, spoil, out), "callback");
        check(clFlush(queue), "flush");
        pthread_mutex_lock(&lock);
        while (!done)
            pthread_cond_wait(&called, &lock);
        pthread_mutex_unlock(&lock);
        clReleaseEvent(event);
    }
}

static void mapped(void)
{
    for (int round = 1; round <= 2; ++round) {
        cl_int error;
        launch(buffer, round, NULL);
        int *out = clEnqueueMapBuffer(queue, buffer, round == 1 ? CL_TRUE : CL_FALSE, CL_MAP_READ, 0,
                                      BYTES, 0, NULL, NULL, &error);
        check(error, "map");
        check(clFinish(queue), "finish");
        check(clEnqueueUnmapMemObject(queue, buffer, out, 0, NULL, NULL), "unmap");
        check(clFinish(queue), "finish");
    }
}

static void rectangle(void)
{
    const size_t origin[3] = {0, 0, 0}, host[3] = {8, 1, 0}, size[3] = {BYTES / 4, 4, 1};
    int out[2 * N];

    for (int round = 1; round <= 2; ++round) {
        launch(buffer, round, NULL);
        check(clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, host, size, 0, 0,
                                      BYTES / 4 + 16, 0, out, 0, NULL, NULL), "read");
        check(clFinish(queue), "finish");
        memset(out, 0, sizeof(out));
    }
}

static void never_waited(void)
{
    static int out[N];

    launch(buffer, 1, NULL);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, out, 0, NULL, NULL), "read");
    memset(out, 0, sizeof(out));
    launch(buffer, 2, NULL);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, out, 0, NULL, NULL), "read");
    cl_int error;
    cl_event gate = clCreateUserEvent(context, &error);
    check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BYTES, out, 1, &gate, NULL), "read");
    _exit(0);
}

static void *in_thread(void *unused)
{
    (void)unused;
    blocking();
    return NULL;
}

static void threads(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
}

static void forked(void)
{
    pid_t child = fork();

    set_up(0);
    blocking();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } modes[] = {{"blocking", blocking}, {"no_event", no_event}, {"waited", waited},
                 {"polled", polled}, {"callback", callback}, {"mapped", mapped},
                 {"rectangle", rectangle}, {"never_waited", never_waited}, {"threads", threads},
                 {"forked", forked}};
    int out_of_order = argc > 2;

    for (size_t mode = 0; argc > 1 && mode < sizeof(modes) / sizeof(modes[0]); ++mode)
        if (strcmp(modes[mode].name, argv[1]) == 0) {
            if (modes[mode].run != forked)
                set_up(out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
            modes[mode].run();
            return 0;
        }
    return 2;
}
