/* How often each value of a byte occurs in an array of words, in two steps. */
#define BINS 256

/* Each work-group counts in local memory, by atomics, and leaves a histogram of its own. Its
 * work-items read words that are a whole grid apart. */
__kernel void count_bytes(__global const uint *words,
                          __global uint *partial,
                          __local uint *bins,
                          const uint count)
{
    const uint own = get_local_id(0);

    for (uint bin = own; bin < BINS; bin += get_local_size(0))
        bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        const uint word = words[i];

        atomic_inc(&bins[word & 0xff]);
        atomic_inc(&bins[(word >> 8) & 0xff]);
        atomic_inc(&bins[(word >> 16) & 0xff]);
        atomic_inc(&bins[word >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = own; bin < BINS; bin += get_local_size(0))
        partial[get_group_id(0) * BINS + bin] = bins[bin];
}

/* A work-group a bin adds up what all histograms have of it. Its size is a power of two. */
__kernel void merge(__global const uint *partial,
                    __global uint *histogram,
                    __local uint *sums,
                    const uint histograms)
{
    const uint own = get_local_id(0);
    const uint bin = get_group_id(0);
    uint sum = 0;

    for (uint i = own; i < histograms; i += get_local_size(0))
        sum += partial[i * BINS + bin];
    sums[own] = sum;

    for (uint stride = get_local_size(0) / 2; stride > 0; stride >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (own < stride)
            sums[own] += sums[own + stride];
    }

    if (own == 0)
        histogram[bin] = sums[0];
}
