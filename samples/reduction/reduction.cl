/* The sum of an array, to one number a work-group. Each work-item first adds up elements that are a
 * whole grid apart, two at a time, so that neighbours read neighbouring elements; then the group
 * adds up the sums of its work-items, half of those that are left at each step. The local size is a
 * power of two, and the elements are whole blocks of two groups. */
__kernel void reduce(__global const float *data,
                     __global float *sums,
                     __local float *partial,
                     const unsigned int count)
{
    const unsigned int own = get_local_id(0);
    const unsigned int block = get_local_size(0);
    const unsigned int grid = block * 2 * get_num_groups(0);
    unsigned int i = get_group_id(0) * (block * 2) + own;

    partial[own] = 0.0f;
    while (i < count) {
        partial[own] += data[i] + data[i + block];
        i += grid;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (unsigned int s = block / 2; s > 0; s >>= 1) {
        if (own < s)
            partial[own] += partial[own + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (own == 0)
        sums[get_group_id(0)] = partial[0];
}
