// convert_T keeps an integer; saturation and rounding of floats make another number.

// kernel integers
//   load from[4 * l0 + 4 * go0] 4
//   store to[4 * l0 + 4 * go0] 4
//   load from[4 * convert_uchar] 4
//   store to[4 * convert_ushort_sat] 4
kernel void integers(global const float *from, global float *to, uint n)
{
    size_t i = get_global_id(0);
    to[convert_int(i)] = from[as_uint(convert_int_rte((uint)i))];
    to[convert_ushort_sat(n)] = from[convert_uchar(n)];
}

// kernel roundings
//   load from[0] 4
//   load from[4] 4
//   store to[4 * convert_int_rte] 4
//   load from[8] 4
//   load from[12] 4
//   store to[4 * convert_int_rtn] 4
//   store to[0] 4
kernel void roundings(global const float *from, global int *to, float x)
{
    to[convert_int_rte(x)] = convert_int_rtz(from[0]) + convert_int_rtp(from[1]);
    to[convert_int_rtn(x)] = convert_int_sat_rte(from[2]) + as_int(from[3]);
    float4 v = convert_float4_rte((int4)(1, 2, 3, 4));
    uchar4 b = convert_uchar4_sat_rtz(v);
    to[0] = as_int(b) + as_int2(as_double(7L)).x + as_short2(5).y;
}
