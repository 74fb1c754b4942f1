// Numbers of 8 and 16 bits, truths, and ids of 64 bits, in packs that run as vectors.

// 256 by 64: regions
kernel void inverted(global int *out, global const int *in, int n)
{
    global uchar4 *p = (global uchar4 *)out;
    int i = get_global_id(0);
    p[i] = (uchar4)(255) - p[i];
}

// 250 by 50: regions
kernel void wraps_around(global int *out, global const int *in, int n)
{
    global uchar *bytes = (global uchar *)out;
    int i = get_global_id(0);
    uchar own = bytes[i], other = bytes[i + 250];
    own += other * 3;
    own *= 7;
    own -= (uchar)(other << 2);
    own ^= ~other;
    own /= 3;
    bytes[i] = own;
    bytes[i + 500] = own + other;
    bytes[i + 750] = -own;
}

// 250 by 50: regions
kernel void keeps_its_sign(global int *out, global const int *in, int n)
{
    global char *bytes = (global char *)out;
    int i = get_global_id(0);
    char own = bytes[i], other = bytes[i + 250];
    char sum = own + other, product = own * other;
    sum >>= 1;
    product <<= 2;
    bytes[i] = sum;
    bytes[i + 500] = product / 3;
    bytes[i + 750] = (char)(own - other) < 0 ? (uchar)own > 100 : own % 7;
}

// 120 by 40: regions
kernel void pairs_of_bytes(global int *out, global const int *in, int n)
{
    global short *s = (global short *)out;
    global ushort *u = (global ushort *)out + 1024;
    int i = get_global_id(0);
    short own = s[i];
    ushort other = u[i];
    for (int k = 0; k < n; k++) {
        own = own * 3 + other;
        other += own >> k;
        own -= s[i + 120 + k];
        other ^= u[i + 120 + k];
    }
    s[i + 300] = own;
    u[i + 300] = other;
    out[i + 900] = own * other + (own < other) + (own == (short)other);
}

// 64 by 64: regions
kernel void between_types(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int x = in[i] * 37 - 200;
    float f = x * 0.75f;
    out[i] = (char)x + (uchar)x * 1000;
    out[i + 64] = (short)(x * 999) + (ushort)(x * 999) * 3;
    out[i + 128] = (char)(uchar)x - (uchar)(char)x + (ushort)(char)x + (short)(uchar)x;
    out[i + 192] = (int)((float)(uchar)x * 0.5f) + (int)((float)(char)x * 2.0f);
    out[i + 256] = (uchar)(f * 0.125f + 100.0f);
    out[i + 320] = (uint)(char)x > (uint)(uchar)x;
}

// 61 by 61: regions
kernel void converted_by_name(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int x = in[i] * 37 - 200;
    float f = x * 1.37f;
    uint wide = (uint)x * 65537u;
    out[i] = convert_uchar_sat(f) + convert_uchar_sat_rte(f * 0.3f) * 1000;
    out[i + 64] = convert_char_sat(f) + convert_char_sat_rtp(f * 0.3f) * 1000;
    out[i + 128] = convert_ushort_sat_rtn(f * 300) + convert_short_sat_rtz(f * 99);
    out[i + 192] = convert_uchar_sat(x) + convert_char_sat(x) * 1000 + convert_uchar(x) * 7;
    out[i + 256] = convert_uchar_sat(wide) + convert_short_sat(wide) * 3 + convert_char(wide);
    out[i + 320] = convert_int((char)x) + (int)convert_float((uchar)x) + convert_uint_sat((char)x);
    out[i + 384] = convert_uchar_rte(f * 0.1f + 100) + convert_ushort_sat((char)x);
    out[i + 448] = convert_uchar_sat(f / (x + 200 - in[i] * 37)) + convert_uchar_sat(-f * 1e30f);
}

// 64 by 64: regions
kernel void builtins_of_bytes(global int *out, global const int *in, int n)
{
    global uchar *bytes = (global uchar *)out;
    int i = get_global_id(0);
    uchar a = bytes[i], b = bytes[i + 64], c = bytes[i + 128];
    char d = (char)a, e = (char)b;
    bytes[i + 192] = max(min(a, b), c);
    bytes[i + 256] = clamp(a, (uchar)20, (uchar)200);
    bytes[i + 320] = add_sat(a, b);
    bytes[i + 384] = sub_sat(a, c);
    bytes[i + 448] = hadd(a, b) + rhadd(b, c);
    bytes[i + 512] = (uchar)add_sat(d, e);
    bytes[i + 576] = (uchar)sub_sat(d, e);
    bytes[i + 640] = abs(d) + abs_diff(d, e);
}

// 64 by 64: regions
kernel void bytes_without_lanes(global int *out, global const int *in, int n)
{
    global uchar *bytes = (global uchar *)out;
    int i = get_global_id(0);
    uchar a = bytes[i], b = bytes[i + 64];
    bytes[i + 192] = mul_hi(a, b);
    bytes[i + 256] = rotate(a, b) + popcount(b);
}

