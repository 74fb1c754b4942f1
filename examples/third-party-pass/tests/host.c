#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char text[65536];

static const char *read_kernel(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, sizeof text - 1, file) == 0)
        exit(3);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64, k = argc > 2 ? atoi(argv[2]) : 3;
    size_t global = 64, bytes = 4096;
    static float w[1024], x[1024], out[1024];
    for (int i = 0; i < 1024; i++)
        w[i] = i % 13, x[i] = i % 7;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    const char *source = read_kernel("kernel.cl");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
        return 3;
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);
    cl_mem d_out = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    cl_mem d_w = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    cl_mem d_x = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_w, CL_TRUE, 0, bytes, w, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof d_out, &d_out);
    clSetKernelArg(kernel, 1, sizeof d_w, &d_w);
    clSetKernelArg(kernel, 2, sizeof d_x, &d_x);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clSetKernelArg(kernel, 4, sizeof k, &k);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
    for (int i = 0; i < 64; i++)
        printf("%g\n", out[i]);
    return 0;
}
