/* Runs each kernel with buffers that end at a page which nobody may touch, or begin behind one, and
 * prints what it left. `host end N` and `host begin N` are for N work-items that do something. */
#define CL_TARGET_OPENCL_VERSION 120
#define _DEFAULT_SOURCE
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct {
    const char *name;
    size_t out, in; /* bytes of each for a work-item */
    size_t global[2];
} launches[] = {
    {"plain", 4, 4, {192, 1}},         {"reversed", 4, 4, {192, 1}},
    {"inner", 4, 4, {192, 1}},         {"chosen", 4, 4, {192, 1}},
    {"asked", 4, 4, {192, 1}},         {"gathered", 4, 4, {192, 1}},
    {"scattered", 4, 4, {192, 1}},     {"strided", 12, 8, {192, 1}},
    {"rows_of_many", 4, 4, {192, 1}},  {"left_early", 4, 4, {192, 1}},
    {"nested", 4, 12, {192, 1}},       {"bytes", 1, 1, {192, 1}},
    {"halves", 2, 2, {192, 1}},        {"pixels", 4, 4, {192, 1}},
    {"quads", 16, 16, {192, 1}},       {"triples", 12, 12, {192, 1}},
    {"longs", 8, 8, {192, 1}},         {"doubles", 8, 8, {192, 1}},
    {"bodies", 20, 20, {192, 1}},      {"walked", 4, 4, {192, 1}},
    {"tiled", 4, 4, {192, 1}},         {"counted", 4, 4, {192, 1}},
    {"flat", 12, 12, {704, 1}},        {"turned", 12, 12, {64, 128}},
};

static int at_end;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

/* So many bytes, with pages that nobody may touch on one side of them; zeros. */
static unsigned char *guarded(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), inner = (bytes + page - 1) / page * page;
    unsigned char *all = mmap(NULL, inner + 2 * page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) != 0
        || mprotect(all + page + inner, page, PROT_NONE) != 0)
        exit(EXIT_FAILURE);
    return all + page + (at_end ? inner - bytes : 0);
}

static cl_mem buffer_of(unsigned char *memory, size_t bytes)
{
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, NULL);
}

static int run(const char *name, size_t out_bytes, size_t in_bytes, const size_t *global, int n)
{
    const size_t local[] = {global[0] == 192 ? 64 : 16, global[1] > 1 ? 2 : 1};
    unsigned char *out = guarded(out_bytes), *in = guarded(in_bytes);
    int *at = (int *)guarded(n * sizeof *at);
    cl_mem buffers[3];
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    cl_int status;
    float number;
    size_t i;

    for (i = 0; i < in_bytes; i++)
        in[i] = i % 4 == 3 ? 0 : (unsigned char)(i * 7 % 61);
    for (i = 0; strcmp(name, "quads") == 0 && i < in_bytes / sizeof number; i++) {
        number = (float)(i % 61);
        memcpy(in + i * sizeof number, &number, sizeof number);
    }
    for (i = 0; i < (size_t)n; i++)
        at[i] = (int)(i * 2 % (size_t)n);
    buffers[0] = buffer_of(out, out_bytes);
    buffers[1] = buffer_of(in, in_bytes);
    buffers[2] = buffer_of((unsigned char *)at, n * sizeof *at);
    for (i = 0; i < 3; i++)
        clSetKernelArg(kernel, (cl_uint)i, sizeof buffers[i], &buffers[i]);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    status = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
    clEnqueueMapBuffer(queue, buffers[0], CL_TRUE, CL_MAP_READ, 0, out_bytes, 0, NULL, NULL, NULL);
    printf("%s %d:", name, n);
    for (i = 0; i < out_bytes; i++)
        printf(" %x", out[i]);
    printf("\n");
    fflush(stdout);
    return status == CL_SUCCESS;
}

static void build(void)
{
    static char text[1 << 16];
    const char *source = text;
    FILE *file = fopen("kernels.cl", "rb");
    cl_platform_id platform;
    cl_device_id device;

    if (!file)
        exit(EXIT_FAILURE);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    const int n = argc > 2 ? atoi(argv[2]) : 0, lacking = argc > 3 ? atoi(argv[3]) : 0;
    size_t i;

    if (n < 1)
        return EXIT_FAILURE;
    at_end = strcmp(argv[1], "end") == 0;
    build();
    for (i = 0; i < sizeof launches / sizeof *launches; i++) {
        const size_t count = (size_t)(n - lacking);
        if (!run(launches[i].name, count * launches[i].out, count * launches[i].in,
                 launches[i].global, n))
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
