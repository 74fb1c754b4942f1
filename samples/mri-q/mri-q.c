/*
 * mri-q: the matrix Q by which an image is reconstructed from magnetic resonance measurements that
 * lie anywhere in the space of frequencies.
 *
 *   Q(x) = sum over samples k of |phi(k)|^2 * exp(2 * pi * i * k . x)
 *
 * The image is a unit cube whose first N voxels are wanted; the samples lie on a spiral round an
 * axis, and phi is the sensitivity of the coil. A first kernel finds |phi|^2, one work-item a
 * sample; in the second, whose time is shown, a work-item computes one voxel. All of its work-items
 * read the same samples, and neighbours neighbouring voxels. Written by -d is |Q|.
 *
 * S. Stone et al., "Accelerating advanced MRI reconstructions on GPUs", J. Parallel and Distributed
 * Computing 68, 2008.
 */
#define SAMPLE "mri-q"
#include "device.h"
#include "options.h"
#include "result.h"
#include <math.h>

#define LOCAL_SAMPLES 64
#define LOCAL_VOXELS 256
#define MAX_VOXELS 4194304
#define MAX_SAMPLES 65536
#define MAX_REPEATS 1000
#define PI 3.14159265358979323846
#define GOLDEN_ANGLE 2.39996322972865332 /* between a sample and the next one, in radians */
#define TOLERANCE 1e-5 /* absolute; the weights' sum is about 1 */

struct options {
    int voxels, samples, repeats;
    const char *dump;
};

struct kernels {
    cl_kernel find_weights, compute_q;
};

/* Samples and voxels; each array has an element for each. */
struct scan {
    int samples, voxels;
    float *kx, *ky, *kz, *phi_re, *phi_im;
    float *x, *y, *z;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {4096, 256, 5, NULL};
    const struct number numbers[] = {{"-n", &o.voxels, 1, MAX_VOXELS},
                                     {"-k", &o.samples, 1, MAX_SAMPLES},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 3, &o.dump)) {
        fprintf(stderr, "usage: mri-q [-n VOXELS] [-k SAMPLES] [-r REPEATS] [-d FILE]\n"
                        "VOXELS is 1 to %d, SAMPLES 1 to %d, REPEATS 1 to %d.\n",
                MAX_VOXELS, MAX_SAMPLES, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct device *device, cl_mem_flags flags, int count)
{
    cl_int err;
    const cl_mem buffer =
        clCreateBuffer(device->context, flags, sizeof(float) * count, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static cl_mem upload(const struct device *device, const float *values, int count)
{
    const cl_mem buffer = create_buffer(device, CL_MEM_READ_ONLY, count);
    check(clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, sizeof(float) * count, values,
                               0, NULL, NULL), "clEnqueueWriteBuffer");
    return buffer;
}

static void download(const struct device *device, cl_mem buffer, float *values, int count)
{
    check(clEnqueueReadBuffer(device->queue, buffer, CL_TRUE, 0, sizeof(float) * count, values,
                              0, NULL, NULL), "clEnqueueReadBuffer");
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

static void find_weights(const struct device *device, cl_kernel kernel, const struct scan *scan,
                         cl_mem d_weight)
{
    const size_t local[1] = {LOCAL_SAMPLES};
    const size_t global[1] = {round_up(scan->samples, LOCAL_SAMPLES)};
    const cl_mem d_phi_re = upload(device, scan->phi_re, scan->samples);
    const cl_mem d_phi_im = upload(device, scan->phi_im, scan->samples);
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_phi_re);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_phi_im);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_weight);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &scan->samples);
    check(err, "clSetKernelArg");
    err = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
    check(err, "clEnqueueNDRangeKernel");
    check(clFinish(device->queue), "clFinish");
    clReleaseMemObject(d_phi_re);
    clReleaseMemObject(d_phi_im);
}

/* Runs the second kernel once; its time in milliseconds. */
static double compute_q(const struct device *device, cl_kernel kernel, int voxels)
{
    const size_t local[1] = {LOCAL_VOXELS};
    const size_t global[1] = {round_up(voxels, LOCAL_VOXELS)};
    cl_event event;
    cl_int err = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL,
                                        &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* Computes Q of a scan; `times` are those of the second kernel, after one that warms up. */
static void reconstruct(const struct device *device, const struct kernels *kernels,
                        const struct scan *scan, float *q_re, float *q_im, double *times,
                        int repeats)
{
    const cl_mem d_kx = upload(device, scan->kx, scan->samples);
    const cl_mem d_ky = upload(device, scan->ky, scan->samples);
    const cl_mem d_kz = upload(device, scan->kz, scan->samples);
    const cl_mem d_x = upload(device, scan->x, scan->voxels);
    const cl_mem d_y = upload(device, scan->y, scan->voxels);
    const cl_mem d_z = upload(device, scan->z, scan->voxels);
    const cl_mem d_weight = create_buffer(device, CL_MEM_READ_WRITE, scan->samples);
    const cl_mem d_q_re = create_buffer(device, CL_MEM_WRITE_ONLY, scan->voxels);
    const cl_mem d_q_im = create_buffer(device, CL_MEM_WRITE_ONLY, scan->voxels);
    const cl_mem buffers[] = {d_kx, d_ky, d_kz, d_x, d_y, d_z, d_weight, d_q_re, d_q_im};
    const cl_kernel kernel = kernels->compute_q;
    cl_int err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_kx);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_ky);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_kz);
    err |= clSetKernelArg(kernel, 3, sizeof(cl_mem), &d_weight);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &scan->samples);
    err |= clSetKernelArg(kernel, 5, sizeof(cl_mem), &d_x);
    err |= clSetKernelArg(kernel, 6, sizeof(cl_mem), &d_y);
    err |= clSetKernelArg(kernel, 7, sizeof(cl_mem), &d_z);
    err |= clSetKernelArg(kernel, 8, sizeof(cl_mem), &d_q_re);
    err |= clSetKernelArg(kernel, 9, sizeof(cl_mem), &d_q_im);
    err |= clSetKernelArg(kernel, 10, sizeof(int), &scan->voxels);
    check(err, "clSetKernelArg");
    find_weights(device, kernels->find_weights, scan, d_weight);
    compute_q(device, kernel, scan->voxels);
    for (int i = 0; i < repeats; ++i)
        times[i] = compute_q(device, kernel, scan->voxels);
    download(device, d_q_re, q_re, scan->voxels);
    download(device, d_q_im, q_im, scan->voxels);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; ++i)
        clReleaseMemObject(buffers[i]);
}

