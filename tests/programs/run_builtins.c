/* Runs kernels k0, k1, ... of a file, each COUNT work-items: run FILE KERNELS COUNT IN OUT BYTES */
#include "run.h"

int main(int count, char **words)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    size_t length, bytes, results, items;
    char *source, *input, *output, name[20];
    FILE *file;
    if (count != 7)
        return 2;
    source = read_all(words[1], &length);
    input = read_all(words[4], &bytes);
    items = strtoul(words[3], NULL, 10);
    results = strtoul(words[6], NULL, 10);
    output = calloc(results, 1);
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "queue");
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, input, &error);
    check(error, "input");
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, results, output, &error);
    check(error, "output");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, &length, &error);
    check(error, "program");
    error = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (error) {
        char log[8000] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s\n", log);
        return 1;
    }
    for (int i = 0; i < atoi(words[2]); i++) {
        snprintf(name, sizeof name, "k%d", i);
        cl_kernel kernel = clCreateKernel(program, name, &error);
        check(error, name);
        check(clSetKernelArg(kernel, 0, sizeof in, &in), "argument");
        check(clSetKernelArg(kernel, 1, sizeof out, &out), "argument");
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL), name);
        check(clReleaseKernel(kernel), "release");
    }
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, results, output, 0, NULL, NULL), "read");
    file = fopen(words[5], "wb");
    return !file || fwrite(output, 1, results, file) != results || fclose(file);
}
