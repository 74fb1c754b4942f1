/* Builds each file of OpenCL C: build_kernels FILE OPTIONS ...; says "FILE: ok" or what went wrong. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static char text[1 << 20], log_text[1 << 16];

static int build(cl_context context, cl_device_id device, const char *path, const char *options)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    const char *source = text;
    cl_int error;
    cl_program program;

    if (!file)
        return -1;
    fclose(file);
    text[size] = 0;
    log_text[0] = 0;
    program = clCreateProgramWithSource(context, 1, &source, &size, &error);
    if (error == CL_SUCCESS)
        error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (error != CL_SUCCESS)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log_text - 1, log_text,
                              NULL);
    return error;
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    int i, error;

    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        return EXIT_FAILURE;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    for (i = 1; i + 1 < argc; i += 2) {
        error = build(context, device, argv[i], argv[i + 1]);
        if (error == CL_SUCCESS)
            printf("%s: ok\n", argv[i]);
        else
            printf("%s: error %d %s\n", argv[i], error, log_text);
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}
