__kernel void add(__global const int *a, __global const int *b, __global int *sum, int n)
{
    int i = get_global_id(0);
    if (i < n)
        sum[i] = a[i] + b[i];
}

__kernel void twice(__global const int *from, __global int *to, int factor, int n, int step)
{
    int i = get_global_id(0);
    if (i < n)
        to[i] = factor * from[i] + step;
}
