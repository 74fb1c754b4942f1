/*
 * backprop: trains a network of 16*N input units, 16 hidden ones and one output, on one pattern.
 *
 * The device has the large layer. One kernel finds what each 16 input units contribute to the
 * hidden ones, each work-group by a tree in local memory; the host adds that up, goes on to the
 * output and back to the errors of the hidden units, and the other kernel changes the weights. Each
 * timed repeat is such a step, after one that warms up; its time is that of both kernels.
 *
 * S. Che et al., "Rodinia: a benchmark suite for heterogeneous computing", IISWC 2009.
 */
#define SAMPLE "backprop"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define HIDDEN 16      /* as WIDTH and HEIGHT in backprop.cl */
#define ETA 0.3
#define MOMENTUM 0.3
#define TARGET 0.9     /* what the output is to become */
#define MAX_SIZE 65536
#define MAX_REPEATS 1000
#define TOLERANCE 1e-5 /* of weights, which are less than 2, and of the largest change */

struct options {
    int size, repeats;
    const char *dump;
};

/* The kernels and buffers on the device. */
struct trainer {
    struct device device;
    cl_kernel layer_forward, adjust_weights;
    cl_mem input, weights, changes, partial_sums, delta;
    int inputs;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {4096, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: backprop [-n SIZE] [-r STEPS] [-d FILE]\n"
                        "There are %d*SIZE input units.\n"
                        "SIZE is 1 to %d, STEPS 1 to %d.\n", HIDDEN, MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct trainer *trainer, size_t size)
{
    cl_int err;
    const cl_mem buffer =
        clCreateBuffer(trainer->device.context, CL_MEM_READ_WRITE, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void upload(const struct trainer *trainer, cl_mem buffer, const float *values, size_t size)
{
    check(clEnqueueWriteBuffer(trainer->device.queue, buffer, CL_TRUE, 0, size, values, 0, NULL,
                               NULL), "clEnqueueWriteBuffer");
}

static void download(const struct trainer *trainer, cl_mem buffer, float *values, size_t size)
{
    check(clEnqueueReadBuffer(trainer->device.queue, buffer, CL_TRUE, 0, size, values, 0, NULL,
                              NULL), "clEnqueueReadBuffer");
}

static void create_kernels(struct trainer *trainer)
{
    cl_int err;
    build_file(&trainer->device, "backprop.cl");
    trainer->layer_forward = clCreateKernel(trainer->device.program, "layer_forward", &err);
    check(err, "clCreateKernel");
    trainer->adjust_weights = clCreateKernel(trainer->device.program, "adjust_weights", &err);
    check(err, "clCreateKernel");
}

/* The buffers, with the inputs and the weights; nothing has changed yet. */
static void create_buffers(struct trainer *trainer, const float *input, const float *weights)
{
    const size_t size = sizeof(float) * (trainer->inputs + 1);
    const size_t all = size * (HIDDEN + 1);
    float *changes = allocate(all, 1);
    trainer->input = create_buffer(trainer, size);
    trainer->weights = create_buffer(trainer, all);
    trainer->changes = create_buffer(trainer, all);
    trainer->partial_sums = create_buffer(trainer, sizeof(float) * trainer->inputs);
    trainer->delta = create_buffer(trainer, sizeof(float) * (HIDDEN + 1));
    upload(trainer, trainer->input, input, size);
    upload(trainer, trainer->weights, weights, all);
    upload(trainer, trainer->changes, changes, all);
    free(changes);
}

static void set_arguments(const struct trainer *trainer)
{
    const int hidden = HIDDEN;
    cl_int err = clSetKernelArg(trainer->layer_forward, 0, sizeof(cl_mem), &trainer->input);
    err |= clSetKernelArg(trainer->layer_forward, 1, sizeof(cl_mem), &trainer->weights);
    err |= clSetKernelArg(trainer->layer_forward, 2, sizeof(cl_mem), &trainer->partial_sums);
    err |= clSetKernelArg(trainer->layer_forward, 3, sizeof(float) * HIDDEN, NULL);
    err |= clSetKernelArg(trainer->layer_forward, 4, sizeof(float) * HIDDEN * HIDDEN, NULL);
    err |= clSetKernelArg(trainer->layer_forward, 5, sizeof(int), &hidden);
    err |= clSetKernelArg(trainer->adjust_weights, 0, sizeof(cl_mem), &trainer->delta);
    err |= clSetKernelArg(trainer->adjust_weights, 1, sizeof(int), &hidden);
    err |= clSetKernelArg(trainer->adjust_weights, 2, sizeof(cl_mem), &trainer->input);
    err |= clSetKernelArg(trainer->adjust_weights, 3, sizeof(cl_mem), &trainer->weights);
    err |= clSetKernelArg(trainer->adjust_weights, 4, sizeof(cl_mem), &trainer->changes);
    check(err, "clSetKernelArg");
}

static void release(struct trainer *trainer)
{
    clReleaseMemObject(trainer->input), clReleaseMemObject(trainer->weights);
    clReleaseMemObject(trainer->changes), clReleaseMemObject(trainer->partial_sums);
    clReleaseMemObject(trainer->delta);
    clReleaseKernel(trainer->layer_forward), clReleaseKernel(trainer->adjust_weights);
    close_device(&trainer->device);
}

/* What each work-group's inputs contribute; the time in milliseconds. */
static double layer_forward(const struct trainer *trainer)
{
    const size_t local[2] = {HIDDEN, HIDDEN};
    const size_t global[2] = {HIDDEN, (size_t)trainer->inputs};
    cl_event event;
    check(clEnqueueNDRangeKernel(trainer->device.queue, trainer->layer_forward, 2, NULL, global,
                                 local, 0, NULL, &event), "clEnqueueNDRangeKernel");
    return time_of(event);
}

/* Changes the weights; the time in milliseconds. */
static double adjust_weights(const struct trainer *trainer)
{
    const size_t local[2] = {HIDDEN, HIDDEN};
    const size_t global[2] = {HIDDEN, (size_t)trainer->inputs};
    cl_event event;
    check(clEnqueueNDRangeKernel(trainer->device.queue, trainer->adjust_weights, 2, NULL, global,
                                 local, 0, NULL, &event), "clEnqueueNDRangeKernel");
    return time_of(event);
}

static double squash(double sum)
{
    return 1.0 / (1.0 + exp(-sum));
}

/* The errors of the hidden units, from the sums of what comes in to each. The output's weights are
 * changed, too. */
static void find_delta(double *delta, const double *sums, double *outgoing)
{
    double hidden[HIDDEN + 1] = {1.0}, sum = outgoing[0];
    for (int j = 1; j <= HIDDEN; ++j) {
        hidden[j] = squash(sums[j]);
        sum += outgoing[j] * hidden[j];
    }
    const double output = squash(sum);
    const double error = output * (1.0 - output) * (TARGET - output);
    for (int j = 0; j <= HIDDEN; ++j) {
        delta[j] = hidden[j] * (1.0 - hidden[j]) * error * outgoing[j];
        outgoing[j] += ETA * error * hidden[j];
    }
}

/* One step on the device; the time of its kernels in milliseconds. */
static double train(const struct trainer *trainer, float *partial_sums, double *outgoing)
{
    float thresholds[HIDDEN + 1], delta[HIDDEN + 1];
    double sums[HIDDEN + 1], errors[HIDDEN + 1];
    const double forward = layer_forward(trainer);
    download(trainer, trainer->partial_sums, partial_sums, sizeof(float) * trainer->inputs);
    download(trainer, trainer->weights, thresholds, sizeof thresholds);
    for (int j = 1; j <= HIDDEN; ++j) {
        sums[j] = thresholds[j];
        for (int group = 0; group < trainer->inputs / HIDDEN; ++group)
            sums[j] += partial_sums[group * HIDDEN + j - 1];
    }
    find_delta(errors, sums, outgoing);
    for (int j = 0; j <= HIDDEN; ++j)
        delta[j] = (float)errors[j];
    upload(trainer, trainer->delta, delta, sizeof delta);
    return forward + adjust_weights(trainer);
}

/* The same step in double precision. */
static void train_on_host(const float *input, double *weights, double *changes, double *outgoing,
                          int inputs)
{
    double sums[HIDDEN + 1] = {0.0}, delta[HIDDEN + 1];
    for (int i = 0; i <= inputs; ++i)
        for (int j = 1; j <= HIDDEN; ++j)
            sums[j] += weights[i * (HIDDEN + 1) + j] * input[i];
    find_delta(delta, sums, outgoing);
    for (int i = 0; i <= inputs; ++i)
        for (int j = 1; j <= HIDDEN; ++j) {
            double *const change = &changes[i * (HIDDEN + 1) + j];
            *change = ETA * delta[j] * input[i] + MOMENTUM * *change;
            weights[i * (HIDDEN + 1) + j] += *change;
        }
}

/* The largest difference of some values, relative to the largest of those that are expected. */
static double difference(const float *values, const double *expected, int count)
{
    double largest = 0.0, scale = 0.0;
    for (int i = 0; i < count; ++i) {
        const double error = fabs(values[i] - expected[i]);
        scale = fmax(scale, fabs(expected[i]));
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    return largest / scale;
}

/* The largest error of the weights and of their last changes. */
static double largest_error(const float *weights, const float *changes, const float *input,
                            const float *start, double *outgoing, int inputs, int steps)
{
    const int count = (inputs + 1) * (HIDDEN + 1);
    double *expected = allocate((size_t)count, sizeof(double));
    double *last = allocate((size_t)count, sizeof(double));
    for (int i = 0; i < count; ++i)
        expected[i] = start[i];
    for (int s = 0; s < steps; ++s)
        train_on_host(input, expected, last, outgoing, inputs);
    const double error = fmax(difference(weights, expected, count),
                              difference(changes, last, count));
    free(expected), free(last);
    return error;
}

/* Inputs and weights. What comes in to a hidden unit is about 1, however many inputs there are. */
static void make_network(float *input, float *weights, double *outgoing, int inputs)
{
    unsigned int seed = 1;
    input[0] = 1.0f;
    for (int i = 1; i <= inputs; ++i)
        input[i] = random_unit(&seed) / sqrtf((float)inputs);
    for (int i = 0; i < (inputs + 1) * (HIDDEN + 1); ++i)
        weights[i] = 2.0f * random_unit(&seed) - 1.0f;
    for (int j = 0; j <= HIDDEN; ++j)
        outgoing[j] = 2.0 * random_unit(&seed) - 1.0;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const int inputs = HIDDEN * options.size, count = (inputs + 1) * (HIDDEN + 1);
    float *input = allocate((size_t)inputs + 1, sizeof(float));
    float *start = allocate((size_t)count, sizeof(float));
    float *weights = allocate((size_t)count, sizeof(float));
    float *changes = allocate((size_t)count, sizeof(float));
    float *partial_sums = allocate((size_t)inputs, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));
    double outgoing[HIDDEN + 1], trained[HIDDEN + 1];
    make_network(input, start, outgoing, inputs);
    memcpy(trained, outgoing, sizeof trained);

    struct trainer trainer = {.inputs = inputs};
    open_device(&trainer.device);
    create_kernels(&trainer);
    create_buffers(&trainer, input, start);
    set_arguments(&trainer);
    train(&trainer, partial_sums, trained);
    for (int i = 0; i < options.repeats; ++i)
        times[i] = train(&trainer, partial_sums, trained);
    download(&trainer, trainer.weights, weights, sizeof(float) * count);
    download(&trainer, trainer.changes, changes, sizeof(float) * count);
    release(&trainer);

    const double error = largest_error(weights, changes, input, start, outgoing, inputs,
                                       options.repeats + 1);
    printf("backprop: %d input units, %d steps\n", inputs, options.repeats + 1);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, changes, sizeof(float), (size_t)count);
    dump_more(options.dump, weights, sizeof(float), (size_t)count);
    free(input), free(start), free(weights), free(changes), free(partial_sums), free(times);
    return status;
}
