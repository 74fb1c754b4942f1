#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#define rows_v 22
#define columns_v 9

struct cell { cl_uint a; cl_float b; };

static void save(const char *name, const void *data, size_t bytes)
{
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(data, 1, bytes, file) != bytes)
        exit(4);
    fclose(file);
}

static const char *read_kernel(const char *path)
{
    static char text[65536];
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, sizeof(text) - 1, file) == 0)
        exit(3);
    fclose(file);
    return text;
}

#define CHECK(call) \
    do { \
        cl_int code_ = (call); \
        if (code_ != CL_SUCCESS) { \
            fprintf(stderr, "error %d\n", (int)code_); \
            exit(3); \
        } \
    } while (0)

static void fill_t0(cl_uint *t0_v)
{
    for (int i_v = 0; i_v < rows_v; i_v++) {
        for (int j_v = 0; j_v < (columns_v * 2); j_v++) {
            t0_v[j_v * rows_v + i_v] = (cl_uint)((i_v * 31 + j_v * 7 + 0) % 97);
        }
    }
}

int main(int argc, char **argv)
{
    int mode_v = argc > 3 ? atoi(argv[3]) : 3;
    cl_int err;
    cl_platform_id platform;
    cl_device_id device;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context_v = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    cl_command_queue queue_v = clCreateCommandQueue(context_v, device, 0, &err);
    const char *source = read_kernel("kernel.cl");
    cl_program program = clCreateProgramWithSource(context_v, 1, &source, NULL, &err);
    if (clBuildProgram(program, 1, &device, "-D rows_v=22 -D columns_v=9", NULL, NULL) != CL_SUCCESS)
        exit(3);
    cl_kernel k_ka = clCreateKernel(program, "ka_v", &err);
    if (err != CL_SUCCESS)
        exit(3);
    cl_kernel k_kb = clCreateKernel(program, "kb_v", &err);
    if (err != CL_SUCCESS)
        exit(3);
    cl_kernel k_kc = clCreateKernel(program, "kc_v", &err);
    if (err != CL_SUCCESS)
        exit(3);
    std::vector<cl_uint> out_kc(rows_v);
    std::vector<cl_uint> out_kb(rows_v);
    std::vector<cl_uint> out_ka(rows_v);
    std::vector<cl_uint> counts(8);
    std::vector<cl_uint> t0_v(rows_v * (columns_v * 2));
    fill_t0(t0_v.data());
    {
        for (int i_v = 0; i_v < 8; i_v++)
            counts[i_v] = 0;
    }
    size_t bytes_t0 = sizeof(cl_uint) * rows_v * (columns_v * 2);
    cl_mem d_t0 = clCreateBuffer(context_v, CL_MEM_READ_WRITE, bytes_t0, NULL, &err);
    CHECK(clEnqueueWriteBuffer(queue_v, d_t0, CL_FALSE, 0, bytes_t0, t0_v.data(), 0, NULL, NULL));
    size_t bytes_counts = sizeof(cl_uint) * 8;
    cl_mem d_counts = clCreateBuffer(context_v, CL_MEM_READ_WRITE, bytes_counts, NULL, &err);
    CHECK(clEnqueueWriteBuffer(queue_v, d_counts, CL_FALSE, 0, bytes_counts, counts.data(), 0, NULL, NULL));
    size_t bytes_out_ka = sizeof(cl_uint) * rows_v;
    cl_mem d_out_ka = clCreateBuffer(context_v, CL_MEM_READ_WRITE, bytes_out_ka, NULL, &err);
    size_t bytes_out_kb = sizeof(cl_uint) * rows_v;
    cl_mem d_out_kb = clCreateBuffer(context_v, CL_MEM_READ_WRITE, bytes_out_kb, NULL, &err);
    size_t bytes_out_kc = sizeof(cl_uint) * rows_v;
    cl_mem d_out_kc = clCreateBuffer(context_v, CL_MEM_READ_WRITE, bytes_out_kc, NULL, &err);
    CHECK(clFinish(queue_v));
    {
        CHECK(clSetKernelArg(k_ka, 3, sizeof(cl_int), &mode_v));
        CHECK(clSetKernelArg(k_ka, 2, sizeof(cl_mem), &d_out_ka));
        CHECK(clSetKernelArg(k_ka, 1, sizeof(cl_mem), &d_counts));
        CHECK(clSetKernelArg(k_ka, 0, sizeof(cl_mem), &d_t0));
        size_t work[2] = {(size_t)((columns_v + 3) / 4 * 4), (size_t)((rows_v + 1) / 2 * 2)};
        size_t local[2] = {4, 2};
        CHECK(clEnqueueNDRangeKernel(queue_v, k_ka, 2, NULL, work, local, 0, NULL, NULL));
    }
    {
        CHECK(clSetKernelArg(k_kb, 2, sizeof(cl_int), &mode_v));
        CHECK(clSetKernelArg(k_kb, 1, sizeof(cl_mem), &d_out_kb));
        CHECK(clSetKernelArg(k_kb, 0, sizeof(cl_mem), &d_t0));
        size_t work[3] = {(size_t)((columns_v + 3) / 4 * 4), (size_t)((rows_v + 1) / 2 * 2), (size_t)((2 + 0) / 1 * 1)};
        size_t local[3] = {4, 2, 1};
        for (int step = 0; step < 2; step++) {
            CHECK(clEnqueueNDRangeKernel(queue_v, k_kb, 3, NULL, work, local, 0, NULL, NULL));
        }
    }
    {
        CHECK(clSetKernelArg(k_kc, 2, sizeof(cl_int), &mode_v));
        CHECK(clSetKernelArg(k_kc, 1, sizeof(cl_mem), &d_out_kc));
        CHECK(clSetKernelArg(k_kc, 0, sizeof(cl_mem), &d_t0));
        size_t work[3] = {(size_t)(rows_v), (size_t)(columns_v), (size_t)(2)};
        CHECK(clEnqueueNDRangeKernel(queue_v, k_kc, 3, NULL, work, NULL, 0, NULL, NULL));
    }
    CHECK(clEnqueueReadBuffer(queue_v, d_t0, CL_TRUE, 0, bytes_t0, t0_v.data(), 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue_v, d_counts, CL_TRUE, 0, bytes_counts, counts.data(), 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue_v, d_out_ka, CL_TRUE, 0, bytes_out_ka, out_ka.data(), 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue_v, d_out_kb, CL_TRUE, 0, bytes_out_kb, out_kb.data(), 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue_v, d_out_kc, CL_TRUE, 0, bytes_out_kc, out_kc.data(), 0, NULL, NULL));
    unsigned digest = 17u;
    {
        cl_uint *flat = (cl_uint *)malloc(sizeof(cl_uint) * rows_v * (columns_v * 2));
        for (int i_v = 0; i_v < rows_v; i_v++) {
            for (int j_v = 0; j_v < (columns_v * 2); j_v++) {
                flat[i_v * (columns_v * 2) + j_v] = t0_v[j_v * rows_v + i_v];
                digest = digest * 31u + (unsigned)t0_v[j_v * rows_v + i_v];
            }
        }
        save("t0.bin", flat, sizeof(cl_uint) * rows_v * (columns_v * 2));
        free(flat);
    }
    for (int i_v = 0; i_v < 8; i_v++)
        digest = digest * 31u + counts[i_v];
    save("counts.bin", counts.data(), sizeof(cl_uint) * 8);
    for (int i_v = 0; i_v < rows_v; i_v++)
        digest = digest * 31u + out_ka[i_v];
    save("out_ka.bin", out_ka.data(), sizeof(cl_uint) * rows_v);
    for (int i_v = 0; i_v < rows_v; i_v++)
        digest = digest * 31u + out_kb[i_v];
    save("out_kb.bin", out_kb.data(), sizeof(cl_uint) * rows_v);
    for (int i_v = 0; i_v < rows_v; i_v++)
        digest = digest * 31u + out_kc[i_v];
    save("out_kc.bin", out_kc.data(), sizeof(cl_uint) * rows_v);
    printf("%u\n", digest);
    return 0;
}
