/* Each kernel is launched with more work-items than n, and buffers that hold what it may touch and
 * nothing else: of `in` and `out` so many elements for each of n, as host.c says. */

typedef struct {
    float mass;
    int kind;
    float speed[3];
} body;

__kernel void plain(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = in[i] + at[i];
}

__kernel void reversed(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    out[n - 1 - i] = in[n - 1 - i] * 3 + at[i];
}

__kernel void inner(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + in[i + 1] + at[i];
    else if (i < n)
        out[i] = in[i];
}

__kernel void chosen(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    int left = i > 0 && i <= n ? in[i - 1] : 7;
    int right = i + 1 < n ? in[i + 1] : 9;
    if (i < n)
        out[i] = left * right + at[i];
}

__kernel void asked(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n && in[i] % 2 == 1 && at[in[i] % n] > 2)
        out[i] = in[i] - 1;
    else if (i < n)
        out[i] = 0;
}

__kernel void gathered(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    int where = i < n ? at[i] : 1 << 28;
    if (where < n)
        out[i] = in[where];
}

__kernel void scattered(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    if (in[i] % 3 == 0)
        out[at[i]] = in[i];
    else
        out[at[i]] = -in[i];
}

__kernel void strided(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        out[3 * i + 2] = in[2 * i] - in[2 * i + 1];
        out[3 * i] = at[i];
        out[3 * i + 1] = 5;
    }
}

__kernel void rows_of_many(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0), sum = 0;
    if (i < n) {
        for (int k = i; k < n; k += 1 + at[i])
            sum += in[k];
        out[i] = sum;
    }
}

__kernel void left_early(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    int k = i;
    while (k < n) {
        if (in[k] % 7 == 3)
            break;
        if (in[k] % 5 == 1) {
            k += 2;
            continue;
        }
        ++k;
    }
    out[i] = k < n ? in[k] + at[k] : -1;
}

__kernel void nested(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < 3; ++k)
        if (i * 3 + k < 3 * n && in[i * 3 + k] > 4)
            for (int j = 0; j <= k; ++j)
                sum += at[(in[i * 3 + k] + j) % n];
    if (i < n)
        out[i] = sum;
}

__kernel void bytes(__global uchar *out, __global const uchar *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = (in[i] + in[n - 1 - i] + at[i]) / 2;
}

__kernel void halves(__global short *out, __global const ushort *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n && in[at[i]] > 3)
        out[at[i]] = (short)(in[i] * 2);
    else if (i < n)
        out[at[i]] = -1;
}

__kernel void pixels(__global uchar4 *out, __global const uchar4 *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        uchar4 one = in[i], other = in[min(i + 1, n - 1)];
        out[i] = (uchar4)(one.x / 2 + other.x / 2, one.y, max(one.z, other.z), at[i]);
    }
}

__kernel void quads(__global float4 *out, __global const float4 *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        float4 sum = in[i];
        for (int k = 0; k < at[i]; ++k)
            sum += in[(i + k) % n] * 0.5f;
        out[i] = sum;
    }
}

__kernel void triples(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n)
        vstore3(vload3(n - 1 - i, in) + at[i], i, out);
}

__kernel void longs(__global long *out, __global const long *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[i] = i % 3 == 1 ? in[at[i]] * 5 : in[i] - at[i];
}

__kernel void doubles(__global double *out, __global const long *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i > 0 && i < n)
        out[i] = in[i - 1] * 0.25 + at[i];
    else if (i == 0)
        out[i] = 1.0;
}

__kernel void bodies(__global body *out, __global const body *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        body own = in[at[i]];
        own.kind += i;
        if (own.kind % 2 == 0)
            own.speed[i % 3] = 0.0f;
        out[i] = own;
    }
}

__kernel void walked(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0), sum = 0;
    if (i < n) {
        __global const int *p = in + i;
        for (int k = i; k < n; ++k)
            sum = sum * 3 + *p++;
        out[i] = sum + at[i];
    }
}

__kernel void tiled(__global int *out, __global const int *in, __global const int *at, int n)
{
    __local int tile[66];
    int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    if (i < n)
        tile[l + 1] = in[i];
    if (l == 0 && i > 0 && i <= n)
        tile[0] = in[i - 1];
    if (l == size - 1 && i + 1 < n)
        tile[size + 1] = in[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > 0 && i < n - 1)
        out[i] = tile[l] + tile[l + 1] * 2 + tile[l + 2] + at[i];
    else if (i < n)
        out[i] = tile[l + 1];
}

__kernel void counted(__global int *out, __global const int *in, __global const int *at, int n)
{
    int i = get_global_id(0);
    if (i < n)
        atomic_add(&out[at[i] / 2], in[i]);
}

__kernel void flat(__global int *out, __global const int *in, __global const int *at, int n)
{
    int y = get_global_id(0) / 4, x = get_global_id(0) % 4;
    if (x < 3 && y < n)
        out[y * 3 + x] = in[x * n + y] + at[y];
}

__kernel void turned(__global int *out, __global const int *in, __global const int *at, int n)
{
    int row = get_global_id(0), column = get_global_id(1);
    if (row < 3 && column < n)
        out[row * n + column] = in[row * n + (column > 0 ? column - 1 : 0)] + at[column];
}
