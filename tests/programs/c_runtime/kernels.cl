__kernel void add(__global const float *a, __global const float *b, __global float *c, int n)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}

__kernel void sum(__global const int *in, __global int *out, __local int *part)
{
    int l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (l < step)
            part[l] += part[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1))) void ids(__global int *out)
{
    size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    out[at] = (int)(get_group_id(1) * 100 + get_group_id(0) * 10 + get_local_id(1) * 4
                    + get_local_id(0));
}
