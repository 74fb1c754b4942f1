/* The largest sum of a group's rows, and where it is. */
__kernel void walk(__global const float *table, __global const int *next, __global float *out,
                   __global int *counts, int rows, int columns)
{
    __local float best[64];
    __local int where[64];
    int row = get_global_id(0);
    int lane = get_local_id(0);
    int group = get_group_id(0);

    float sum = -1.0f;
    if (row < rows) {
        sum = 0.0f;
        for (int j = columns - 1; j >= 0; j--)
            sum = sum * 0.5f + table[row + j * rows];
    }
    best[lane] = sum;
    where[lane] = row;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = (int)get_local_size(0) / 2; step > 0; step >>= 1) {
        if (lane < step && best[lane] < best[lane + step]) {
            best[lane] = best[lane + step];
            where[lane] = where[lane + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        out[group] = best[0];
        counts[group] = where[0] - next[group];
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_inc(&counts[63]);
    }
}
