// Loops that packs of work-items run together, and what stands around them.

// 96 by 48: regions
kernel void guarded_with_branches(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), lid = get_local_id(0), sum = 0, k;
    if (i >= n * 12)
        return;
    for (k = 0; k < n; k++) {
        int value = in[(k + lid) & 15];
        if (value & 1)
            sum += value;
        else
            sum -= k;
    }
    for (k = 0; k < n; k++) {
        sum ^= k * lid;
        if (k == 5)
            break;
    }
    out[i] = sum + k;
}

// 64 by 32: regions
kernel void vectors_in_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), m = n;
    float4 v = (float4)(i, 1, 2, 3);
    do {
        v += (float4)(in[m & 15]);
        m--;
    } while (m > 0);
    int3 w = (int3)(i);
    for (int a = 0; a < 3; a++)
        for (int b = a; b < 4; b++)
            w.x += in[a + b] * w.y;
    out[i] = (int)(v.x + v.w) + w.x;
}

// 48 by 24: regions
kernel void arrays_in_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, kept[6], again[6];
    int *p = kept;
    for (int k = 0; k < 6; k++)
        kept[k] = again[k] = in[(i + k) & 15];
    for (int k = 0; k < 6; k++)
        sum = sum * 3 + p[5 - k];
    for (int k = 0; k < 6; k++) {
        again[k] += sum;
        sum += again[(k + 1) % 6] - kept[k];
    }
    out[i] = sum;
}

// 64 by 32: regions
kernel void loops_between_barriers(global int *out, global const int *in, int n)
{
    local int row[32];
    int lid = get_local_id(0), sum = 0, odd = 0;
    for (int r = 0; r < 3; r++) {
        int q = r * lid;
        for (int k = 0; k < n; k++) {
            q += in[(k + r) & 15];
            odd += q & 1;
        }
        row[lid] = q;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < (int)get_local_size(0); k++)
            sum += row[k] * (k + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum + odd;
}

// 64 by 32: regions
kernel void loops_in_divergent_branches(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint hash = i;
    short narrow = i;
    uchar least = i;
    if (i % 3 != 0) {
        for (int k = 0; k < n; k++) {
            hash = hash * 31u + k;
            narrow += k;
            least ^= k;
        }
    } else {
        for (int k = 0; k < 2 * n; k++)
            hash ^= hash << (k & 7);
    }
    while (n > 0) {
        hash += in[n & 15];
        n -= 2;
    }
    out[i] = hash + narrow + least;
}

struct counts {
    int a;
    float b;
    int c[2];
};

// 36 by 18: regions
kernel void structs_in_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    struct counts v;
    v.a = i;
    v.b = 1;
    v.c[0] = v.c[1] = 2;
    for (int k = 0; k < n; k++) {
        v.a += in[k & 15];
        v.b *= 1.5f;
        v.c[k & 1] += k;
    }
    out[i] = v.a + (int)v.b + v.c[0] * v.c[1];
}

// 24x8 by 6x4: regions
kernel void short_rows(global int *out, global const int *in, int n)
{
    local int tile[24];
    int x = get_local_id(0), y = get_local_id(1), sum = 0, kept[3];
    int i = get_global_id(1) * 24 + get_global_id(0);
    for (int k = 0; k < n; k++)
        sum += in[(k * 6 + x) & 15] * (y + 1);
    tile[y * 6 + x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 3; k++)
        kept[k] = tile[((y + k) & 3) * 6 + x];
    for (int k = 0; k < 4; k++)
        sum = sum * 2 + tile[k * 6 + 5 - x] - kept[(k + x) % 3];
    out[i] = sum;
}

// 16x3 by 1x3: regions
kernel void rows_of_one(global int *out, global const int *in, int n)
{
    int i = get_global_id(1) * 16 + get_global_id(0), sum = 0;
    if (i >= n * 9)
        return;
    for (int k = 0; k < n; k++)
        sum = sum * 3 + in[(k + i) & 15];
    out[i] = sum;
}

// 96 by 48: regions
kernel void guards_that_ends_tell(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), back = 90 - i;
    if (!(i >= n && back > 3 * i - 300) || i * -2 < -170)
        return;
    out[i] = in[i & 15] + back;
}

// 64 by 32: regions
kernel void guards_that_ends_do_not_tell(global int *out, global const int *in, int n)
{
    uint i = get_global_id(0);
    uchar low = get_global_id(0) * 9;
    if (i - 5 >= 40 || i == 20 || low - i == 7)
        return;
    if ((i & 3) != 1 && low < 250)
        out[i] = in[i & 15] * n;
}

// 64x3 by 32x1: regions
kernel void guards_one_after_another(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1), at = y * 64 + x;
    if (x > 0 && y > 0 && n / y > 2 && x < 63 && in[at & 15] < 12)
        out[at] = in[(at - 1) & 15] + in[(at + 1) & 15];
}

// 40 by 40: regions
kernel void guard_behind_a_barrier(global int *out, global const int *in, int n)
{
    local int total;
    int lid = get_local_id(0), mine = in[lid & 15];
    if (lid == 0)
        total = n * 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < total && lid + mine > 4)
        out[lid] = total - lid;
}
