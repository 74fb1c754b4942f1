/*
 * kmeans: clusters npoints points of nfeatures features each (Lloyd's iteration).
 *
 * The device assigns each point to its nearest centre; the host reads the
 * membership back, moves the centres and goes on until few points change.
 * The host keeps its points one after another (points[point*nfeatures + l]);
 * the device gets them feature by feature, uploaded once, so that the
 * work-items of consecutive points read consecutive elements.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem d_features, d_centres, d_membership;

static void die(const char *what, cl_int err)
{
    fprintf(stderr, "kmeans: %s failed, OpenCL error %d\n", what, (int)err);
    exit(3);
}

static double median(double *values, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && values[j] < values[j - 1]; j--) {
            double larger = values[j - 1];
            values[j - 1] = values[j];
            values[j] = larger;
        }
    return (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

static float random_unit(void)
{
    static unsigned state = 20180224u;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

static void allocate_arrays(void)
{
    points = malloc(sizeof(float) * npoints * nfeatures);
    features = malloc(sizeof(float) * npoints * nfeatures);
    centres = malloc(sizeof(float) * nclusters * nfeatures);
    membership = malloc(sizeof(int) * npoints);
    previous = malloc(sizeof(int) * npoints);
    if (!points || !features || !centres || !membership || !previous) {
        fprintf(stderr, "kmeans: out of memory\n");
        exit(3);
    }
}

/* Points scattered around as many hidden middles as there are clusters. */
static void make_points(void)
{
    float middle[NCLUSTERS * NFEATURES];

    for (int i = 0; i < nclusters * nfeatures; i++)
        middle[i] = 10.0f * random_unit();

    for (int point = 0; point < npoints; point++) {
        int cluster = point % nclusters;
        for (int l = 0; l < nfeatures; l++)
            points[point * nfeatures + l] =
                middle[cluster * nfeatures + l] + SPREAD * (random_unit() - 0.5f);
    }
}

static char *load_source(const char *path)
{
    size_t limit = 65536;
    char *text = calloc(limit, 1);
    FILE *file = fopen(path, "rb");

    if (text == NULL || file == NULL || fread(text, 1, limit - 1, file) == 0) {
        fprintf(stderr, "kmeans: cannot read %s\n", path);
        exit(3);
    }
    fclose(file);
    return text;
}

static void build_program(cl_device_id device)
{
    cl_int err;
    char *text = load_source("kmeans.cl");

    program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &err);
    if (err != CL_SUCCESS) die("clCreateProgramWithSource", err);

    err = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    if (err != CL_SUCCESS) {
        char log[8192] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        fprintf(stderr, "%s\n", log);
        die("clBuildProgram", err);
    }
    free(text);
}

static void init_device(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int err;

    err = clGetPlatformIDs(1, &platform, NULL);
    if (err != CL_SUCCESS) die("clGetPlatformIDs", err);
    err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    if (err != CL_SUCCESS) die("clGetDeviceIDs", err);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    if (err != CL_SUCCESS) die("clCreateContext", err);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    if (err != CL_SUCCESS) die("clCreateCommandQueue", err);

    build_program(device);
    kernel = clCreateKernel(program, "assign_points", &err);
    if (err != CL_SUCCESS) die("clCreateKernel", err);
}

static void create_buffers(void)
{
    cl_int err;

    d_features = clCreateBuffer(context, CL_MEM_READ_ONLY,
                                sizeof(float) * npoints * nfeatures, NULL, &err);
    if (err != CL_SUCCESS) die("clCreateBuffer (features)", err);
    d_centres = clCreateBuffer(context, CL_MEM_READ_ONLY,
                               sizeof(float) * nclusters * nfeatures, NULL, &err);
    if (err != CL_SUCCESS) die("clCreateBuffer (centres)", err);
    d_membership = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(int) * npoints, NULL, &err);
    if (err != CL_SUCCESS) die("clCreateBuffer (membership)", err);

    err  = clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_features);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_centres);
    err |= clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_membership);
    err |= clSetKernelArg(kernel, 3, sizeof(int), &npoints);
    err |= clSetKernelArg(kernel, 4, sizeof(int), &nclusters);
    err |= clSetKernelArg(kernel, 5, sizeof(int), &nfeatures);
    if (err != CL_SUCCESS) die("clSetKernelArg", err);
}

