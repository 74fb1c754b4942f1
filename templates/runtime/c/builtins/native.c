/* half_ and native_ functions (OpenCL 1.2, 6.12.2): of float alone. */

PPCL_INLINE float ppcl_half_cos_float(float x)
{
    return ppcl_cos_float(x);
}

PPCL_INLINE float ppcl_half_exp_float(float x)
{
    return ppcl_exp_float(x);
}

PPCL_INLINE float ppcl_half_exp2_float(float x)
{
    return ppcl_exp2_float(x);
}

PPCL_INLINE float ppcl_half_exp10_float(float x)
{
    return ppcl_exp10_float(x);
}

PPCL_INLINE float ppcl_half_log_float(float x)
{
    return ppcl_log_float(x);
}

PPCL_INLINE float ppcl_half_log2_float(float x)
{
    return ppcl_log2_float(x);
}

PPCL_INLINE float ppcl_half_log10_float(float x)
{
    return ppcl_log10_float(x);
}

PPCL_INLINE float ppcl_half_rsqrt_float(float x)
{
    return ppcl_rsqrt_float(x);
}

PPCL_INLINE float ppcl_half_sin_float(float x)
{
    return ppcl_sin_float(x);
}

PPCL_INLINE float ppcl_half_sqrt_float(float x)
{
    return ppcl_sqrt_float(x);
}

PPCL_INLINE float ppcl_half_tan_float(float x)
{
    return ppcl_tan_float(x);
}

PPCL_INLINE float ppcl_half_powr_float_float(float x, float y)
{
    return ppcl_powr_float_float(x, y);
}

PPCL_INLINE float ppcl_half_divide_float_float(float x, float y)
{
    return x / y;
}

PPCL_INLINE float ppcl_half_recip_float(float x)
{
    return 1.0f / x;
}

PPCL_INLINE float ppcl_native_exp_float(float x)
{
    return ppcl_exp_float(x);
}

PPCL_INLINE float ppcl_native_exp2_float(float x)
{
    return ppcl_exp2_float(x);
}

PPCL_INLINE float ppcl_native_exp10_float(float x)
{
    return ppcl_exp10_float(x);
}

PPCL_INLINE float ppcl_native_log_float(float x)
{
    return ppcl_log_float(x);
}

PPCL_INLINE float ppcl_native_log2_float(float x)
{
    return ppcl_log2_float(x);
}

PPCL_INLINE float ppcl_native_log10_float(float x)
{
    return ppcl_log10_float(x);
}

PPCL_INLINE float ppcl_native_rsqrt_float(float x)
{
    return ppcl_rsqrt_float(x);
}

PPCL_INLINE float ppcl_native_sqrt_float(float x)
{
    return ppcl_sqrt_float(x);
}

PPCL_INLINE float ppcl_native_powr_float_float(float x, float y)
{
    return ppcl_powr_float_float(x, y);
}

PPCL_INLINE float ppcl_native_divide_float_float(float x, float y)
{
    return x / y;
}

PPCL_INLINE float ppcl_native_recip_float(float x)
{
    return 1.0f / x;
}
