/* Images of all shapes: what goes in comes out, copies and fills meet their pixels. */
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

static cl_image_desc shape(cl_mem_object_type type, size_t width, size_t height, size_t depth,
                           size_t layers)
{
    cl_image_desc description;

    memset(&description, 0, sizeof(description));
    description.image_type = type;
    description.image_width = width;
    description.image_height = height;
    description.image_depth = depth;
    description.image_array_size = layers;
    return description;
}

/* Writes a part of an image, and reads all of it. */
static void write_and_read(struct setup *the, const char *title, cl_image_desc description,
                           const size_t *origin, const size_t *region, const size_t *all)
{
    cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    unsigned char bytes[64], seen[64] = {0};
    cl_uint nine[4] = {9, 9, 9, 9};
    size_t zero[3] = {0, 0, 0}, sizes[3] = {0, 0, 0};
    cl_int error;
    cl_mem image = clCreateImage(the->context, 0, &format, &description, NULL, &error);

    CHECK(error);
    for (int at = 0; at < 64; ++at)
        bytes[at] = (unsigned char)(100 + at);
    CHECK(clEnqueueFillImage(the->queue, image, nine, zero, all, 0, NULL, NULL));
    CHECK(clEnqueueWriteImage(the->queue, image, CL_TRUE, origin, region, 0, 0, bytes, 0, NULL,
                              NULL));
    CHECK(clEnqueueReadImage(the->queue, image, CL_TRUE, zero, all, 0, 0, seen, 0, NULL, NULL));
    print_bytes(title, seen, (int)(all[0] * all[1] * all[2]));
    CHECK(clGetImageInfo(image, CL_IMAGE_HEIGHT, sizeof(size_t), &sizes[0], NULL));
    CHECK(clGetImageInfo(image, CL_IMAGE_DEPTH, sizeof(size_t), &sizes[1], NULL));
    CHECK(clGetImageInfo(image, CL_IMAGE_ARRAY_SIZE, sizeof(size_t), &sizes[2], NULL));
    printf("%d %d %d\n", (int)sizes[0], (int)sizes[1], (int)sizes[2]);
    CHECK(clReleaseMemObject(image));
}

static void shapes(struct setup *the)
{
    size_t o1[3] = {2, 0, 0}, r1[3] = {3, 1, 1}, a1[3] = {6, 1, 1};
    size_t o2[3] = {1, 1, 0}, r2[3] = {2, 2, 1}, a2[3] = {4, 3, 1};
    size_t o3[3] = {1, 1, 1}, r3[3] = {2, 1, 1}, a3[3] = {3, 2, 2};

    write_and_read(the, "1D", shape(CL_MEM_OBJECT_IMAGE1D, 6, 0, 0, 0), o1, r1, a1);
    write_and_read(the, "2D", shape(CL_MEM_OBJECT_IMAGE2D, 4, 3, 0, 0), o2, r2, a2);
    write_and_read(the, "3D", shape(CL_MEM_OBJECT_IMAGE3D, 3, 2, 2, 0), o3, r3, a3);
    write_and_read(the, "2D array", shape(CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, 2, 0, 2), o3, r3, a3);
}

