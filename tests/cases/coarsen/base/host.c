#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCAL_X 16
#define LOCAL_Y 4

static char *read_text(const char *path)
{
    char *text = calloc(20000, 1);
    FILE *file = fopen(path, "r");
    if (text == NULL || file == NULL || fread(text, 1, 19999, file) == 0)
        exit(3);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    int width = (argc > 1 ? atoi(argv[1]) : 2) * LOCAL_X, rows = (argc > 2 ? atoi(argv[2]) : 3) * LOCAL_Y;
    int taps = 5, i;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    const char *text = read_text("kernel.cl");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "bank", NULL);

    float *signal = malloc(sizeof(float) * (width + taps));
    float *filters = malloc(sizeof(float) * rows * taps);
    float *result = malloc(sizeof(float) * rows * width);
    for (i = 0; i < width + taps; i++)
        signal[i] = (float)(i % 7);
    for (i = 0; i < rows * taps; i++)
        filters[i] = (float)(i % 5) - 2.0f;
    cl_mem d_signal = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(float) * (width + taps), NULL, NULL);
    cl_mem d_filters = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(float) * rows * taps, NULL, NULL);
    cl_mem d_result = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * rows * width, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_signal, CL_TRUE, 0, sizeof(float) * (width + taps), signal, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_filters, CL_TRUE, 0, sizeof(float) * rows * taps, filters, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_signal);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_filters);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_result);
    clSetKernelArg(kernel, 3, sizeof(int), &width);
    clSetKernelArg(kernel, 4, sizeof(int), &rows);
    clSetKernelArg(kernel, 5, sizeof(int), &taps);
    size_t global[2] = {width, rows};
    size_t local[2] = {LOCAL_X, LOCAL_Y};
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_result, CL_TRUE, 0, sizeof(float) * rows * width, result, 0, NULL, NULL);
    for (i = 0; i < rows * width; i++)
        printf("%g\n", result[i]);
    return 0;
}
