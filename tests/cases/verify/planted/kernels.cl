__kernel void sum_rows(__global const int *table, __global int *sums, int rows, int columns)
{
    int row = get_global_id(0);
    int sum = 0;
    for (int c = 0; c < columns; ++c)
        sum += (c + 1) * table[row * columns + c];
    sums[row] = sum;
}

__kernel void mark(__global int *marks, int n)
{
    int i = get_global_id(0);
    if (i < n)
        marks[i] = i + 1;
}

__kernel void turn(__global const int *in, __global int *out)
{
    __local int tile[64];
    int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - l];
}

__kernel void count(__global int *counts)
{
    int i = get_global_id(0);
    counts[i] = 3 * i;
}
