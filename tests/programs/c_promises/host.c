/* What docs/c-builtins.md and docs/c-runtime.md promise: a line for each. */
#include "run.h"
#include <string.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;
static cl_int error;

static cl_program built(const char *file, const char *options)
{
    size_t length;
    char *text = read_all(file, &length);
    cl_program made = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &error);
    check(clBuildProgram(made, 1, &device, options, NULL, NULL), options);
    return made;
}

static cl_mem buffer(size_t bytes, void *data)
{
    return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, data, &error);
}

static cl_kernel kernel(cl_program of, const char *name, cl_mem first, cl_mem second)
{
    cl_kernel made = clCreateKernel(of, name, &error);
    check(error, name);
    if (first != NULL)
        check(clSetKernelArg(made, 0, sizeof first, &first), name);
    if (second != NULL)
        check(clSetKernelArg(made, 1, sizeof second, &second), name);
    return made;
}

static void launch(cl_kernel run, size_t items, size_t group)
{
    const size_t *local = group > 0 ? &group : NULL;
    check(clEnqueueNDRangeKernel(queue, run, 1, NULL, &items, local, 0, NULL, NULL), "launch");
}

static void show(const char *name, cl_mem from, int count)
{
    int values[16];
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, sizeof *values * (size_t)count, values, 0,
                              NULL, NULL), name);
    printf("%s:", name);
    for (int i = 0; i < count; i++)
        printf(" %d", values[i]);
    printf("\n");
}

static void left_open(void)
{
    static const struct {
        const char *name;
        int count;
    } kernels[] = {{"divided", 2}, {"shifted", 3}, {"wrapped", 4}, {"converted", 6}};
    int numbers[8] = {0, -2147483647 - 1, -1, 0, 2000, 2147483647, 6, 7}, none[16] = {0};
    float floats[3] = {300.0f, 2.5f, 4e-45f};
    cl_mem of_ints = buffer(sizeof numbers, numbers), of_floats = buffer(sizeof floats, floats);
    cl_mem out = buffer(sizeof none, none);
    for (int i = 0; i < 4; i++) {
        launch(kernel(program, kernels[i].name, out, i == 3 ? of_floats : of_ints), 1, 1);
        show(kernels[i].name, out, kernels[i].count);
    }
    cl_kernel copied = kernel(program, "copied", out, of_ints);
    check(clSetKernelArg(copied, 2, 8 * sizeof(int), NULL), "local");
    launch(copied, 8, 8);
    show("copied", out, 8);
    launch(kernel(program, "printed", NULL, NULL), 1, 1);
    check(clFinish(queue), "finish");
}

static void programs(void)
{
    int numbers[4] = {1, 2, 3, 4};
    cl_mem of = buffer(sizeof numbers, numbers);
    launch(kernel(built("scaled.cl", "-DFACTOR=3 -cl-mad-enable"), "scaled", of, NULL), 4, 0);
    launch(kernel(built("scaled.cl", "-D FACTOR=5 -w"), "scaled", of, NULL), 4, 0);
    show("two builds", of, 4);
    printf("no compiler: %d\n", clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL)
                                    == CL_INVALID_OPERATION);
}

static void CL_CALLBACK ended(cl_event event, cl_int status, void *count)
{
    (void)event;
    *(int *)count += status == CL_COMPLETE;
}

static void queues(void)
{
    int numbers[4] = {1, 2, 3, 4}, total = 0, calls = 0;
    size_t items = 4, many = 100000, offset[3] = {4, 0, 0}, box[3] = {2, 2, 2};
    cl_buffer_region half = {0, 8};
    cl_mem of = buffer(sizeof numbers, numbers), sum = buffer(sizeof total, &total);
    cl_mem part = clCreateSubBuffer(of, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    cl_mem cells = buffer(sizeof(int[8]), (int[8]){0});
    cl_event go = clCreateUserEvent(context, &error), done;
    cl_kernel twice = kernel(program, "twice", of, NULL);
    check(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &items, NULL, 1, &go, &done), "waits");
    check(clSetEventCallback(done, CL_COMPLETE, ended, &calls), "callback");
    check(clSetUserEventStatus(go, CL_COMPLETE), "go");
    check(clFinish(queue), "finish");
    printf("callbacks: %d\n", calls);
    launch(kernel(program, "twice", part, NULL), 2, 0);
    int *mapped = clEnqueueMapBuffer(queue, of, CL_TRUE, CL_MAP_WRITE, 0, sizeof numbers, 0, NULL, NULL,
                                     &error);
    mapped[3] += 1;
    check(clEnqueueUnmapMemObject(queue, of, mapped, 0, NULL, NULL), "unmap");
    show("events, a part and a map", of, 4);
    launch(kernel(program, "counted", sum, NULL), many, 0);
    show("atomics", sum, 1);
    cl_kernel placed = kernel(program, "placed", cells, NULL);
    check(clEnqueueNDRangeKernel(queue, placed, 3, offset, box, NULL, 0, NULL, NULL), "placed");
    show("offset", cells, 8);
}

int main(void)
{
    cl_platform_id platform;
    int none[8] = {0};
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    program = built("kernels.cl", "");
    left_open();
    programs();
    queues();
    cl_mem out = buffer(sizeof none, none);
    cl_kernel in_turns = kernel(program, "in_turns", out, NULL);
    check(clSetKernelArg(in_turns, 1, 4 * sizeof(int), NULL), "local");
    launch(in_turns, 8, 4);
    show("states", out, 8);
    return 0;
}