static struct kernels create_kernels(struct device *device)
{
    struct kernels kernels;
    cl_int err;
    build_file(device, "mri-q.cl");
    kernels.find_weights = clCreateKernel(device->program, "find_weights", &err);
    check(err, "clCreateKernel");
    kernels.compute_q = clCreateKernel(device->program, "compute_q", &err);
    check(err, "clCreateKernel");
    return kernels;
}

static float *allocate_floats(int count)
{
    return allocate((size_t)count, sizeof(float));
}

/* Edge of the smallest cube that has so many voxels. */
static int edge_of(int voxels)
{
    int edge = 1;
    while (edge * edge * edge < voxels)
        ++edge;
    return edge;
}

/* Samples on a spiral with a frequency of up to 4 along each axis, and voxels by rows. */
static struct scan make_scan(int voxels, int samples)
{
    const int edge = edge_of(voxels);
    const struct scan scan = {
        samples, voxels,
        allocate_floats(samples), allocate_floats(samples), allocate_floats(samples),
        allocate_floats(samples), allocate_floats(samples),
        allocate_floats(voxels), allocate_floats(voxels), allocate_floats(voxels)};
    for (int k = 0; k < samples; ++k) {
        const double part = (k + 0.5) / samples;
        const double angle = GOLDEN_ANGLE * k;
        const double magnitude = sqrt((1.0 + 0.5 * cos(3.0 * angle)) / samples);
        scan.kx[k] = (float)(4.0 * part * cos(angle));
        scan.ky[k] = (float)(4.0 * part * sin(angle));
        scan.kz[k] = (float)(8.0 * part - 4.0);
        scan.phi_re[k] = (float)(magnitude * cos(angle));
        scan.phi_im[k] = (float)(magnitude * sin(angle));
    }
    for (int voxel = 0; voxel < voxels; ++voxel) {
        scan.x[voxel] = (float)(voxel % edge) / (float)edge - 0.5f;
        scan.y[voxel] = (float)(voxel / edge % edge) / (float)edge - 0.5f;
        scan.z[voxel] = (float)(voxel / edge / edge) / (float)edge - 0.5f;
    }
    return scan;
}

static void free_scan(struct scan *scan)
{
    free(scan->kx), free(scan->ky), free(scan->kz);
    free(scan->phi_re), free(scan->phi_im);
    free(scan->x), free(scan->y), free(scan->z);
}

/* The largest difference of Q to the same sums in double precision. */
static double largest_error(const float *q_re, const float *q_im, const struct scan *scan)
{
    double largest = 0.0;
    for (int voxel = 0; voxel < scan->voxels; ++voxel) {
        const double x = scan->x[voxel], y = scan->y[voxel], z = scan->z[voxel];
        double re = 0.0, im = 0.0;
        for (int k = 0; k < scan->samples; ++k) {
            const double phi_re = scan->phi_re[k], phi_im = scan->phi_im[k];
            const double weight = phi_re * phi_re + phi_im * phi_im;
            const double phase =
                2.0 * PI * (scan->kx[k] * x + scan->ky[k] * y + scan->kz[k] * z);
            re += weight * cos(phase);
            im += weight * sin(phase);
        }
        const double error = fabs(q_re[voxel] - re) + fabs(q_im[voxel] - im);
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    struct scan scan = make_scan(options.voxels, options.samples);
    float *q_re = allocate_floats(scan.voxels), *q_im = allocate_floats(scan.voxels);
    float *magnitude = allocate_floats(scan.voxels);
    double *times = allocate((size_t)options.repeats, sizeof(double));

    struct device device;
    open_device(&device);
    const struct kernels kernels = create_kernels(&device);
    reconstruct(&device, &kernels, &scan, q_re, q_im, times, options.repeats);
    clReleaseKernel(kernels.find_weights);
    clReleaseKernel(kernels.compute_q);
    close_device(&device);

    const double error = largest_error(q_re, q_im, &scan);
    printf("mri-q: %d voxels, %d samples\n", scan.voxels, scan.samples);
    const int status = report(times, options.repeats, error, TOLERANCE);
    for (int voxel = 0; voxel < scan.voxels; ++voxel)
        magnitude[voxel] = hypotf(q_re[voxel], q_im[voxel]);
    dump(options.dump, magnitude, sizeof(float), (size_t)scan.voxels);
    free(q_re), free(q_im), free(magnitude), free(times);
    free_scan(&scan);
    return status;
}
