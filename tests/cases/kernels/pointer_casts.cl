// Pointer casts: the bytes that are touched are those of the new type.

// kernel widths
//   store data[16 * l0 + 16 * go0] 16
//   store raw[4 * l0 + 4 * go0] 4
//   load pixels[4 * l0 + 4 * go0] 4
//   load pixels[4 * l0 + 4 * go0 + 3] 1
//   store data[0] 4
kernel void widths(global float *data, global char *raw, global const uchar4 *pixels)
{
    int i = get_global_id(0);
    global float4 *vectors = (global float4 *)data;
    vectors[i] = (float4)(0.0f);
    *(global int *)(raw + 4 * i) = 1;
    ((global uint *)pixels)[i];
    data[0] = ((global const uchar *)pixels)[4 * i + 3];
}

// kernel through_an_integer
//   reads data
//   writes data
//   store other[4 * l0 + 4 * go0] 4
kernel void through_an_integer(global float *data, global float *other)
{
    ulong address = (ulong)data + 4 * get_global_id(0);
    *(global float *)address = 1.0f;
    other[get_global_id(0)] = 2.0f;
}
