// Kernels with whole numbers of 64 bits in lanes, and OpenCL vectors of numbers of 64 bits.

#define WORK(k) ((in[i + (k)] * 3 ^ in[i + (k) + 1]) + (in[i + (k) + 2] & in[i + (k) + 3]) * 5 \
                 - (in[i + (k) + 4] | in[i] + (k)) + (in[i + 1] * 7 ^ in[i + 2] * 11 + (k) * 13))

ulong turned(ulong x, int by)
{
    return (x << by) | (x >> (64 - by));
}

// 43 by 43: regions
kernel void wide_numbers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        long wide = (long)sum * in[i + k];
        int high = wide >> 20;
        wide ^= high * 3;
        int low = (int)(wide & 255);
        sum += low - (high & 15);
        long last = sum;
        sum ^= (int)(last >> 3) * i;
    }
    out[i] = sum;
}

// 64 by 64: regions
kernel void ids_of_64_bits(global int *out, global const int *in, int n)
{
    int x = get_global_id(0) & 63, y = get_global_id(0) % 32, s = 0;
    size_t g = get_global_id(0);
    int mid = g >> 1, third = (long)g * 3 / 2, more = g * 5 + (g ^ 3) - (~g & 7);
    uchar small = g * 9;
    bool odd = g & 1;
    for (int k = 0; k < n; k++)
        s += in[x + k] * mid - in[y] + third * k + (more ^ small) + (odd ? k : 1);
    out[x] = s + y;
}

// 64 by 64: regions
kernel void ids_in_front_of_a_guard(global int *out, global const int *in, int n)
{
    size_t g = get_global_id(0);
    int mid = g >> 1, s = 0;
    if (mid > 28)
        return;
    for (int k = 0; k < n; k++)
        s += in[mid + k] * mid - in[g + k];
    out[g] = s + mid;
}

// 37 by 37: regions
kernel void an_array_in_a_statement(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        long wide = (long)sum * in[i + k];
        int parts[4] = {1, 2, 3, 4};
        parts[k & 3] = wide >> 3;
        for (int j = 0; j < 4; j++)
            wide += parts[j];
        sum ^= (int)(wide >> 2);
    }
    out[i] = sum;
}

// 6x4x10 by 3x2x5 + 1x2x1: regions
kernel void three_dimensions(global int *out, global const int *in, int n)
{
    local int shared[5][2][3];
    size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    int at = ((get_global_id(2) - 1) * 4 + get_global_id(1) - 2) * 6 + get_global_id(0) - 1;
    int kept = at;
    shared[z][y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 2; i++) {
        kept += shared[4 - z][1 - y][2 - x];
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[z][y][x] += get_group_id(2) * 7 + i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[at] = kept;
}

// 16 by 8: regions
kernel void shifts_and_divisions(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0), amount = gid * 5 - 10;
    uint u = 0x80000001u;
    int s = -17 + gid;
    out[gid] = (1 << amount) ^ (int)(u >> amount) ^ (s >> 2) + s / 3 + s % 3 + (int)(u / 7u % 9u)
             + ((int)((long)s << 33 >> 33) + ((uchar)200 << 1));
}

// 61 by 61 + 3: regions
kernel void changed_on_the_way(global int *out, global const int *in, int n)
{
    size_t idx = get_global_id(0);
    long least = n - 3;
    int sum = 0, i = get_global_id(0) - 3;
    if (idx < 50)
        sum = in[idx];
    idx += n * 2;
    if (idx < 40 + n) {
        int own = i;
        own *= 3;
        sum += in[idx] + own;
        own -= least;
        sum ^= own;
    }
    least++;
    --least;
    idx -= get_local_size(0) / 61;
    i = i + 1;
    for (int k = 0; k < n; k++) {
        int at = i;
        at += k;
        sum += in[at];
        at <<= 1;
        if (at > 90)
            at = k;
        sum -= in[at] & 15;
    }
    out[i - 1] = sum + (int)idx + (int)least;
}

