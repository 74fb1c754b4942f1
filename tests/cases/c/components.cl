// Components of vectors that the bodies of macros name.

#define COMPONENT y
#define ADD v.y += v.x
#define GET(a, c) (a).c
#define SWAP(a) { (a).xy = (a).yx; }
#define TURNED(a) ((a).wxyz)
#define LANE(a, n) a.s##n
#define BOTH(a) GET(TURNED(a), COMPONENT)
#define AS_INTS(a) as_int4((a).zwxy)
#define STEP(a, b) do { int2 kept = (a).lo; (a).lo = (b).odd; (b).even = kept; } while (0)

// 64 by 16: regions
kernel void components_in_macros(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 v = (int4)(in[i], in[i + 1], in[i + 2], i), w = v.wzyx * 3;
    ADD;
    SWAP(v)
    GET(w, COMPONENT) += BOTH(v);
    LANE(v, 3) = LANE(w, 0) - LANE(w, 1);
    for (int k = GET(v, x) & 3; k < 4; k++)
        STEP(v, w);
    w += as_int4(AS_INTS(as_float4(v)));
    out[i] = dot(convert_float4(TURNED(v) & 15), (float4)(1, 16, 256, 4096));
    out[i + 64] = w.x + w.y * 3 + w.z * 5 + w.w * 7;
}

// 64 by 16: regions
kernel void components_behind_a_barrier(global int *out, global const int *in, int n, local int2 *s)
{
    int i = get_local_id(0);
    s[i].COMPONENT = in[get_global_id(0)];
    GET(s[i], x) = GET(s[i], COMPONENT) * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = LANE(s[15 - i], 1) + GET(s[i ^ 1], x);
}

// 37 by 37: regions
kernel void lengths_and_products(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    float4 own = convert_float4(vload4(i, in)), total = (float4)(0.0f);
    float3 axis = (float3)(1.0f, -2.0f, 0.5f), turned = own.yzx;
    float2 flat = own.xw;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        float4 other = convert_float4(vload4(k, in));
        sum += fast_length(own - other) + length(other.xy - flat) + distance(axis, turned);
        total += normalize(own + other) * 64.0f;
        turned = cross(turned, axis) * 0.5f;
        turned += 8.0f * fast_normalize(cross(own.xyz, normalize(other.zyx)));
        flat -= normalize(flat);
        sum += dot(normalize(turned), axis) + fast_distance(turned, other.xyz);
    }
    float4 all = total * 0.25f + (float4)(turned, flat.x);
    out[i] = (int)rint(sum / 256.0f) + (int)rint(dot(all, (float4)(0.125f, 0.25f, 0.5f, 1.0f)));
}
