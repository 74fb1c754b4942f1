/*
 * kmeans: clusters npoints points of nfeatures features each (Lloyd's iteration).
 *
 * The device assigns each point to its nearest centre; the host reads the
 * membership back, moves the centres and goes on until few points change.
 * The host keeps its points one after another (points[point*nfeatures + l]);
 * the device gets them feature by feature, uploaded once, so that the
 * work-items of consecutive points read consecutive elements.
 */
#define SAMPLE "kmeans"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_SIZE 256
#define NFEATURES 34
#define NCLUSTERS 5
#define SPREAD 20.0f      /* width of the cloud of points around a middle */
#define MAX_ITERATIONS 12
#define MAX_REPEATS 1000
#define TOLERANCE 1e-5   /* a chosen centre is nearest up to this relative distance */

static const int nfeatures = NFEATURES;
static const int nclusters = NCLUSTERS;
static int npoints = 131072;

static float *points;        /* the source: npoints rows of nfeatures */
static float *features;      /* the same, transposed for the device */
static float *centres;       /* nclusters rows of nfeatures */
static int *membership;      /* the cluster of each point, as last read */
static int *previous;        /* the same, one iteration before */

static struct device device;
static cl_kernel kernel;
static cl_mem d_features, d_centres, d_membership;

static void allocate_arrays(void)
{
    points = malloc(sizeof(float) * npoints * nfeatures);
    features = malloc(sizeof(float) * npoints * nfeatures);
    centres = malloc(sizeof(float) * nclusters * nfeatures);
    membership = malloc(sizeof(int) * npoints);
    previous = malloc(sizeof(int) * npoints);
    if (!points || !features || !centres || !membership || !previous)
        die("out of", "memory");
}

/* Points scattered around as many hidden middles as there are clusters. */
static void make_points(void)
{
    float middle[NCLUSTERS * NFEATURES];
    unsigned seed = 20180224u;

    for (int i = 0; i < nclusters * nfeatures; i++)
        middle[i] = 10.0f * random_recipe(&seed);

    for (int point = 0; point < npoints; point++) {
        int cluster = point % nclusters;
        for (int l = 0; l < nfeatures; l++)
            points[point * nfeatures + l] =
                middle[cluster * nfeatures + l] + SPREAD * (random_recipe(&seed) - 0.5f);
    }
}

static void init_device(void)
{
    cl_int err;

    open_device(&device);
    build_file(&device, "kmeans.cl");
    kernel = clCreateKernel(device.program, "assign_points", &err);
    check(err, "clCreateKernel");
}

static void create_buffers(void)
{
    cl_int err;

    d_features = clCreateBuffer(device.context, CL_MEM_READ_ONLY,
                                sizeof(float) * npoints * nfeatures, NULL, &err);
    check(err, "clCreateBuffer (features)");
    d_centres = clCreateBuffer(device.context, CL_MEM_READ_ONLY,
                               sizeof(float) * nclusters * nfeatures, NULL, &err);
    check(err, "clCreateBuffer (centres)");
    d_membership = clCreateBuffer(device.context, CL_MEM_WRITE_ONLY, sizeof(int) * npoints,
                                  NULL, &err);
    check(err, "clCreateBuffer (membership)");

    err  = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_features);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_centres);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_membership);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &npoints);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &nclusters);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &nfeatures);
    check(err, "clSetKernelArg");
}

