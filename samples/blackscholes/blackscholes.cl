/* Prices of European options by Black and Scholes; one work-item prices one option. */
float cumulative_normal(float x)
{
    return 0.5f * erfc(-x * M_SQRT1_2_F);
}

__kernel void blackscholes(__global const float *spot, __global const float *strike,
                           __global const float *years, __global float *call,
                           __global float *put, const float rate, const float volatility,
                           const int count)
{
    const int i = get_global_id(0);

    if (i < count) {
        const float s = spot[i];
        const float t = years[i];
        const float deviation = volatility * sqrt(t);
        const float drift = (rate + 0.5f * volatility * volatility) * t;
        const float d1 = (log(s / strike[i]) + drift) / deviation;
        const float d2 = d1 - deviation;
        const float discounted = strike[i] * exp(-rate * t);

        call[i] = s * cumulative_normal(d1) - discounted * cumulative_normal(d2);
        put[i] = discounted * cumulative_normal(-d2) - s * cumulative_normal(-d1);
    }
}
