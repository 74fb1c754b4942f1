/*
 * lbm: decay of two crossed shear waves on a periodic W x H lattice, by the
 * lattice Boltzmann method (D2Q9, single relaxation time).
 *
 * Each step reads one distribution array and writes the other; then the two
 * change places. The nine distributions of a cell are stored together,
 * f[cell*9 + d]. Each timed repeat is a time step, after one that warms up.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_SIZE 64
#define OMEGA 1.2f         /* relaxation rate */
#define SPEED 0.05f        /* amplitude of the shear waves */
#define TOLERANCE 1e-5     /* largest relative error of a distribution */
#define MAX_REPEATS 10000

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

static void check(cl_int err, int line)
{
    if (err != CL_SUCCESS) {
        fprintf(stderr, "lbm.c:%d: OpenCL error %d\n", line, (int)err);
        exit(3);
    }
}

static void usage(void)
{
    fprintf(stderr, "usage: lbm [-n WIDTH] [-r REPEATS] [-d FILE]\n");
    exit(2);
}

static int parse_count(const char *text, int least, int most)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < least || value > most)
        usage();
    return (int)value;
}

static float equilibrium(int d, float rho, float ux, float uy)
{
    float weight = d == 0 ? 4.0f / 9.0f : d < 5 ? 1.0f / 9.0f : 1.0f / 36.0f;
    float cu = 3.0f * ((float)cx[d] * ux + (float)cy[d] * uy);

    return weight * rho * (1.0f + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
}

/* Distribution d of a cell at the start. */
static float initial(int cell, int d, int W, int H)
{
    float turn = 6.2831853f;
    float ux = SPEED * sinf(turn * (float)(cell / W) / (float)H);
    float uy = SPEED * sinf(turn * (float)(cell % W) / (float)W);

    return equilibrium(d, 1.0f, ux, uy);
}

/* The kernel's step in plain C. */
static void reference_step(const float *now, float *next, int W, int H)
{
    for (int cell = 0; cell < W * H; ++cell) {
        float rho = 0.0f, ux = 0.0f, uy = 0.0f;
        for (int d = 0; d < 9; ++d) {
            rho += now[cell * 9 + d];
            ux += (float)cx[d] * now[cell * 9 + d];
            uy += (float)cy[d] * now[cell * 9 + d];
        }
        for (int d = 0; d < 9; ++d) {
            int x = (cell % W + cx[d] + W) % W;
            int y = (cell / W + cy[d] + H) % H;
            float f = now[cell * 9 + d];
            next[(y * W + x) * 9 + d] = f + OMEGA * (equilibrium(d, rho, ux / rho, uy / rho) - f);
        }
    }
}

/* Largest relative error of h_f after the given number of steps; now and next are work space. */
static double largest_error(const float *h_f, float *now, float *next, int W, int H, int steps)
{
    double largest = 0.0;

    for (int cell = 0; cell < W * H; ++cell)
        for (int d = 0; d < 9; ++d)
            now[cell * 9 + d] = initial(cell, d, W, H);
    for (int step = 0; step < steps; ++step) {
        reference_step(now, next, W, H);
        float *swap = now;
        now = next;
        next = swap;
    }
    for (int cell = 0; cell < W * H; ++cell)
        for (int d = 0; d < 9; ++d) {
            double error = fabs(h_f[cell * 9 + d] / now[cell * 9 + d] - 1.0);
            if (isnan(error))
                return HUGE_VAL;
            largest = fmax(largest, error);
        }
    return largest;
}

static void write_result(const char *path, const float *h_f, int ncells)
{
    FILE *file = fopen(path, "wb");
    size_t written = 0;

    for (int cell = 0; cell < ncells && file != NULL; ++cell)
        for (int d = 0; d < 9; ++d) {
            float value = h_f[cell * 9 + d];
            written += fwrite(&value, sizeof(value), 1, file);
        }
    if (file == NULL || fclose(file) != 0 || written != (size_t)ncells * 9) {
        fprintf(stderr, "lbm: cannot write %s\n", path);
        exit(3);
    }
}

static cl_program build_program(cl_context context, cl_device_id device, const char *path)
{
    static char text[65536], log[16384];
    const char *source = text;
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, sizeof(text), file) : 0;
    cl_int err;

    if (length == 0) {
        fprintf(stderr, "lbm: cannot read %s\n", path);
        exit(3);
    }
    fclose(file);

    cl_program program = clCreateProgramWithSource(context, 1, &source, &length, &err);
    check(err, __LINE__);
    err = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (err != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check(err, __LINE__);
    return program;
}

static double elapsed_ms(cl_event event)
{
    cl_ulong start, end;
    cl_int err;

    err = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL);
    err |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
    check(err, __LINE__);
    return (double)(end - start) * 1e-6;
}

