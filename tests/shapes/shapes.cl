/* Six kernels, each of a shape that stands for many. */

/* A filter whose taps are the same for all work-items. */
__kernel void fir(__global const float *in, __constant float *taps, __global float *out,
                  const int count, const int tap_count)
{
    const int i = get_global_id(0);
    if (i >= count)
        return;
    float sum = 0.0f;
    for (int k = 0; k < tap_count; ++k)
        sum += in[i + k] * taps[k];
    out[i] = sum;
}

/* A step of heat conduction: the edges stay as they are. */
__kernel void stencil(__global const float *in, __global float *out, const int width,
                      const int height, const float rate)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        const int at = y * width + x;
        const float around = in[at - 1] + in[at + 1] + in[at - width] + in[at + width];
        out[at] = in[at] + rate * (around - 4.0f * in[at]);
    }
}

/* How many rounds a point stays near 0: work-items leave the loop at different times. */
__kernel void mandelbrot(__global int *out, const int width, const int height, const int most)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const float cx = -2.25f + x * (3.0f / width);
    const float cy = -1.25f + y * (2.5f / height);
    float zx = 0.0f, zy = 0.0f;
    int n = 0;
    while (zx * zx + zy * zy <= 4.0f && n < most) {
        const float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = next;
        ++n;
    }
    out[y * width + x] = n;
}

/* C = A * B for square matrices of a multiple of TILE rows; each group keeps a tile of both. */
#define TILE 16
__kernel void matmul(__global const float *a, __global const float *b, __global float *c,
                     const int size)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;
    for (int first = 0; first < size; first += TILE) {
        tile_a[y][x] = a[row * size + first + x];
        tile_b[y][x] = b[(first + y) * size + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * size + column] = sum;
}

/* Elements in the order that a table says. */
__kernel void gather(__global const float *x, __global const int *index, __global float *out,
                     const int count)
{
    const int i = get_global_id(0);
    if (i < count)
        out[i] = x[index[i]];
}

/* How often each value comes: a group counts in local memory, and adds that up once. */
#define BINS 256

__kernel void histogram(__global const uchar *in, __global uint *bins, const int count)
{
    __local uint own[BINS];
    const int l = get_local_id(0);
    for (int i = l; i < BINS; i += get_local_size(0))
        own[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < count; i += get_global_size(0))
        atomic_inc(&own[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i < BINS; i += get_local_size(0))
        atomic_add(&bins[i], own[i]);
}
