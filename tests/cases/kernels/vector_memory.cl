// vloadn and vstoren at n elements each; three lanes are twelve bytes here, sixteen in float3.

// kernel loads
//   load from[16 * l0 + 16 * go0] 16
//   store to[16 * l0 + 16 * go0] 16
//   load from[12 * l0 + 12 * go0 + 4] 4
//   load from[12 * l0 + 12 * go0 + 8] 4
//   load from[12 * l0 + 12 * go0 + 12] 4
//   store to[12 * l0 + 12 * go0] 4
//   store to[12 * l0 + 12 * go0 + 4] 4
//   store to[12 * l0 + 12 * go0 + 8] 4
//   load from[0] 32
//   store to[16 * l0 + 16 * go0] 8
//   load from[0] 4
//   load from[4] 4
//   load from[8] 4
//   store threes[16 * l0 + 16 * go0] 16
kernel void loads(global const float *from, global float *to, global float3 *threes)
{
    int i = get_global_id(0);
    vstore4(vload4(i, from), i, to);
    vstore3(vload3(i, from + 1), i, to);
    vstore2(vload8(0, from).s04, 2 * i, to);
    threes[i] = vload3(0, from);
}

// kernel from_arrays
//   load data[16 * l0] 16
//   store own[0] 16
//   load own[12] 4
//   store tile[4 * l0] 4
//   load tile[0] 1
//   store data[l0 + go0] 1
kernel void from_arrays(global uchar *data)
{
    local uchar tile[64];
    uchar own[16];
    vstore16(vload16(get_local_id(0), data), 0, own);
    vstore4(vload4(3, own), get_local_id(0), tile);
    data[get_global_id(0)] = tile[0];
}
