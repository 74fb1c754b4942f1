/*
 * lbm: decay of two crossed shear waves on a periodic W x H lattice, by the
 * lattice Boltzmann method (D2Q9, single relaxation time).
 *
 * Each step reads one distribution array and writes the other; then the two
 * change places. The nine distributions of a cell are stored together,
 * f[cell*9 + d]. Each timed repeat is a time step, after one that warms up.
 */
#define SAMPLE "lbm"
#include "device.h"
#include "options.h"
#include "result.h"
#include <math.h>

#define LOCAL_SIZE 64
#define OMEGA 1.2f         /* relaxation rate */
#define SPEED 0.05f        /* amplitude of the shear waves */
#define TOLERANCE 1e-5     /* largest relative error of a distribution */
#define MAX_REPEATS 10000

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

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
    if (file == NULL || fclose(file) != 0 || written != (size_t)ncells * 9)
        die("cannot write", path);
}

int main(int argc, char **argv)
{
    int W = 1024, repeats = 5;
    const char *path = NULL;

    const struct number numbers[] = {{"-n", &W, 2, 8192}, {"-r", &repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &path)) {
        fprintf(stderr, "usage: lbm [-n WIDTH] [-r REPEATS] [-d FILE]\n");
        return 2;
    }

    int H = W / 2;
    int ncells = W * H;
    int steps = repeats + 1;
    float omega = OMEGA;
    static double times[MAX_REPEATS];

    float *h_f = malloc(sizeof(float) * ncells * 9);
    float *now = malloc(sizeof(float) * ncells * 9);
    float *next = malloc(sizeof(float) * ncells * 9);
    if (h_f == NULL || now == NULL || next == NULL)
        die("out of", "memory");
    for (int cell = 0; cell < ncells; ++cell)
        for (int d = 0; d < 9; ++d)
            h_f[cell * 9 + d] = initial(cell, d, W, H);

    cl_int err;
    struct device device;
    open_device(&device);
    build_file(&device, "lbm.cl");
    cl_context context = device.context;
    cl_command_queue queue = device.queue;
    cl_kernel kernel = clCreateKernel(device.program, "lbm_step", &err);
    CHECK(err);

    cl_mem d_src = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * ncells * 9,
                                  NULL, &err);
    CHECK(err);
    cl_mem d_dst = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * ncells * 9,
                                  NULL, &err);
    CHECK(err);
    CHECK(clEnqueueWriteBuffer(queue, d_src, CL_TRUE, 0, sizeof(float) * ncells * 9, h_f,
                               0, NULL, NULL));

    err = clSetKernelArg(kernel, 2, sizeof(int), &W);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &H);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &ncells);
    err |= clSetKernelArg(kernel, 5, sizeof(float), &omega);
    CHECK(err);

    size_t local[1] = {LOCAL_SIZE};
    size_t global[1] = {(ncells + LOCAL_SIZE - 1) / LOCAL_SIZE * LOCAL_SIZE};
    for (int step = 0; step < steps; ++step) {
        cl_event event;
        err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_src);
        err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_dst);
        CHECK(err);
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, &event));
        double time = time_of(event);
        if (step > 0)
            times[step - 1] = time;

        cl_mem d_swap = d_src;
        d_src = d_dst;
        d_dst = d_swap;
    }
    CHECK(clEnqueueReadBuffer(queue, d_src, CL_TRUE, 0, sizeof(float) * ncells * 9, h_f,
                              0, NULL, NULL));

    double error = largest_error(h_f, now, next, W, H, steps);
    printf("lbm: %d x %d cells, %d steps\n", W, H, steps);
    int status = report(times, repeats, error, TOLERANCE);
    if (path != NULL)
        write_result(path, h_f, ncells);

    clReleaseMemObject(d_src);
    clReleaseMemObject(d_dst);
    clReleaseKernel(kernel);
    close_device(&device);
    free(h_f);
    free(now);
    free(next);
    return status;
}
