/* The base program in C++, without bindings: libraries are included where they are needed. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>

static char text[65536];

static const char *read_kernel(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, sizeof(text) - 1, file) == 0)
        exit(3);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 300;
    int columns = argc > 2 ? atoi(argv[2]) : 7;
    int *table = (int *)malloc(sizeof(int) * rows * columns);
    int *sums = (int *)malloc(sizeof(int) * rows);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i + j * rows] = 31 * i + 7 * j;

    cl_int err;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
    const char *source = read_kernel("kernel.cl");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        return 3;
    cl_kernel kernel = clCreateKernel(program, "row_sums", &err);
    if (err != CL_SUCCESS) {
        fprintf(stderr, "no kernel\n");
        return 3;
    }

    size_t bytes = sizeof(int) * rows * columns;
    cl_mem d_table = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &err);
    cl_mem d_sums = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(int) * rows, NULL, &err);
    clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, bytes, table, 0, NULL, NULL);

    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_table);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_sums);
    clSetKernelArg(kernel, 2, sizeof(int), &rows);
    clSetKernelArg(kernel, 3, sizeof(int), &columns);
    size_t local[1] = {64};
    size_t global[1] = {(rows + 63) / 64 * 64};
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_sums, CL_TRUE, 0, sizeof(int) * rows, sums, 0, NULL, NULL);

    for (int i = 0; i < rows; i++)
        printf("%d\n", sums[i]);
    return 0;
}