// 64x3 by 64x1: regions
kernel void median_of_three(global int *out, global const int *in, int n)
{
    global uchar *bytes = (global uchar *)out;
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < 63) {
        uchar window[3];
        for (int k = -1; k <= 1; k++)
            window[k + 1] = bytes[y * 64 + x + k];
        for (int round = 0; round < 2; round++)
            for (int k = 0; k < 2; k++)
                if (window[k] > window[k + 1]) {
                    uchar first = window[k];
                    window[k] = window[k + 1];
                    window[k + 1] = first;
                }
        bytes[1024 + y * 64 + x] = window[1];
    }
}

// 60x4 by 20x2: regions
kernel void ids_of_64_bits(global int *out, global const int *in, int n)
{
    size_t x = get_global_id(0), y = get_global_id(1), row = y * 64;
    int sum = 0;
    if (x < 20)
        sum += in[row + x];
    if (x >= 7 && x <= 55)
        sum += 100;
    if (x == 13 || x != 3)
        sum += 1000;
    if (x - 1 < 40)
        sum += 10000;
    if (30 > x + 2)
        sum += 100000;
    out[row + x] = sum + (uint)x * 3 + (int)((float)x * 0.5f);
}

// 64 by 32 + 5: regions
kernel void signed_ids(global int *out, global const int *in, int n)
{
    long x = get_global_id(0), low = x - 20;
    int sum = 0;
    for (int k = 0; k < n; k++) {
        if (low < 0)
            sum += in[x + k];
        if (low + k >= n && low != 9)
            sum -= 3;
        sum += low == k ? 1000 : low <= -k;
    }
    out[x] = sum;
}

// 64 by 64: regions
kernel void truths(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), count = 0;
    bool inside = i > n && i < 60, large = in[i] > 7, odd = in[i] & 1, ever = false;
    for (int k = 0; k < n; k++) {
        bool now = in[i + k] > in[i];
        ever = ever || (now && !large);
        large = large != now;
        odd ^= now;
        count += now + (inside & large);
    }
    if (inside && !odd)
        count += 100;
    out[i] = count + ever * 1000 + (bool)(in[i] * 0.5f) * 10000 + (odd ? 3 : 4);
}

// 64 by 64: regions
kernel void truths_kept(global int *out, global const int *in, int n, local int *s)
{
    int i = get_global_id(0);
    bool own = in[i] > 4;
    uchar byte = in[i] * 50;
    for (int k = 1; k < 32; k *= 2) {
        s[i] = own + byte;
        barrier(CLK_LOCAL_MEM_FENCE);
        own = own != s[i ^ k] > 9;
        byte += s[i ^ k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = own * 1000 + byte;
}

// 64 by 64: regions
kernel void table_of_bytes(global int *out, global const int *in, int n, local int *s)
{
    local uchar *table = (local uchar *)s;
    local ushort counts[64];
    int i = get_global_id(0);
    table[i] = i * 37;
    counts[63 - i] = i * 1001;
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar at = table[in[i]];
    out[i] = table[at & 63] + counts[table[i] & 63] * 3 + table[3 * (i & 15)];
    out[i + 64] = counts[i] - table[63 - i];
}

// 64x2 by 64x1: regions
kernel void grey_of_colours(global int *out, global const int *in, int n)
{
    global uchar4 *p = (global uchar4 *)out;
    int x = get_global_id(0), i = get_global_id(1) * 64 + x;
    uchar4 own = p[i], left = p[max(x - 1, 0)];
    uchar grey = (uchar)(0.299f * own.x + 0.587f * own.y + 0.114f * own.z);
    uchar4 mixed = (uchar4)(grey, left.z, own.w, 255);
    mixed.y += left.x;
    mixed.zw = own.xy - left.wz;
    p[i + 256] = mixed;
    if (grey > 100)
        p[i + 512] = mixed / (uchar4)(2) + ~own;
}

// 64 by 64: regions
kernel void blends(global int *out, global const int *in, int n)
{
    global const uchar4 *a = (global const uchar4 *)in;
    global uchar4 *p = (global uchar4 *)out;
    global char4 *c = (global char4 *)out;
    int i = get_global_id(0);
    float4 sum = convert_float4(p[i]);
    for (int k = 0; k < n; k++)
        sum = sum * 0.75f + convert_float4(a[i + k]) * 16.0f;
    p[i + 64] = convert_uchar4_sat_rte(sum);
    char4 own = c[i + 300], other = c[363 - i];
    c[i + 128] = own * other - (char4)(1, 2, 3, 4);
    c[i + 192] = max(own, other);
    short2 both = (short2)(own.x * other.y, own.z - other.w);
    ((global short2 *)out)[i + 400] = both * (short)(i) + (short2)(i, 3);
}

// 50 by 50: regions
kernel void vectors_of_other_sizes(global int *out, global const int *in, int n)
{
    global uchar2 *two = (global uchar2 *)out;
    global uchar3 *three = (global uchar3 *)out;
    global ushort4 *four = (global ushort4 *)out;
    int i = get_global_id(0);
    uchar2 a = two[i];
    uchar3 b = three[i + 100];
    ushort4 c = four[i + 100];
    uchar4 d = vload4(i, (global uchar *)out + 1);
    two[i + 400] = a.yx + d.xw;
    out[i + 500] = b.x + b.y * b.z + c.x + c.w;
    four[i + 300] = c * (ushort)3 + (ushort4)(d.x, d.y, a.x, b.z);
    vstore4(d, i, (global uchar *)out + 3001);
}
