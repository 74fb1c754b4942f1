/* The cosine transform of square blocks of an image, or its inverse. A work-group transforms one
 * block, each work-item one element: first the block's rows, then, behind the barrier, its columns.
 * table[k * block + i] is the value of basis function i at pixel k. */
__kernel void dct(__global const float *image,
                  __global float *result,
                  __global const float *table,
                  const int pitch,
                  const int block,
                  const int inverse,
                  __local float *rows)
{
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    const int corner = get_group_id(1) * block * pitch + get_group_id(0) * block;

    float sum = 0.0f;
    for (int k = 0; k < block; ++k) {
        const int at = inverse ? i * block + k : k * block + i;
        sum += image[corner + j * pitch + k] * table[at];
    }
    rows[j * block + i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    sum = 0.0f;
    for (int k = 0; k < block; ++k) {
        const int at = inverse ? j * block + k : k * block + j;
        sum += rows[k * block + i] * table[at];
    }
    result[corner + j * pitch + i] = sum;
}
