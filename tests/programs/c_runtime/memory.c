/* Memory: sub-buffers, maps, rectangles, fills, copies, and the memory of the host. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"
#include <string.h>

static void print_bytes(const char *title, const unsigned char *bytes, int count)
{
    printf("%s:", title);
    for (int at = 0; at < count; ++at)
        printf(" %d", bytes[at]);
    printf("\n");
}

static void sub_buffers(struct setup *the)
{
    unsigned char bytes[512], seen[8];
    cl_buffer_region region = {256, 64}, misaligned = {1, 4}, outside = {256, 512};
    cl_int error;
    cl_mem parent, part;
    size_t offset = 0;

    for (int at = 0; at < 512; ++at)
        bytes[at] = (unsigned char)at;
    parent = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, sizeof(bytes), bytes, &error);
    part = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    CHECK(error);
    CHECK(clEnqueueWriteBuffer(the->queue, part, CL_TRUE, 2, 3, "abc", 0, NULL, NULL));
    CHECK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof(offset), &offset, NULL));
    CHECK(clReleaseMemObject(part));
    CHECK(clEnqueueReadBuffer(the->queue, parent, CL_TRUE, 256, 8, seen, 0, NULL, NULL));
    printf("offset %d ", (int)offset);
    print_bytes("part", seen, 8);
    clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &misaligned, &error);
    printf("misaligned %d\n", error);
    clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &outside, &error);
    printf("outside %d\n", error);
    CHECK(clReleaseMemObject(parent));
}

static void maps(struct setup *the)
{
    cl_int error;
    cl_uint count = 9;
    unsigned char seen[8];
    cl_mem buffer = clCreateBuffer(the->context, CL_MEM_ALLOC_HOST_PTR, 64, NULL, &error);
    char *first = (char *)clEnqueueMapBuffer(the->queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0,
                                             NULL, NULL, &error);

    CHECK(error);
    memset(first, 7, 64);
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof(count), &count, NULL));
    printf("maps: %u\n", count);
    CHECK(clEnqueueUnmapMemObject(the->queue, buffer, first, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 60, 4, seen, 0, NULL, NULL));
    print_bytes("mapped", seen, 4);
    SHOW(clEnqueueUnmapMemObject(the->queue, buffer, seen, 0, NULL, NULL));
    CHECK(clReleaseMemObject(buffer));
}

static void rectangles(struct setup *the)
{
    unsigned char bytes[4 * 6 * 2], seen[4 * 6 * 2] = {0};
    size_t at[3] = {1, 2, 0}, zero[3] = {0, 0, 0}, region[3] = {2, 3, 2};
    cl_int error;
    cl_mem one, two;

    for (int byte = 0; byte < 48; ++byte)
        bytes[byte] = (unsigned char)byte;
    one = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, 48, bytes, &error);
    two = clCreateBuffer(the->context, 0, 48, NULL, &error);
    CHECK(clEnqueueFillBuffer(the->queue, two, "\1\2", 2, 0, 48, 0, NULL, NULL));
    CHECK(clEnqueueCopyBufferRect(the->queue, one, two, at, zero, region, 4, 24, 4, 24, 0, NULL,
                                  NULL));
    CHECK(clEnqueueReadBuffer(the->queue, two, CL_TRUE, 0, 48, seen, 0, NULL, NULL));
    print_bytes("copied", seen, 48);
    CHECK(clEnqueueReadBufferRect(the->queue, one, CL_TRUE, at, zero, region, 4, 24, 0, 0, seen, 0,
                                  NULL, NULL));
    print_bytes("read", seen, 12);
    CHECK(clEnqueueWriteBufferRect(the->queue, two, CL_TRUE, zero, at, region, 0, 0, 4, 24, bytes,
                                   0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(the->queue, two, CL_TRUE, 0, 14, seen, 0, NULL, NULL));
    print_bytes("written", seen, 14);
    SHOW(clEnqueueCopyBufferRect(the->queue, one, one, at, zero, region, 4, 24, 4, 24, 0, NULL,
                                 NULL));
    SHOW(clEnqueueReadBufferRect(the->queue, one, CL_TRUE, at, zero, region, 1, 24, 0, 0, seen, 0,
                                 NULL, NULL));
    SHOW(clEnqueueReadBufferRect(the->queue, one, CL_TRUE, at, zero, region, 4, 48, 0, 0, seen, 0,
                                 NULL, NULL));
    CHECK(clReleaseMemObject(one));
    CHECK(clReleaseMemObject(two));
}

static void copies(struct setup *the)
{
    unsigned char bytes[16], seen[16];
    cl_int error;
    cl_mem buffer;

    for (int at = 0; at < 16; ++at)
        bytes[at] = (unsigned char)at;
    buffer = clCreateBuffer(the->context, CL_MEM_COPY_HOST_PTR, 16, bytes, &error);
    CHECK(clEnqueueCopyBuffer(the->queue, buffer, buffer, 0, 8, 8, 0, NULL, NULL));
    SHOW(clEnqueueCopyBuffer(the->queue, buffer, buffer, 0, 7, 8, 0, NULL, NULL));
    SHOW(clEnqueueCopyBuffer(the->queue, buffer, buffer, 0, 9, 8, 0, NULL, NULL));
    SHOW(clEnqueueFillBuffer(the->queue, buffer, bytes, 3, 0, 6, 0, NULL, NULL));
    SHOW(clEnqueueFillBuffer(the->queue, buffer, bytes, 4, 2, 8, 0, NULL, NULL));
    CHECK(clEnqueueMigrateMemObjects(the->queue, 1, &buffer, 0, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, 16, seen, 0, NULL, NULL));
    print_bytes("copied", seen, 16);
    CHECK(clReleaseMemObject(buffer));
}

static void CL_CALLBACK on_destruction(cl_mem memory, void *data)
{
    (void)memory;
    printf("destroyed %s\n", (const char *)data);
}

static void host_memory(struct setup *the)
{
    static unsigned char bytes[64] __attribute__((aligned(128)));
    char second[] = "second", first[] = "first";
    cl_int error;
    void *host = NULL;
    cl_mem buffer = clCreateBuffer(the->context, CL_MEM_USE_HOST_PTR, 64, bytes, &error);

    CHECK(clSetMemObjectDestructorCallback(buffer, on_destruction, second));
    CHECK(clSetMemObjectDestructorCallback(buffer, on_destruction, first));
    CHECK(clEnqueueFillBuffer(the->queue, buffer, "x", 1, 0, 64, 0, NULL, NULL));
    void *mapped = clEnqueueMapBuffer(the->queue, buffer, CL_TRUE, CL_MAP_READ, 8, 8, 0, NULL, NULL,
                                      &error);
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof(host), &host, NULL));
    printf("the host's: %d %d %d\n", mapped == bytes + 8, host == bytes, bytes[8]);
    CHECK(clEnqueueUnmapMemObject(the->queue, buffer, mapped, 0, NULL, NULL));
    CHECK(clFinish(the->queue));
    CHECK(clRetainMemObject(buffer));
    CHECK(clReleaseMemObject(buffer));
    printf("released once\n");
    CHECK(clReleaseMemObject(buffer));
}

int main(void)
{
    struct setup the = set_up(0, "");

    sub_buffers(&the);
    maps(&the);
    rectangles(&the);
    copies(&the);
    host_memory(&the);
    tear_down(&the);
    return 0;
}
