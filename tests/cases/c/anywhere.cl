// Elements that are next to the neighbours' for most work-items, in packs that run as vectors.

// 64x4 by 64x1: regions
kernel void between_limits(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int dx = -2; dx <= 2; dx++)
        sum += in[y * 64 + clamp(x + dx, 0, 63)] * (dx + 3);
    out[y * 64 + x] = sum + in[min(x + 3, 63)] + in[max(x - 3, 0)];
}

// 61x3 by 61x1: regions
kernel void wraps_round_the_rim(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    int east = (x + 1) % 61, west = x == 0 ? 60 : x - 1, south = (y + 1) % 3;
    global const float *f = (global const float *)in;
    float sum = as_int(f[y * 61 + east]) * 0.5f + as_int(f[south * 61 + west]);
    out[y * 61 + x] = (int)(sum * 8) + in[y * 61 + ((x + 5) & 31)];
}

// 128 by 64: regions
kernel void compares_and_swaps(global int *out, global const int *in, int n)
{
    int id = get_global_id(0), distance = 1 << (n + 1);
    int k = id + id / distance * distance;
    int up = k / (2 * distance) % 2;
    if ((out[k] > out[k + distance]) + up == 1) {
        int first = out[k];
        out[k] = out[k + distance];
        out[k + distance] = first;
    }
}

// 64 by 64: regions
kernel void from_the_other_end(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    global const uint *u = (global const uint *)in;
    out[i] = in[63 - i] + u[70 - i] * 3 + ((global const uchar *)in)[255 - i];
    out[127 - i] = in[2 * i] - in[2 * i + 1] + in[3 * (63 - i)];
}

// 60 by 30: regions
kernel void bytes_at_the_rim(global int *out, global const int *in, int n)
{
    global uchar *bytes = (global uchar *)out;
    global ushort *pairs = (global ushort *)out + 600;
    uint i = get_global_id(0);
    uint next = i == 59 ? 0 : i + 1;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += bytes[min(i + k, 59u)] - pairs[clamp((int)i - k, 3, 50)];
    if (sum & 3)
        sum += bytes[next] * 5 + pairs[next];
    out[i + 700] = sum;
}

// 64 by 64: regions
kernel void next_in_some_vectors(global int *out, global const int *in, int n)
{
    global uchar4 *p = (global uchar4 *)out;
    int i = get_global_id(0);
    int at = i < 40 ? i + 3 : (i * 7) & 63;
    uchar4 own = p[at];
    out[i + 200] = in[at] + own.x - own.w;
    if (i & 1)
        out[at + 300] = in[at + 1];
    p[min(i, 50) + 500] = p[min(i, 50)];
}

// 64 by 64: regions
kernel void numbers_that_wrap(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), far = in[0] - 3 + (i > 30 ? 0x7fffffe0 + i - 31 : i);
    uint last = 0xfffffff0u + (uint)i;
    out[i] = in[far & 255] + in[last & 1023u] + in[(last + 20u) % 1000u];
}

// 64 by 64: regions
kernel void one_before_the_first(global int *out, global const int *in, int n)
{
    uint i = get_global_id(0);
    uint left = i - 1;
    global const uchar *bytes = (global const uchar *)in;
    if (i > 0)
        out[i] = in[left] + in[i] + bytes[left];
    out[i + 64] = i >= 3 ? in[i - 3] : 7;
    for (uint k = 0; k < n; k++)
        if (i >= k)
            out[i + 128] += in[i - k];
}

// 33 by 11: regions
kernel void steps_that_write_memory(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), s = 0;
    for (int k = 0; k < n; k++, out[i * 3 + 100] += 5)
        s += out[i * 3 + 100] + in[i + k];
    out[i] = s;
}

// 33 by 11: regions
kernel void loops_without_a_round(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), s = 0;
    for (uchar k = (uchar)256; k > 0; k++)
        s += in[i * 4000000 + 2000000] + in[i + k];
    for (int k = (int)0x100000000L; k > 3; k++)
        s += in[i * 4000000 + 2000000] ^ k;
    out[i] = s + n;
}