static void upload_features(void)
{
    for (int point = 0; point < npoints; point++)
        for (int l = 0; l < nfeatures; l++)
            features[l * npoints + point] = points[point * nfeatures + l];

    cl_int err = clEnqueueWriteBuffer(device.queue, d_features, CL_TRUE, 0,
                                      sizeof(float) * npoints * nfeatures, features,
                                      0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer (features)");
}

/* Launches the assignment for the present centres; returns the kernel's time in ms. */
static double assign(void)
{
    size_t local = LOCAL_SIZE;
    size_t global = (npoints + local - 1) / local * local;
    cl_event event;
    cl_int err;

    err = clEnqueueWriteBuffer(device.queue, d_centres, CL_TRUE, 0,
                               sizeof(float) * nclusters * nfeatures, centres, 0, NULL, NULL);
    check(err, "clEnqueueWriteBuffer (centres)");
    err = clEnqueueNDRangeKernel(device.queue, kernel, 1, NULL, &global, &local, 0, NULL, &event);
    check(err, "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* Reads the membership back; returns how many points went to another cluster. */
static int read_membership(void)
{
    int changes = 0;

    for (int point = 0; point < npoints; point++)
        previous[point] = membership[point];

    cl_int err = clEnqueueReadBuffer(device.queue, d_membership, CL_TRUE, 0, sizeof(int) * npoints,
                                     membership, 0, NULL, NULL);
    check(err, "clEnqueueReadBuffer");

    for (int point = 0; point < npoints; point++)
        if (membership[point] != previous[point])
            changes++;
    return changes;
}

/* Moves every centre to the mean of its points; one without points stays. */
static void move_centres(void)
{
    for (int cluster = 0; cluster < nclusters; cluster++) {
        double sum[NFEATURES] = {0.0};
        int count = 0;

        for (int point = 0; point < npoints; point++) {
            if (membership[point] != cluster)
                continue;
            for (int l = 0; l < nfeatures; l++)
                sum[l] += points[point * nfeatures + l];
            count++;
        }
        for (int l = 0; l < nfeatures && count > 0; l++)
            centres[cluster * nfeatures + l] = (float)(sum[l] / count);
    }
}

/* Clusters from scratch; returns the median time of the assignment kernel in ms. */
static double cluster_points(void)
{
    double times[MAX_ITERATIONS];
    int iteration = 0, changes;

    for (int i = 0; i < nclusters; i++)         /* the first points are the first centres */
        for (int l = 0; l < nfeatures; l++)
            centres[i * nfeatures + l] = points[i * nfeatures + l];
    for (int point = 0; point < npoints; point++)
        membership[point] = -1;

    do {
        if (iteration > 0)
            move_centres();
        times[iteration] = assign();
        changes = read_membership();
        iteration++;
    } while (changes > npoints / 1000 && iteration < MAX_ITERATIONS);

    return median(times, iteration);
}

static double squared_distance(int point, int cluster)
{
    double distance = 0.0;
    for (int l = 0; l < nfeatures; l++) {
        double difference = points[point * nfeatures + l] - centres[cluster * nfeatures + l];
        distance += difference * difference;
    }
    return distance;
}

/* How much farther than its nearest centre any point's chosen one is, relatively. */
static double largest_error(void)
{
    double largest = 0.0;

    for (int point = 0; point < npoints; point++) {
        int chosen = membership[point];
        if (chosen < 0 || chosen >= nclusters)
            return HUGE_VAL;

        double shortest = squared_distance(point, 0);
        for (int cluster = 1; cluster < nclusters; cluster++)
            shortest = fmin(shortest, squared_distance(point, cluster));
        largest = fmax(largest, squared_distance(point, chosen) / shortest - 1.0);
    }
    return largest;
}

static void release_all(void)
{
    clReleaseMemObject(d_features);
    clReleaseMemObject(d_centres);
    clReleaseMemObject(d_membership);
    clReleaseKernel(kernel);
    close_device(&device);
    free(points);
    free(features);
    free(centres);
    free(membership);
    free(previous);
}

int main(int argc, char **argv)
{
    int repeats = 5;
    const char *path = NULL;

    const struct number numbers[] = {{"-n", &npoints, NCLUSTERS, 1 << 23},
                                     {"-r", &repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &path)) {
        fprintf(stderr, "usage: kmeans [-n POINTS] [-r REPEATS] [-d FILE]\n");
        return 2;
    }

    allocate_arrays();
    make_points();
    init_device();
    create_buffers();
    upload_features();

    double times[MAX_REPEATS];
    cluster_points();                            /* warms up, not timed */
    for (int r = 0; r < repeats; r++)
        times[r] = cluster_points();

    double error = largest_error();
    printf("kmeans: %d points of %d features in %d clusters\n", npoints, nfeatures, nclusters);
    int status = report(times, repeats, error, TOLERANCE);
    dump(path, membership, sizeof(int), (size_t)npoints);

    release_all();
    return status;
}
