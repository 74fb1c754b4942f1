// Half: stored as such without an extension; arithmetic on it needs cl_khr_fp16.

// kernel stored
//   load from[2 * l0 + 2 * go0] 2
//   load from[8 * l0 + 8 * go0] 8
//   load from[8 * l0 + 8 * go0] 2
//   load from[8 * l0 + 8 * go0 + 2] 2
//   load from[8 * l0 + 8 * go0 + 4] 2
//   store to[2 * l0 + 2 * go0] 2
//   store to[8 * l0 + 8 * go0] 8
//   store to[8 * l0 + 8 * go0] 2
//   store to[8 * l0 + 8 * go0 + 2] 2
//   store to[8 * l0 + 8 * go0 + 4] 2
kernel void stored(global const half *from, global half *to)
{
    int i = get_global_id(0);
    float one = vload_half(i, from);
    float4 four = vload_half4(i, from);
    float3 three = vloada_half3(i, from);
    vstore_half(one, i, to);
    vstore_half4_rtz(four, i, to);
    vstorea_half3(three, i, to);
}
