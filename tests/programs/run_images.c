/* Reads images of several formats through all samplers: run FILE PLACES OUT; see test_images.py */
#include "run.h"

enum { WIDTH = 7, HEIGHT = 5, PLACES = 256 };

static const cl_image_format formats[] = {
    {CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_FLOAT},        {CL_RGBA, CL_SNORM_INT16},
    {CL_BGRA, CL_UNORM_INT8}, {CL_RG, CL_UNORM_INT16}, {CL_RGBA, CL_HALF_FLOAT},
};

int main(int count, char **words)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    size_t length, bytes, items = PLACES, n = sizeof formats / sizeof *formats;
    unsigned char pixels[WIDTH * HEIGHT * 16];
    float results[PLACES * 4];
    if (count != 4)
        return 2;
    char *source = read_all(words[1], &length), *places = read_all(words[2], &bytes);
    FILE *file = fopen(words[3], "wb");
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, &length, &error);
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    cl_mem at = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, places, &error);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof results, NULL, &error);
    cl_kernel kernel = clCreateKernel(program, "sample", &error);
    check(error, "kernel");
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (unsigned char)(i * 37 % 60); /* no NaN in any format */
    for (size_t f = 0; f < n; f++) {
        cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
        cl_mem image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &formats[f], &shape, pixels, &error);
        check(error, "image");
        for (int filter = 0; filter < 2; filter++)
            for (int mode = 0; mode < 5; mode++) {
                /* edge and clamp, in pixels and normalised; then the repeats, normalised only */
                cl_addressing_mode modes[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                              CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_REPEAT,
                                              CL_ADDRESS_MIRRORED_REPEAT};
                cl_sampler sampler = clCreateSampler(context, mode >= 2, modes[mode],
                                                     filter ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error);
                cl_int scaled = mode >= 2;
                check(error, "sampler");
                clSetKernelArg(kernel, 0, sizeof image, &image);
                clSetKernelArg(kernel, 1, sizeof sampler, &sampler);
                clSetKernelArg(kernel, 2, sizeof at, &at);
                clSetKernelArg(kernel, 3, sizeof out, &out);
                check(clSetKernelArg(kernel, 4, sizeof scaled, &scaled), "argument");
                check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
                check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL), "read");
                fwrite(results, sizeof results, 1, file);
            }
    }
    return fclose(file);
}