// 64 by 32: regions
kernel void types_of_all_widths(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    char c = i;
    ushort s = i * 3;
    ulong w = i + 1;
    bool odd = false;
    double d = 1.0;
    while (w < 100000ul + i) {
        c += 3;
        s ^= (ushort)(s << 3);
        w = w * 5 + (s & 7);
        odd = !odd;
        d = d * 1.5 + c;
    }
    out[i] = (int)w + c + s + odd + (int)d;
}

// 16 by 8: regions
kernel void counters_of_other_types(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (uchar c = 250; c > 4; c++) {
        shared[lid] = c;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[7 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (size_t i = get_local_size(0); i-- > 5;)
        sum += i;
    for (long k = 9; k >= 0; k -= n) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += k * lid;
    }
    for (uint u = 1; u; u <<= 7) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += u & 0xff;
    }
    out[get_global_id(0)] = sum;
}

// 50 by 25: regions
kernel void steps_of_more_bits(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum = (sum ^ (int)((long)i * 4294967297L + k)) + (int)((long)in[i] * 0x11111111L >> 8);
    out[i] = sum;
}

// 69 by 23: regions
kernel void random_bits(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    ulong s = in[i] * 0x9E3779B97F4A7C15ul + 1, t = s ^ 0xD1342543DE82EF95ul;
    for (int k = 0; k < n; k++) {
        ulong r = s + t;
        t ^= s;
        s = turned(s, 24) ^ t ^ (t << 16);
        t = turned(t, 37);
        out[i] = (int)(r >> 32);
    }
    out[i] += s;
}

// 64 by 32: regions
kernel void a_generator_of_48_bits(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), hits = 0;
    ulong s = (ulong)(i + 1) * 0x5DEECE66Dul;
    for (int k = 0; k < n; k++) {
        s = (s * 0x5DEECE66Dul + 0xBul) & ((1ul << 48) - 1);
        float x = (s >> 16) / 4294967296.0f;
        s = (s * 0x5DEECE66Dul + 0xBul) & ((1ul << 48) - 1);
        if (x * x + (s >> 24) / 16777216.0f <= 1.0f)
            hits++;
    }
    out[i] = hits + (int)(s >> 17);
}

// 77 by 77: regions
kernel void quotients(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    ulong a = (ulong)in[i] * in[i + 1], b = in[i + 2] & 63, sum = 0;
    long c = (long)in[i + 3] * (in[i + 4] - 40), d = (in[i + 5] & 31) - 16;
    for (int k = 1; k < n; k++) {
        sum += a / (b + k) + a % (b * k + 1) + (a << 40) / (b + k);
        sum ^= c / (d * 2 + 1) + c % (d * 2 + k * 64) + (c << 44) % (d * 2 + 1);
        sum += a / 7 + a % 1000 + c / 9 - c % 11 + (c >> 3) + (a >> k) + (a << k) + (c << (k & 3));
    }
    out[i] = (int)(sum ^ sum >> 32);
}

// 61 by 61 + 3: regions
kernel void elements_by_numbers_of_64_bits(global int *out, global const int *in, int n)
{
    size_t w = n + 4, at = get_global_id(0) - 3, x = at % w, y = at / w;
    int s = 0;
    if (x > 0 && x < w - 1 && y > 0)
        s = in[y * w + x - 1] + in[y * w + x + 1] * 3 + in[(y - 1) * w + x] * 5;
    for (ulong k = x; k < w; k++)
        s += in[k * y] ^ (int)k;
    out[y * w + x] = s;
}

// 33 by 33: regions
kernel void compared_and_converted(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), s = 0;
    long a = (long)(in[i] - 50) << 33;
    ulong b = (ulong)in[i + 1] << 50;
    for (int k = 0; k < n; k++) {
        s += (a < 0) + (a > (long)b) * 2 + (b >= 1ul << 53) * 4 + (a != k) * 8;
        a = a > k ? a - ((long)k << 34) : -a;
        b = min(b, (ulong)a) ^ max(b, (ulong)k << 51);
        s ^= (int)((float)a / 1e9f) + (int)((double)b / 1e12) + (short)a + (uchar)(b >> 50);
        a += abs_diff(a, (long)k) & 255;
    }
    out[i] = s + popcount(b) * 100 + (int)clz(b | 1);
}

