/* How often values come, counted in local memory first. */
#define BINS 64

__kernel void walk(__global const float *table, __global const int *next, __global float *out,
                   __global int *counts, int rows, int columns)
{
    __local int own[BINS];
    int row = get_global_id(0);
    int lane = get_local_id(0);

    own[lane] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < rows) {
        for (int j = 0; j < columns; j++) {
            float value = table[row + j * rows];
            int bin = (int)(value * 2.0f) & (BINS - 1);
            if (value < 40.0f)
                atomic_add(&own[bin], 1);
            else
                atomic_sub(&own[bin], 2);
        }
        atomic_max(&own[lane], next[row]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int found = own[lane];
    if (found > 0) {
        atomic_add(&counts[lane], found);
        atomic_min(&counts[BINS - 1], found - 1);
    }
    if (row < rows) {
        out[row] = found;
        out[row + rows] = rows - found;
    }
}
