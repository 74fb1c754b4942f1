__kernel void dct(__global const float *image,
                  __global float *result,
                  __global const float *table,
                  const int pitch,
                  const int block,
                  const int inverse,
                  __local float *rows)
{
    const int first = get_local_id(0) * 8;
    const int j = get_local_id(1);
    const int corner = get_group_id(1) * block * pitch + get_group_id(0) * block;

    float sum[8] = {0.0f};
    for (int k = 0; k < block; ++k) {
        for (int l = 0; l < 8; ++l) {
            const int i = first + l;
            const int at = inverse ? i * block + k : k * block + i;
            sum[l] += image[corner + j * pitch + k] * table[at];
        }
    }
    for (int l = 0; l < 8; ++l)
        rows[j * block + first + l] = sum[l];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int l = 0; l < 8; ++l)
        sum[l] = 0.0f;
    for (int k = 0; k < block; ++k) {
        const int at = inverse ? j * block + k : k * block + j;
        for (int l = 0; l < 8; ++l)
            sum[l] += rows[k * block + first + l] * table[at];
    }
    for (int l = 0; l < 8; ++l)
        result[corner + j * pitch + first + l] = sum[l];
}
