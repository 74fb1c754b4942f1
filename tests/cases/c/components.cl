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
