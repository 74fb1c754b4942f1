/* A C90 host that asks for a GPU, with a kernel that has no form in C. */
#include "run.h"

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem memory;
    cl_int error;
    size_t length, items = 6;
    int i, values[6] = {-4, 9, 1, 0, 7, 2};
    char *source = read_all("kernels.cl", &length);
    char log[512];
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    program = clCreateProgramWithSource(context, 1, (const char **)&source, &length, &error);
    check(clBuildProgram(program, 1, &device, "-cl-std=CL1.2 -D LEAST=3 -cl-mad-enable", NULL, NULL), "build");
    check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL), "log");
    printf("%s", log);
    kernel = clCreateKernel(program, "recursive", &error);
    printf("recursive: %d\n", error == CL_INVALID_KERNEL_NAME && kernel == NULL);
    kernel = clCreateKernel(program, "limited", &error);
    check(error, "limited");
    memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &error);
    check(clSetKernelArg(kernel, 0, sizeof memory, &memory), "argument");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "read");
    for (i = 0; i < 6; i++)
        printf(" %d", values[i]);
    printf("\n");
    return 0;
}
