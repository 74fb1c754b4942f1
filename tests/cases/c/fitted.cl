// Numbers that do not fit, and truths, in packs that run as vectors: what a red team found wrong.

// 64 by 64: regions
kernel void alike_but_too_large(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uchar a = n * 100, e[2] = {n * 100, n * 200}, f[4];
    char c;
    short s = 7;
    uchar4 v = (uchar4)(1, 2, 3, 4);
    c = n * 100;
    if (in[i] == 3) {
        a = 1;
        c = n * 77;
        s = n * 40000;
    }
    e[in[i] & 1] += 1;
    for (int k = 0; k < 4; k++)
        f[k] = 65535u ^ k;
    f[in[i] & 3] += 2;
    v.y = n * 100;
    out[i] = a + c * 1000 + s;
    out[i + 64] = e[0] + e[1] * 1000 + f[1] + f[2] + v.y * v.z;
}

// 64 by 64: regions
kernel void quotients_without_sign(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), x = in[i] * 37 - 200, y = x;
    short s = x;
    char c = x;
    uint u = x;
    x /= 3u;
    y %= 7u;
    s /= 5u;
    c %= 11u;
    u /= -3;
    out[i] = x ^ y;
    out[i + 64] = s + c + (int)u;
    out[i + 128] = in[i] - 9;
    out[i + 128] /= 3u;
}

// 64 by 64: regions
kernel void truths_that_count(global int *out, global const int *in, int n, local int *s)
{
    int i = get_global_id(0);
    local bool seen[64];
    bool any = false, all = true, odd = false, more = in[i] == 3, half_ = in[i] & 1;
    for (int k = 0; k < n; k++) {
        any |= in[i + k] & 8;
        all &= in[i + k] > 2;
        odd ^= in[i + k] & 4;
    }
    more++;
    half_ += 0.25f;
    half_ -= 0.5f;
    seen[i] = in[i] == 3;
    seen[i] |= in[i] & 12;
    seen[i] += 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = any + all * 10 + odd * 100 + more * 1000 + half_ * 10000 + seen[63 - i] * 100000;
}

// 64 by 64: regions
kernel void chosen_by_what_is_not_zero(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    out[i] = in[i] ? -100 : 156;
    out[i + 64] = in[i] & 4 ? in[i + 1] : -7;
    out[i + 128] = in[i] != in[i + 1] ? n : i;
}

// 64 by 64: regions
kernel void conditions_of_many_parts(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    if (in[i] != 0 && in[i + 1] != 1 && in[i + 2] != 2 && in[i + 3] != 3 && in[i + 4] != 4 && in[i + 5] != 0)
        out[i] = 1;
    else
        out[i] = in[i];
    out[i + 64] = in[i] == 0 || in[i + 1] == 2 || in[i + 3] == 5;
    out[i + 128] = in[i] > 3 ? in[i + 1] > 4 ? in[i + 2] : n : in[i + 3] > 7 ? in[i + 4] : -1;
}
