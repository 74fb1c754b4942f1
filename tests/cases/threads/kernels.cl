// Kernels whose groups meet in global memory: in order but for the last one, which has a data race.
#define BINS 16
#define GROUP 64

kernel void histogram(global int *out, global const int *in, int n)
{
    local int bins[BINS];
    int lid = get_local_id(0);
    if (lid < BINS)
        bins[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[in[i] % BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < BINS)
        atomic_add(&out[lid], bins[lid]);
}

// Each group leaves its sum; the one that is done last adds them.
kernel void last_adds(global int *out, global const int *in, int n)
{
    local int sums[GROUP], last;
    int lid = get_local_id(0), groups = get_num_groups(0);
    global int *sum_of = out + 2;
    sums[lid] = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sums[lid] += in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        int sum = 0;
        for (int i = 0; i < GROUP; i++)
            sum += sums[i];
        sum_of[get_group_id(0)] = sum;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        last = atomic_inc(&out[1]) == groups - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last && lid == 0) {
        int sum = 0;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        for (int i = 0; i < groups; i++)
            sum += sum_of[i];
        out[0] = sum;
    }
}

kernel void race(global int *out, global const int *in, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        out[in[i] % BINS] += 1;
}