static void upload_features(void)
{
    for (int point = 0; point < npoints; point++)
        for (int l = 0; l < nfeatures; l++)
            features[l * npoints + point] = points[point * nfeatures + l];

    cl_int err = clEnqueueWriteBuffer(queue, d_features, CL_TRUE, 0,
                                      sizeof(float) * npoints * nfeatures, features,
                                      0, NULL, NULL);
    if (err != CL_SUCCESS) die("clEnqueueWriteBuffer (features)", err);
}

/* Launches the assignment for the present centres; returns the kernel's time in ms. */
static double assign(void)
{
    size_t local = LOCAL_SIZE;
    size_t global = (npoints + local - 1) / local * local;
    cl_ulong start, end;
    cl_event event;
    cl_int err;

    err = clEnqueueWriteBuffer(queue, d_centres, CL_TRUE, 0,
                               sizeof(float) * nclusters * nfeatures, centres, 0, NULL, NULL);
    if (err != CL_SUCCESS) die("clEnqueueWriteBuffer (centres)", err);
    err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event);
    if (err != CL_SUCCESS) die("clEnqueueNDRangeKernel", err);
    err = clWaitForEvents(1, &event);
    if (err != CL_SUCCESS) die("clWaitForEvents", err);

    err  = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL);
    err |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
    if (err != CL_SUCCESS) die("clGetEventProfilingInfo", err);
    clReleaseEvent(event);
    return (double)(end - start) * 1e-6;
}

/* Reads the membership back; returns how many points went to another cluster. */
static int read_membership(void)
{
    int changes = 0;

    for (int point = 0; point < npoints; point++)
        previous[point] = membership[point];

    cl_int err = clEnqueueReadBuffer(queue, d_membership, CL_TRUE, 0, sizeof(int) * npoints,
                                     membership, 0, NULL, NULL);
    if (err != CL_SUCCESS) die("clEnqueueReadBuffer", err);

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

static void write_result(const char *path)
{
    FILE *file = fopen(path, "wb");
    size_t count = (size_t)npoints;

    if (file == NULL || fwrite(membership, sizeof(int), count, file) != count
        || fclose(file) != 0) {
        fprintf(stderr, "kmeans: cannot write %s\n", path);
        exit(3);
    }
}

static void release_all(void)
{
    clReleaseMemObject(d_features);
    clReleaseMemObject(d_centres);
    clReleaseMemObject(d_membership);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(points);
    free(features);
    free(centres);
    free(membership);
    free(previous);
}

static void usage(void)
{
    fprintf(stderr, "usage: kmeans [-n POINTS] [-r REPEATS] [-d FILE]\n");
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

int main(int argc, char **argv)
{
    int repeats = 5;
    const char *dump = NULL;

    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            usage();
        if (strcmp(argv[i], "-n") == 0)
            npoints = parse_count(argv[i + 1], NCLUSTERS, 1 << 23);
        else if (strcmp(argv[i], "-r") == 0)
            repeats = parse_count(argv[i + 1], 1, MAX_REPEATS);
        else if (strcmp(argv[i], "-d") == 0)
            dump = argv[i + 1];
        else
            usage();
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
    int passed = error <= TOLERANCE;
    printf("kmeans: %d points of %d features in %d clusters\n", npoints, nfeatures, nclusters);
    printf("kernel: %.3f ms\n", median(times, repeats));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (dump != NULL)
        write_result(dump);

    release_all();
    return passed ? 0 : 1;
}
