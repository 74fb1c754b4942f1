// Vector literals of all shapes.

// kernel literals
//   store to[32 * l0 + 32 * go0] 32
//   store all[64 * l0 + 64 * go0] 64
//   store to[0] 4
//   store to[4] 4
//   store to[8] 4
//   store to[12] 4
kernel void literals(global float8 *to, global int16 *all, float x, float2 two, float3 three)
{
    float4 splat = (float4)(x);
    float4 four = (float4)(1.0f, two, x), other = (float4)(three, 4), pairs = (float4)(two, two);
    to[get_global_id(0)] = (float8)(splat + four, other) * (float8)(x, two, pairs, 1.0f);
    all[get_global_id(0)] = (int16)((int8)(1), (int4)(2), 3, 4, (int2)(5, 6));
    float4 cleared = {0.0f, 1.0f, 2.0f, 3.0f};
    to[0].lo = -cleared * !0 + (float4)0;
}