// 45 by 15: regions
kernel void own_arrays_of_longs(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    long kept[5];
    for (int k = 0; k < 5; k++)
        kept[k] = (long)in[i + k] << (k * 9);
    for (int k = 0; k < n; k++) {
        kept[in[i + k] % 5] += kept[k % 5] ^ k;
        if (in[i + k] & 1)
            kept[k % 5] -= in[i];
    }
    long all = 0;
    for (int k = 0; k < 5; k++)
        all ^= kept[k];
    out[i] = (int)(all >> 7);
}

// 52 by 52: regions
kernel void pairs_of_doubles(global int *out, global const int *in, int n)
{
    local double2 shared[52 + 8];
    int i = get_global_id(0), l = get_local_id(0);
    shared[l] = (double2)(in[i] & 15, (in[i + 1] & 15) * 0.5);
    if (l < 8)
        shared[l + 52] = (double2)(l, -l);
    barrier(CLK_LOCAL_MEM_FENCE);
    double2 s = (double2)(0.0, 0.0);
    for (int k = 0; k < 8; k++) {
        double2 x = shared[l + k], y = shared[k];
        s += (double2)(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
        if (x.x > y.x)
            s.y -= shared[in[i] & 7].y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[l] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = (int)(shared[51 - l].x * 4) + (int)(shared[l].y * 2) * 1000;
}

// 40 by 20: regions
kernel void fours_of_doubles(global int *out, global const int *in, int n)
{
    local double4 bodies[20];
    int i = get_global_id(0), l = get_local_id(0);
    bodies[l] = (double4)(in[i], in[i + 1], in[i + 2], in[i + 3] & 7);
    barrier(CLK_LOCAL_MEM_FENCE);
    double4 own = bodies[l];
    double3 sum = (double3)(0, 0, 0);
    for (int k = 0; k < 20; k++) {
        double4 r = bodies[k];
        r.xyz -= own.xyz;
        double far = r.x * r.x + r.y * r.y + r.z * r.z;
        sum += far < 900 ? r.xyz * r.w : (double3)(1, k, 2);
        if (far > 2000)
            sum.z += dot(r, own) > 0 ? 3 : -2;
    }
    out[i] = (int)(sum.x + sum.y * 3 + sum.z * 5);
}

// 36 by 36: regions
kernel void pairs_of_longs(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    ulong2 state = (ulong2)(in[i], in[i + 1] + 7);
    long4 sum = (long4)(0);
    for (int k = 0; k < n; k++) {
        ulong x = state.x, y = state.y;
        state.x = y;
        x ^= x << 23;
        state.y = x ^ y ^ (x >> 17) ^ (y >> 26);
        sum += (long4)(state.x >> 40, state.y >> 41, k, in[i + k]);
        sum = select(sum, -sum, (long4)(k & 1 ? -1 : 0, in[i] > 50 ? -1 : 0, 0, 0));
        sum.w += any(sum > (long4)(1000)) ? 1 : 5;
    }
    out[i] = (int)(sum.x + sum.y * 3 + sum.z + sum.w * 7) ^ (int)(state.x + state.y);
}

// 48 by 24: regions
kernel void computed_in_64_bits(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    ulong u = (uint)in[0] * 999999937u, v = (uint)in[i] * 77u;
    size_t w = in[1] * 5;
    long s = in[2] - 90;
    ulong a = u * u >> 32, b = (v << 30) + (~v >> 40) + (-v >> 50), c = (u - 6) / 3 + u % 10u;
    if (n > 2)
        w = in[i] + 3;
    out[i] = (int)(a ^ b ^ c) + (w * w * w >> 31) + (s - 100 < 5) + (int)(s * s >> 3) + in[w & 31];
    switch (in[i] & 1) {
    case 0:
        out[i] += u * v >> 32;
    }
}
