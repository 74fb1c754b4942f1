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

typedef struct { global float *data; int n; } view;

// kernel kept_in_other_memory
//   reads other
//   writes other
//   store shared[0] 8
//   reads data
//   writes data
//   reads data
//   writes data
//   store where[0] 8
//   barrier
//   load shared[0] 8
//   load where[0] 8
kernel void kept_in_other_memory(global float *data, global float *other, global ulong *where)
{
    local view shared;
    shared.data = other;
    where[0] = (ulong)data;
    barrier(CLK_LOCAL_MEM_FENCE);
    shared.data[0] = 1.0f;
    *(global float *)where[0] = 1.0f;
}

// kernel kept_in_own_memory
//   store many[16 * l0] 16
//   load many[0] 8
//   store data[4 * n] 4
kernel void kept_in_own_memory(global float *data, int n)
{
    view made = {data, n}, many[2];
    many[get_local_id(0)] = made;
    many[0].data[made.n] = 1.0f;
}

// kernel through_an_integer
//   store data[4 * l0 + 4 * go0] 4
//   store other[4 * l0 + 4 * go0] 4
kernel void through_an_integer(global float *data, global float *other)
{
    ulong address = (ulong)data + 4 * get_global_id(0);
    *(global float *)address = 1.0f;
    other[get_global_id(0)] = 2.0f;
}
