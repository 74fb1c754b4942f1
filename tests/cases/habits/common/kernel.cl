__kernel void scale(__global const float *in, __global float *out, float factor)
{
    int i = get_global_id(0);
    out[i] = factor * in[i];
}

__kernel void add(__global const float *a, __global const float *b, __global float *sum)
{
    int i = get_global_id(0);
    sum[i] = a[i] + b[i];
}

/* One step of a smoothing: `to` gets the means of neighbours in `from`. */
__kernel void smooth(__global const float *from, __global float *to, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    to[i] = (from[i] + from[i + 1 < n ? i + 1 : i]) / 2;
}

/* The sum of each work-group. */
__kernel void total(__global const float *in, __global float *out, __local float *part)
{
    int l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l > 0)
        return;
    float sum = 0;
    for (int k = 0; k < (int)get_local_size(0); k++)
        sum += part[k];
    out[get_group_id(0)] = sum;
}
