/* Niederreiter's quasirandom points in base 2: dimension y of the NDRange is the dimension of the
 * points, and a work-item strides in x over the positions in the sequence. */
#define BITS 31

__kernel void quasirandom(__global float *output, __global const uint *table, const int n)
{
    const int dim = get_global_id(1);
    const int stride = get_global_size(0);

    for (int pos = get_global_id(0); pos < n; pos += stride) {
        uint value = 0;
        for (int bit = 0; bit < BITS; ++bit) {
            if ((pos >> bit) & 1)
                value ^= table[dim * BITS + bit];
        }
        output[dim * n + pos] = (float)value * 0x1.0p-31f;
    }
}
