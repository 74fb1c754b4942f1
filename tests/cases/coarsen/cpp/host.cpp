#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
    const int taps = 5;
    int width = argc > 1 ? atoi(argv[1]) : 32, rows = argc > 2 ? atoi(argv[2]) : 12;
    size_t launched = rows;
    std::ifstream file("kernel.cl");
    std::stringstream read;
    read << file.rdbuf();
    std::string text = read.str();
    const char *source = text.c_str();
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "bank", NULL);

    std::vector<float> signal(width + taps), filters(64 * taps), result(64 * width);
    for (size_t i = 0; i < signal.size(); i++)
        signal[i] = (float)(i % 7);
    for (size_t i = 0; i < filters.size(); i++)
        filters[i] = (float)(i % 5) - 2.0f;
    cl_mem d_signal = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     sizeof(float) * signal.size(), signal.data(), NULL);
    cl_mem d_filters = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                      sizeof(float) * filters.size(), filters.data(), NULL);
    cl_mem d_result = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                     sizeof(float) * result.size(), result.data(), NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_signal);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_filters);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_result);
    clSetKernelArg(kernel, 3, sizeof(int), &width);
    clSetKernelArg(kernel, 4, sizeof(int), &rows);
    clSetKernelArg(kernel, 5, sizeof(int), &taps);
    size_t global[2] = {(size_t)width, launched};
    clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_result, CL_TRUE, 0, sizeof(float) * result.size(), result.data(), 0, NULL, NULL);
    for (float each : result)
        printf("%g\n", each);
    return 0;
}
