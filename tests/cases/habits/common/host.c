/* The host of cases that are about their kernel: `run` gets an array, sizes and local memory. */
#include "habit.h"

int main(void)
{
    float x[4 * N], y[4 * N];
    size_t global = N, local = 4;
    start();
    ramp(x, 4 * N);
    cl_kernel kernel = clCreateKernel(program, "run", NULL);
    cl_mem d_x = device_floats(4 * N), d_y = device_floats(4 * N);
    clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, d_y, CL_TRUE, 0, sizeof y, x, 0, NULL, NULL);
    int n = N;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_x);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_y);
    clSetKernelArg(kernel, 2, sizeof(int), &n);
    clSetKernelArg(kernel, 3, 4 * sizeof(float), NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    show(y, N);
    return 0;
}
