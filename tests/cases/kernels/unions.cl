// Unions: each member is at the same place.

typedef union {
    float value;
    uint bits;
    uchar bytes[4];
} word;

// kernel members
//   load words[4 * l0 + 4 * go0] 4
//   store words[4 * l0 + 4 * go0] 4 x2
//   load words[4 * l0 + 4 * go0 + 3] 1
//   store to[l0 + go0] 1
kernel void members(global word *words, global uchar *to)
{
    int i = get_global_id(0);
    words[i].bits = words[i].bits & 0x7fffffffu;
    words[i].value = 1.0f;
    to[i] = words[i].bytes[3];
}

// kernel on_private_memory
//   load from[4 * l0 + 4 * go0] 4
//   store to[4 * l0 + 4 * go0] 4
//   store to[4 * pun] 4
kernel void on_private_memory(global const float *from, global uint *to)
{
    union { float f; uint u; } pun;
    pun.f = from[get_global_id(0)];
    to[get_global_id(0)] = pun.u;
    pun.f = 4.0f;
    to[pun.u] = 1;
}

// kernel initialised
//   writes pun
//   writes own
//   writes parts
//   load pun[4] 4
//   store to[4 * pun] 4
//   load own[4] 4
//   store to[4 * own] 4
//   load parts[0] 1
//   store to[4 * parts] 4
kernel void initialised(global uint *to)
{
    union { float f[2]; uint u[2]; } pun = {{1.0f, 2.0f}};
    float own[2] = {1.0f, 2.0f};
    union { uint whole; uchar bytes[4]; } parts = {300};
    to[pun.u[1]] = 1;
    to[((uint *)own)[1]] = 2;
    to[parts.bytes[0]] = 3;
}

// kernel by_a_pointer
//   store to[4 * four] 4
kernel void by_a_pointer(global uint *to)
{
    float four = 4.0f;
    to[*(uint *)&four] = 1;
}
