/* A bank of filters: each row of the result has its own taps. */
__kernel void bank(__global const float *signal, __global const float *filters,
                   __global float *result, const int width, const int rows, const int taps)
{
    const int x = get_global_id(0);
    const int row = get_global_id(1);
    float sum = 0.0f;

    for (int t = 0; t < taps; ++t)
        sum += filters[row * taps + t] * signal[x + t]; /* one tap */
    result[row * width + x] = sum;
}
