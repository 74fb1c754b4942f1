#include "shape.h"

__kernel void scale(__global float *values, float factor, int count)
{
    int i = get_global_id(0);
    if (i < count)
        values[i] = values[i] * factor + OFFSET;
}

__kernel void histogram(__global const uint *data, __global uint *bins, __local uint *own, uint count)
{
    uint i = get_global_id(0), l = get_local_id(0);
    if (l < BINS)
        own[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < count)
        atomic_inc(&own[data[i] % BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < BINS)
        atomic_add(&bins[l], own[l]);
}

__kernel void steps(__global const uint *start, __global uint *taken)
{
    size_t i = get_global_id(0);
    uint value = start[i] + 1, count = 0;
    while (value != 1) {
        value = value % 2 ? 3 * value + 1 : value / 2;
        ++count;
    }
    taken[i] = count;
}

__kernel void pick(__read_only image2d_t image, sampler_t sampler, __global float4 *out)
{
    int x = get_global_id(0);
    out[x] = read_imagef(image, sampler, (int2)(x, 0));
}
