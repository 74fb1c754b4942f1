// Attributes on kernels, types, variables and loops, and pragmas, change no access.

typedef struct __attribute__((packed)) {
    uchar tag;
    int value;
} packed_pair;

typedef struct {
    char tag;
    float values[3] __attribute__((aligned(16)));
} __attribute__((aligned(32))) aligned_record;

// kernel on_kernel
//   load records[32 * l0 + 32 * go0 + 24] 4
//   store tile[4 * l0] 4
//   store pairs[5 * l0 + 5 * go0 + 1] 4
__kernel __attribute__((reqd_work_group_size(16, 4, 1))) __attribute__((vec_type_hint(float4)))
void on_kernel(__global packed_pair *pairs, __global aligned_record *records)
{
    int i = get_global_id(0);
    int unused __attribute__((unused)) = 0;
    __local float tile[64] __attribute__((aligned(64)));
    tile[get_local_id(0)] = records[i].values[2];
    pairs[i].value = 1;
}

// kernel on_loops
//   store data[32 * l0 + 4 * i + 32 * go0] 4 x3
//   load data[32 * l0 + 4 * i + 32 * go0] 4 x2
kernel __attribute__((work_group_size_hint(64, 1, 1))) void on_loops(global float *data)
{
    int base = get_global_id(0) * 8;
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < 8; i++)
        data[base + i] = 0.0f;
    #pragma unroll
    for (int i = 0; i < 8; i++)
        data[base + i] += 1.0f;
    #pragma unroll 4
    for (int i = 0; i < 4; i++)
        data[base + i] += 2.0f;
}
