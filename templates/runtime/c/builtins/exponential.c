/*
 * Exponential functions and logarithms of float, without branches and tables, so that loops become
 * vector code everywhere. An argument is split as in the usual libraries: e^x = 2^n e^r with
 * |r| <= ln(2)/2, ln(x) = n ln(2) + ln(1 + f) with 1 + f in [sqrt(1/2), sqrt(2)]; polynomials
 * interpolate at Chebyshev's nodes. Errors were measured over all exponents (docs/c-backend.md).
 */

/* the nearest whole number, for |x| < 2^22, and itself as an int */
PPCL_INLINE float ppcl_nearest_float_pint(float x, int *whole)
{
    float shifted = x + 12582912.0f;
    *whole = (int)(ppcl_as_uint_float(shifted) - 0x4b400000u);
    return shifted - 12582912.0f;
}

/* x 2^n, |n| < 253: two factors, so that neither overflows nor vanishes before its time */
PPCL_INLINE float ppcl_scaled_float_int(float x, int n)
{
    int half_way = n >> 1;
    float first = ppcl_as_float_uint((uint)(half_way + 127) << 23);
    float second = ppcl_as_float_uint((uint)(n - half_way + 127) << 23);
    return x * first * second;
}

/* within limits that are far enough out for what follows; a NaN stays */
PPCL_INLINE float ppcl_bounded_float_float_float(float x, float low, float high)
{
    float above = x < low ? low : x;
    return above > high ? high : above;
}

/* e^r - 1 for |r| <= ln(2)/2 */
PPCL_INLINE float ppcl_expm1_small_float(float r)
{
    float p = 0.00019890981f;
    p = p * r + 0.0013933641f;
    p = p * r + 0.0083333309f;
    p = p * r + 0.041666465f;
    p = p * r + 0.16666667f;
    p = p * r + 0.5f;
    return p * r * r + r;
}

/* r and n of e^x = 2^n e^r */
PPCL_INLINE float ppcl_exp_reduced_float_pint(float x, int *n)
{
    float whole = ppcl_nearest_float_pint(x * 1.44269504f, n);
    return (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
}

PPCL_INLINE float ppcl_exp_float(float x)
{
    int n;
    float r = ppcl_exp_reduced_float_pint(ppcl_bounded_float_float_float(x, -105.0f, 90.0f), &n);
    return ppcl_scaled_float_int(1.0f + ppcl_expm1_small_float(r), n);
}

PPCL_INLINE float ppcl_expm1_float(float x)
{
    int n;
    float r = ppcl_exp_reduced_float_pint(ppcl_bounded_float_float_float(x, -20.0f, 89.0f), &n);
    float half_scale = ppcl_as_float_uint((uint)(n + 126) << 23);
    float small = ppcl_expm1_small_float(r);
    float value = 2.0f * (half_scale * small + (half_scale - 0.5f));
    small = x == 0.0f ? x : small;
    return n == 0 ? small : value;
}

/* 2^r for |r| <= 1/2 */
PPCL_INLINE float ppcl_exp2_small_float(float r)
{
    float p = 0.000154531629f;
    p = p * r + 0.00133908634f;
    p = p * r + 0.00961808256f;
    p = p * r + 0.0555035711f;
    p = p * r + 0.240226508f;
    p = p * r + 0.693147188f;
    return 1.0f + p * r;
}

PPCL_INLINE float ppcl_exp2_float(float x)
{
    int n;
    float bounded = ppcl_bounded_float_float_float(x, -152.0f, 130.0f);
    float r = bounded - ppcl_nearest_float_pint(bounded, &n);
    return ppcl_scaled_float_int(ppcl_exp2_small_float(r), n);
}

PPCL_INLINE float ppcl_exp10_float(float x)
{
    int n;
    float bounded = ppcl_bounded_float_float_float(x, -46.0f, 39.0f);
    float whole = ppcl_nearest_float_pint(bounded * 3.32192809f, &n);
    float r = (bounded - whole * 0.30102539f) - whole * 4.60503907e-6f;
    float p = 0.207662821f;
    p = p * r + 0.541701099f;
    p = p * r + 1.17124948f;
    p = p * r + 2.03465889f;
    p = p * r + 2.65094906f;
    p = p * r + 2.30258512f;
    return ppcl_scaled_float_int(1.0f + p * r, n);
}

/* f and n of x = 2^n (1 + f), for x > 0 and finite */
PPCL_INLINE float ppcl_log_reduced_float_pint(float x, int *n)
{
    int tiny = x < 1.1754944e-38f;
    uint bits = ppcl_as_uint_float(tiny ? x * 8388608.0f : x) - 0x3f3504f3u;
    *n = ((int)bits >> 23) - (tiny ? 23 : 0);
    return ppcl_as_float_uint((bits & 0x007fffffu) + 0x3f3504f3u) - 1.0f;
}

/* ln(1 + f) - f + f^2 / 2 */
PPCL_INLINE float ppcl_log_rest_float(float f)
{
    float p = 0.0697161147f;
    p = p * f - 0.114797338f;
    p = p * f + 0.116854199f;
    p = p * f - 0.124256873f;
    p = p * f + 0.142490576f;
    p = p * f - 0.166678023f;
    p = p * f + 0.200007157f;
    p = p * f - 0.24999997f;
    p = p * f + 0.333333312f;
    return p * f * f * f;
}

/* a logarithm's values where it has no finite one */
PPCL_INLINE float ppcl_log_special_float_float(float x, float value)
{
    float positive = x < INFINITY ? value : x;
    float rest = x == 0.0f ? -INFINITY : NAN;
    return x > 0.0f ? positive : rest;
}

PPCL_INLINE float ppcl_log_float(float x)
{
    int n;
    float f = ppcl_log_reduced_float_pint(x, &n);
    float low = ppcl_log_rest_float(f) - (float)n * 2.12194440e-4f - 0.5f * f * f;
    return ppcl_log_special_float_float(x, (low + f) + (float)n * 0.693359375f);
}

/* log of 1 + f in another base, which is 1 + more: ln(1 + f) + more ln(1 + f) */
PPCL_INLINE float ppcl_log_base_float_float_float(float f, float factor, float factor_rest)
{
    float high = ppcl_as_float_uint(ppcl_as_uint_float(f - 0.5f * f * f) & 0xfffff000u);
    float low = (f - high) - 0.5f * f * f + ppcl_log_rest_float(f);
    return low * factor + (low + high) * factor_rest + high * factor;
}

PPCL_INLINE float ppcl_log2_float(float x)
{
    int n;
    float f = ppcl_log_reduced_float_pint(x, &n);
    float fraction = ppcl_log_base_float_float_float(f, 1.44238281f, 3.12228396e-4f);
    return ppcl_log_special_float_float(x, fraction + (float)n);
}

PPCL_INLINE float ppcl_log10_float(float x)
{
    int n;
    float f = ppcl_log_reduced_float_pint(x, &n);
    float fraction = ppcl_log_base_float_float_float(f, 0.434082031f, 2.12450657e-4f);
    float whole = (float)n * 0.301025391f;
    return ppcl_log_special_float_float(x, (fraction + (float)n * 4.60503907e-6f) + whole);
}

PPCL_INLINE float ppcl_log1p_float(float x)
{
    float sum = 1.0f + x;
    float lost = (x - (sum - 1.0f)) / sum;
    float value = ppcl_log_float(sum) + lost;
    int finite = (x > -1.0f) & (x < INFINITY);
    value = sum == 1.0f ? x : value;
    return finite ? value : ppcl_log_float(sum);
}
