__kernel void quasirandom(__global float *output, __global const uint *table, const int n)
{
    const int stride = get_global_size(0);

    for (int pos = get_global_id(0); pos < n; pos += stride) {
        uint value[3] = {0};
        for (int bit = 0; bit < BITS; ++bit) {
            if ((pos >> bit) & 1)
                for (int dim = 0; dim < 3; ++dim)
                    value[dim] ^= table[dim * BITS + bit];
        }
        for (int dim = 0; dim < 3; ++dim)
            output[dim * n + pos] = (float)value[dim] * 0x1.0p-31f;
    }
}