static void copies(struct setup *the)
{
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description = shape(CL_MEM_OBJECT_IMAGE2D, 2, 2, 0, 0);
    unsigned char pixels[2 * 12], seen[16];
    cl_float colour[4] = {0.0f, 0.2f, 1.0f, 2.0f};
    size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 0}, pixel[3] = {1, 1, 1}, all[3] = {2, 2, 1};
    size_t row, pitch = 0;
    cl_int error;
    cl_mem image, copy, buffer = clCreateBuffer(the->context, 0, 16, NULL, &error);

    for (int at = 0; at < 24; ++at)
        pixels[at] = (unsigned char)at;
    description.image_row_pitch = 12; /* a pixel more than a row has */
    image = clCreateImage(the->context, CL_MEM_COPY_HOST_PTR, &format, &description, pixels, &error);
    CHECK(error);
    description.image_row_pitch = 0;
    copy = clCreateImage(the->context, 0, &format, &description, NULL, &error);
    CHECK(clEnqueueFillImage(the->queue, copy, colour, zero, all, 0, NULL, NULL));
    CHECK(clEnqueueCopyImage(the->queue, image, copy, zero, one, pixel, 0, NULL, NULL));
    CHECK(clEnqueueCopyImageToBuffer(the->queue, copy, buffer, zero, all, 0, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(the->queue, buffer, CL_TRUE, 0, 16, seen, 0, NULL, NULL));
    print_bytes("copied", seen, 16);
    CHECK(clEnqueueCopyBufferToImage(the->queue, buffer, image, 8, one, pixel, 0, NULL, NULL));
    unsigned char *mapped = (unsigned char *)clEnqueueMapImage(
        the->queue, image, CL_TRUE, CL_MAP_READ, zero, all, &row, NULL, 0, NULL, NULL, &error);
    CHECK(error);
    CHECK(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof(pitch), &pitch, NULL));
    printf("pitch %d ", row == pitch);
    print_bytes("mapped", mapped + row, 8);
    CHECK(clEnqueueUnmapMemObject(the->queue, image, mapped, 0, NULL, NULL));
    CHECK(clFinish(the->queue));
    CHECK(clReleaseMemObject(image));
    CHECK(clReleaseMemObject(copy));
    CHECK(clReleaseMemObject(buffer));
}

static void fill(struct setup *the, cl_channel_order order, cl_channel_type type,
                 const void *colour)
{
    cl_image_format format = {order, type};
    cl_image_desc description = shape(CL_MEM_OBJECT_IMAGE2D, 1, 1, 0, 0);
    size_t zero[3] = {0, 0, 0}, all[3] = {1, 1, 1};
    unsigned char seen[16] = {0};
    cl_int error;
    cl_mem image = clCreateImage(the->context, 0, &format, &description, NULL, &error);

    CHECK(error);
    CHECK(clEnqueueFillImage(the->queue, image, colour, zero, all, 0, NULL, NULL));
    CHECK(clEnqueueReadImage(the->queue, image, CL_TRUE, zero, all, 0, 0, seen, 0, NULL, NULL));
    print_bytes("filled", seen, 16);
    CHECK(clReleaseMemObject(image));
}

static void fills(struct setup *the)
{
    cl_float whole[4] = {-1.5f, 0.0f, 0.2f, 1.0f}, halves[4] = {0.5f, -2.0f, 65504.0f, 9.5367431640625e-07f};
    cl_int numbers[4] = {-70000, 70000, -3, 40};

    fill(the, CL_RGBA, CL_UNORM_INT8, whole);
    fill(the, CL_BGRA, CL_UNORM_INT8, whole);
    fill(the, CL_RGBA, CL_UNORM_INT16, whole);
    fill(the, CL_RGBA, CL_HALF_FLOAT, halves);
    fill(the, CL_RGBA, CL_FLOAT, whole);
    fill(the, CL_RGBA, CL_SIGNED_INT16, numbers);
    fill(the, CL_RGBA, CL_SIGNED_INT32, numbers);
}

/* To the nearest, as the standard prefers; pocl rounds to zero. */
static void rounded_fills(struct setup *the)
{
    cl_float halfway[4] = {0.5f, 0.498f, -0.25f, 1e-6f}, large[4] = {65519.0f, 65520.0f, 1e30f, 0};

    fill(the, CL_RGBA, CL_UNORM_INT8, halfway);
    fill(the, CL_RGBA, CL_SNORM_INT8, halfway);
    fill(the, CL_RGBA, CL_HALF_FLOAT, halfway);
    fill(the, CL_RGBA, CL_HALF_FLOAT, large);
}

int main(int argc, char **argv)
{
    struct setup the = set_up(0, "");

    shapes(&the);
    copies(&the);
    fills(&the);
    (void)argv;
    if (argc > 1)
        rounded_fills(&the);
    tear_down(&the);
    return 0;
}
