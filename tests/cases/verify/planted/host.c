/* Four kernels with a result each, so that a mistake in one is seen in its buffer. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 6, COLUMNS = 5, N = 100, PADDED = 128 };

static char text[65536];

static void shuffle(int *table)
{
    int old[ROWS * COLUMNS];

    for (int i = 0; i < ROWS * COLUMNS; ++i)
        old[i] = table[i];
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        table[i] = old[i * ROWS % (ROWS * COLUMNS - 1 + (i == ROWS * COLUMNS - 1))];
}

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(3);
}

static void show(const char *name, const int *values, int count)
{
    long sum = 0;

    for (int i = 0; i < count; ++i)
        sum = sum * 31 % 1000003 + values[i];
    printf("%s %ld\n", name, sum);
}

int main(void)
{
    int table[ROWS * COLUMNS], sums[ROWS], marks[PADDED], turned[PADDED], counts[N], in[PADDED];
    int rows = ROWS, columns = COLUMNS, n = N;
    cl_int error;
    cl_platform_id platform;
    cl_device_id device;
    FILE *file = fopen("kernels.cl", "rb");

    if (file == NULL || fread(text, 1, sizeof(text) - 1, file) == 0)
        return 3;
    fclose(file);
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        table[i] = i * i;
    for (int i = 0; i < PADDED; ++i)
        in[i] = 1000 + i;
    shuffle(table);

    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    const char *source = text;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");

    cl_kernel sum_rows = clCreateKernel(program, "sum_rows", &error);
    cl_kernel mark = clCreateKernel(program, "mark", &error);
    cl_kernel turn = clCreateKernel(program, "turn", &error);
    cl_kernel count = clCreateKernel(program, "count", &error);
    cl_mem d_table = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(table), NULL, &error);
    cl_mem d_sums = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(sums), NULL, &error);
    cl_mem d_marks = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(marks), NULL, &error);
    cl_mem d_in = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(in), NULL, &error);
    cl_mem d_turned = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(turned), NULL, &error);
    cl_mem d_counts = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(counts), NULL, &error);
    check(error, "buffers");
    check(clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, sizeof(table), table, 0, NULL, NULL), "");
    check(clEnqueueWriteBuffer(queue, d_in, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL), "write");

    size_t six[1] = {ROWS}, padded[1] = {PADDED}, group[1] = {64}, hundred[1] = {N};
    clSetKernelArg(sum_rows, 0, sizeof(d_table), &d_table);
    clSetKernelArg(sum_rows, 1, sizeof(d_sums), &d_sums);
    clSetKernelArg(sum_rows, 2, sizeof(rows), &rows);
    clSetKernelArg(sum_rows, 3, sizeof(columns), &columns);
    check(clEnqueueNDRangeKernel(queue, sum_rows, 1, NULL, six, NULL, 0, NULL, NULL), "launch");
    clSetKernelArg(mark, 0, sizeof(d_marks), &d_marks);
    clSetKernelArg(mark, 1, sizeof(n), &n);
    check(clEnqueueNDRangeKernel(queue, mark, 1, NULL, padded, group, 0, NULL, NULL), "launch");
    clSetKernelArg(turn, 0, sizeof(d_in), &d_in);
    clSetKernelArg(turn, 1, sizeof(d_turned), &d_turned);
    check(clEnqueueNDRangeKernel(queue, turn, 1, NULL, padded, group, 0, NULL, NULL), "launch");
    clSetKernelArg(count, 0, sizeof(d_counts), &d_counts);
    check(clEnqueueNDRangeKernel(queue, count, 1, NULL, hundred, NULL, 0, NULL, NULL), "launch");

    check(clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, sizeof(sums), sums, 0, NULL, NULL), "read");
    check(clEnqueueReadBuffer(queue, d_marks, CL_TRUE, 0, sizeof(marks), marks, 0, NULL, NULL), "");
    check(clEnqueueReadBuffer(queue, d_turned, CL_TRUE, 0, sizeof(turned), turned, 0, NULL, NULL), "");
    check(clEnqueueReadBuffer(queue, d_counts, CL_TRUE, 0, sizeof(counts), counts, 0, NULL, NULL), "");
    show("sums", sums, ROWS);
    show("marks", marks, N);
    show("turned", turned, PADDED);
    show("counts", counts, N);
    return 0;
}
