// OpenCL vectors that differ along a row: packs have a vector for each of their components.

// 96 by 48: regions
kernel void pulls_of_others(global int *out, global const int *in, int n)
{
    global const int4 *p = (global const int4 *)in;
    int i = get_global_id(0);
    int4 own = p[i & 15], sum = (int4)(0);
    for (int k = 0; k < n; k++) {
        int4 other = p[(i + k * 3) & 15];
        int4 d = other - own;
        sum += d * (d.x & 7) + other.wzyx;
        sum.y ^= d.z;
    }
    out[i] = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w;
}

// 80 by 40: regions
kernel void gathered_by_number(global int *out, global const int *in, int n)
{
    global const float4 *p = (global const float4 *)in;
    int i = get_global_id(0);
    float4 own = convert_float4(((global const int4 *)in)[i & 15]);
    float energy = 0.0f;
    for (int k = 0; k < n; k++) {
        int other = in[(i * 5 + k) & 63] & 15;
        float4 pos = convert_float4(((global const int4 *)in)[other]);
        float dx = own.x - pos.x, dy = own.y - pos.y, dz = own.z - pos.z;
        float square = dx * dx + dy * dy + dz * dz;
        if (square < 900.0f)
            energy += square * 0.5f - pos.w;
    }
    out[i] = (int)energy;
}

// 72 by 36: regions
kernel void stores_vectors(global int *out, global const int *in, int n)
{
    global int4 *q = (global int4 *)out;
    int i = get_global_id(0);
    int4 a = (int4)(i, i * 2, i ^ 5, 7);
    for (int k = 0; k < n; k++) {
        a = a.yzwx + k;
        a.s1 -= in[(i + k) & 63];
    }
    if (i < 18)
        q[17 - i] = a;
}

// 64 by 32: regions
kernel void pairs_and_threes(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    global const int2 *p = (global const int2 *)in;
    global const int3 *t = (global const int3 *)in;
    int2 a = p[i & 31];
    int3 b = t[(i * 3) & 15], c = (int3)(a, 1);
    for (int k = 0; k < n; k++) {
        int3 d = t[(i + k) & 15];
        a = a * 3 + d.xz;
        b.yz += p[(k + 2 * i) & 31].yx;
        c = d.zxy - c;
        a.x++;
    }
    out[i] = a.x ^ a.y ^ b.x ^ b.y ^ b.z ^ c.x ^ c.y ^ c.z;
}

// 66 by 33: regions
kernel void components_swap(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint4 state = (uint4)(i + 1, i * 7 + 3, 11u, 13u);
    for (int k = 0; k < n + 5; k++) {
        uint t = state.x ^ (state.x << 11);
        state.xyz = state.yzw;
        state.w = state.w ^ (state.w >> 19) ^ t ^ (t >> 8);
        if (state.w & 1)
            state = state.wzyx;
    }
    out[i] = (int)((state.x ^ state.w) & 0x7fffffff);
}

// 48 by 48: regions
kernel void whole_values(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 low = (int4)(100), high = -low;
    float4 weights = (float4)(0.5f, 0.25f, 2.0f, 1.0f);
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        int4 v = vload4((i + k) & 15, in) + (int4)(i, 1, k, 2);
        low = min(low, v);
        high = max(high, v - i);
        int4 is_less = low < v;
        high -= is_less & 3;
        low = k & 1 ? low : high >> 1;
        sum += dot(convert_float4(v), weights);
    }
    out[i] = low.x + low.y * 3 + high.z * 5 + high.w + (int)sum + any(low == high);
}

// 96 by 24: regions
kernel void tiles_of_vectors(global int *out, global const int *in, int n)
{
    local float4 tile[24];
    int i = get_global_id(0), l = get_local_id(0);
    float4 own = convert_float4(vload4(i & 15, in));
    float4 total = 0.0f;
    for (int round = 0; round < 3; round++) {
        tile[l] = own * (float)(round + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 24; k++) {
            float4 d = tile[k] - own;
            total.xyz += d.xyz * (0.5f * tile[k].w);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        own.y += 2.0f;
    }
    out[i] = (int)(total.x + total.y * 2.0f + total.z * 4.0f);
}

// 95 by 19: regions
kernel void changed_in_place(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    global int4 *q = (global int4 *)out;
    if (i >= 23)
        return;
    for (int k = 0; k < n; k++) {
        q[i].y += in[(i + k) & 63];
        q[i].w = q[i].y - k;
        q[i].x ^= q[i].w;
    }
}

// 64 by 64: regions
kernel void left_alone(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 moved = (int4)(i), pointed = (int4)(2 * i);
    int *inside = (int *)&pointed;
    for (int k = 0; k < n; k++) {
        int4 copy = (moved = moved + k);
        inside[k & 3] += copy.x;
        moved.z += pointed.y;
    }
    out[i] = moved.x + moved.z + pointed.x + pointed.w;
}

// 96 by 32: regions
kernel void vectors_across_branches(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    float2 z = (float2)((float)(i % 7) * 0.25f, 0.0f), c = z * 0.5f - 0.25f;
    int rounds = 0;
    while (dot(z, z) <= 4.0f && rounds < n * 4) {
        z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
        rounds++;
    }
    out[i] = rounds * 100 + (int)(z.x * 8.0f) + (int)(z.y * 4.0f);
}

// 64 by 64: regions
kernel void halves(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int2 pair = (int2)(0, 1);
    int4 four = (int4)(1, 2, 3, i);
    int3 three = (int3)(i, i + 1, i + 2);
    for (int k = 0; k < n; k++) {
        pair += (int2)(in[i + k], in[i + k + 1]);
        four.even += pair.hi + four.lo;
        four.hi = four.odd - pair.lo;
        three.lo += three.z;
    }
    out[i] = pair.hi + four.even.y * 5 + four.hi.y * 3 + three.y;
}

// 64 by 64: regions
kernel void literals_of_other_numbers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), s = i, t = 0;
    float2 v = (float2)(0.0f, 0.0f);
    uint2 u = (uint2)(-1, i);
    for (int k = 0; k < n; k++) {
        v += (float2)(7, 8) / (float2)(2, in[i + k] + 1);
        u += (uint2)(-1, in[i]) / 2 + ((uint2)(in[i + k] - 9, 4) >> 3);
        int2 w = (int2)(s++, t++);
        w.x += s;
    }
    out[i] = (int)(v.x * 4.0f) + (int)(v.y * 64.0f) + (int)(u.x >> 4) + (int)u.y + s * 100 + t;
}
