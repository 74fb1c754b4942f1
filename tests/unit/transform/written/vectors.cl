/* Four columns at a time, in vectors. */
float4 turned(float4 v, float by)
{
    return (float4)(v.y - by, v.x * by, v.w, v.z / 2.0f);
}

__kernel void walk(__global const float *table, __global const int *next, __global float *out,
                   __global int *counts, int rows, int columns)
{
    int row = get_global_id(0);
    if (row < rows) {
        float4 sum = (float4)(0.0f, 1.0f, 2.0f, 4.0f);
        int odd = next[row] & 1;
        for (int j = 0; j + 3 < columns; j += 4) {
            float4 v;
            v.x = table[row + j * rows];
            v.y = table[row + (j + 1) * rows];
            v.z = table[row + (j + 2) * rows];
            v.w = table[row + (j + 3) * rows];
            sum += turned(v, 0.5f) * (float4)(2.0f - odd);
            sum.xz = select(sum.xz, v.yw, isless(v.xy, v.zw));
            sum.lo -= v.hi;
        }
        float far = odd ? sum.s0 - sum.s1 : fmax(sum.s2, sum.s3 * sum.s1);
        vstore4(sum, row, out);
        counts[row & 63] = convert_int_sat(far) ^ (odd << 3);
    }
}