static double median(double *values, int count)
{
    for (int i = 1; i < count; ++i) {
        double value = values[i];
        int j = i;
        for (; j > 0 && values[j - 1] > value; --j)
            values[j] = values[j - 1];
        values[j] = value;
    }
    return (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

int main(int argc, char **argv)
{
    int W = 1024, repeats = 5;
    const char *dump = NULL;

    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            usage();
        if (strcmp(argv[i], "-n") == 0)
            W = parse_count(argv[i + 1], 2, 8192);
        else if (strcmp(argv[i], "-r") == 0)
            repeats = parse_count(argv[i + 1], 1, MAX_REPEATS);
        else if (strcmp(argv[i], "-d") == 0)
            dump = argv[i + 1];
        else
            usage();
    }

    int H = W / 2;
    int ncells = W * H;
    int steps = repeats + 1;
    float omega = OMEGA;
    static double times[MAX_REPEATS];

    float *h_f = malloc(sizeof(float) * ncells * 9);
    float *now = malloc(sizeof(float) * ncells * 9);
    float *next = malloc(sizeof(float) * ncells * 9);
    if (h_f == NULL || now == NULL || next == NULL) {
        fprintf(stderr, "lbm: out of memory\n");
        return 3;
    }
    for (int cell = 0; cell < ncells; ++cell)
        for (int d = 0; d < 9; ++d)
            h_f[cell * 9 + d] = initial(cell, d, W, H);

    cl_int err;
    cl_platform_id platform;
    cl_device_id device;
    check(clGetPlatformIDs(1, &platform, NULL), __LINE__);
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), __LINE__);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    check(err, __LINE__);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err, __LINE__);
    cl_program program = build_program(context, device, "lbm.cl");
    cl_kernel kernel = clCreateKernel(program, "lbm_step", &err);
    check(err, __LINE__);

    cl_mem d_src = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * ncells * 9,
                                  NULL, &err);
    check(err, __LINE__);
    cl_mem d_dst = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * ncells * 9,
                                  NULL, &err);
    check(err, __LINE__);
    check(clEnqueueWriteBuffer(queue, d_src, CL_TRUE, 0, sizeof(float) * ncells * 9, h_f,
                               0, NULL, NULL), __LINE__);

    err = clSetKernelArg(kernel, 2, sizeof(int), &W);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &H);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &ncells);
    err |= clSetKernelArg(kernel, 5, sizeof(float), &omega);
    check(err, __LINE__);

    size_t local[1] = {LOCAL_SIZE};
    size_t global[1] = {(ncells + LOCAL_SIZE - 1) / LOCAL_SIZE * LOCAL_SIZE};
    for (int step = 0; step < steps; ++step) {
        cl_event event;
        err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_src);
        err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_dst);
        check(err, __LINE__);
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, &event),
              __LINE__);
        check(clWaitForEvents(1, &event), __LINE__);
        if (step > 0)
            times[step - 1] = elapsed_ms(event);
        clReleaseEvent(event);

        cl_mem d_swap = d_src;
        d_src = d_dst;
        d_dst = d_swap;
    }
    check(clEnqueueReadBuffer(queue, d_src, CL_TRUE, 0, sizeof(float) * ncells * 9, h_f,
                              0, NULL, NULL), __LINE__);

    double error = largest_error(h_f, now, next, W, H, steps);
    int passed = error <= TOLERANCE;
    printf("lbm: %d x %d cells, %d steps\n", W, H, steps);
    printf("kernel: %.3f ms\n", median(times, repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (dump != NULL)
        write_result(dump, h_f, ncells);

    clReleaseMemObject(d_src);
    clReleaseMemObject(d_dst);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(h_f);
    free(now);
    free(next);
    return passed ? 0 : 1;
}
