// Components as lvalues: each named lane is stored, and no other.

// kernel letters
//   load from[16 * l0 + 16 * go0] 16 x2
//   store to[16 * l0 + 16 * go0] 4
//   store to[16 * l0 + 16 * go0 + 4] 4
//   store to[16 * l0 + 16 * go0 + 8] 4
//   load to[16 * l0 + 16 * go0 + 12] 4
//   store to[16 * l0 + 16 * go0 + 12] 4
kernel void letters(global float4 *to, global const float4 *from)
{
    int i = get_global_id(0);
    to[i].x = from[i].w;
    to[i].yz = from[i].xx;
    to[i].w += 1.0f;
}

// kernel numbers
//   load from[64 * l0 + 64 * go0] 64 x2
//   store to[32 * l0 + 32 * go0] 4
//   store to[32 * l0 + 32 * go0 + 28] 4
//   store to[32 * l0 + 32 * go0 + 4] 4
//   store to[32 * l0 + 32 * go0 + 8] 4
//   store to[32 * l0 + 32 * go0 + 12] 4
kernel void numbers(global float8 *to, global const float16 *from)
{
    int i = get_global_id(0);
    to[i].s07 = from[i].sAf;
    to[i].s123 = from[i].s0123.xyz;
}

// kernel halves
//   load pairs[8 * l0 + 8 * go0] 8 x2
//   store to[16 * l0 + 16 * go0] 4
//   store to[16 * l0 + 16 * go0 + 4] 4 x3
//   load to[16 * l0 + 16 * go0] 16
//   store to[16 * l0 + 16 * go0 + 8] 4
//   store to[16 * l0 + 16 * go0 + 12] 4 x2
//   load to[16 * l0 + 16 * go0 + 4] 4
kernel void halves(global int4 *to, global int2 *pairs)
{
    int i = get_global_id(0);
    to[i].lo = pairs[i];
    to[i].hi = to[i].even;
    to[i].odd = pairs[i].yx;
    to[i].odd.lo++;
}

// kernel of_three
//   store to[16 * l0 + 16 * go0 + 8] 4 x2
//   store to[16 * l0 + 16 * go0] 4
//   store to[16 * l0 + 16 * go0 + 4] 4
kernel void of_three(global float3 *to)
{
    to[get_global_id(0)].hi = (float2)(1.0f, 2.0f);
    to[get_global_id(0)].xyz = (float3)(0.0f);
}

// kernel lane_of_a_pointer
//   store data[16 * l0 + 16 * go0 + 8] 4
//   store data[4 * lane + 16] 4
kernel void lane_of_a_pointer(global float4 *data, int lane)
{
    ((global float *)&data[get_global_id(0)])[2] = 1.0f;
    ((global float *)(data + 1))[lane] = 2.0f;
}

#define FIRST x
#define LANE(v, lane) v.lane
#define SECOND(v) (v).y
#define NUMBERED(v, n) v.s##n

// kernel through_macros
//   load from[16 * l0 + 16 * go0] 16 x2
//   store to[16 * l0 + 16 * go0] 4
//   store to[16 * l0 + 16 * go0 + 4] 4
//   store to[16 * l0 + 16 * go0 + 8] 4
//   store to[16 * l0 + 16 * go0 + 12] 4 x2
kernel void through_macros(global float4 *to, global const float4 *from)
{
    int i = get_global_id(0);
    to[i].FIRST = LANE(from[i], w);
    LANE(to[i], zw) = (float2)(0.0f);
    SECOND(to[i]) = SECOND(from[i]);
    NUMBERED(to[i], 3) = 1.0f;
}

// kernel through_an_arrow
//   store data[16 * l0 + 16 * go0 + 4] 4
//   load data[16 * l0 + 16 * go0] 16
kernel void through_an_arrow(global float4 *data)
{
    global float4 *own = data + get_global_id(0);
    own->y = own->x;
}
