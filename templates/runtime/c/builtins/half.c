/* Conversions between half, which is only stored, and float. */

PPCL_INLINE float ppcl_convert_float_half(half x)
{
    uint sign = (uint)(x & 0x8000) << 16;
    uint magnitude = (uint)(x & 0x7fff) << 13;
    uint special = magnitude >= 0x0f800000u ? 0x38000000u : 0; /* infinity, NaN */
    float normal = ppcl_as_float_uint(magnitude + 0x38000000u + special);
    float denormal = (float)(x & 0x7fff) * 5.9604645e-08f;
    float value = magnitude < 0x00800000u ? denormal : normal;
    return ppcl_as_float_uint(sign | ppcl_as_uint_float(value));
}

/* the magnitude of a half towards zero; `lost` is the rest, 0x80000000 for half a last place */
PPCL_INLINE uint ppcl_half_truncated_float_puint(float x, uint *lost)
{
    uint bits = ppcl_as_uint_float(x) & 0x7fffffffu;
    int exponent = (int)(bits >> 23) - 112;
    uint mantissa = (bits & 0x007fffffu) | 0x00800000u;
    int shift = exponent > 0 ? 13 : exponent < -11 ? 25 : 14 - exponent;
    uint kept = (mantissa >> shift) + (exponent > 0 ? (uint)(exponent - 1) << 10 : 0);
    uint below = bits != 0 ? mantissa << (32 - shift) : 0;
    *lost = exponent > 30 ? UINT_MAX : below;
    return exponent > 30 ? 0x7bff : kept;
}

/* with its sign, infinity and NaN */
PPCL_INLINE half ppcl_half_finished_float_uint(float x, uint magnitude)
{
    uint sign = (ppcl_as_uint_float(x) >> 16) & 0x8000;
    return (half)(sign | (x != x ? 0x7e00 : fabsf(x) == INFINITY ? 0x7c00 : magnitude));
}

PPCL_INLINE half ppcl_convert_half_rte_float(float x)
{
    uint lost, kept = ppcl_half_truncated_float_puint(x, &lost);
    uint up = (lost > 0x80000000u) | ((lost == 0x80000000u) & kept);
    return ppcl_half_finished_float_uint(x, kept + up);
}

PPCL_INLINE half ppcl_convert_half_rtz_float(float x)
{
    uint lost, kept = ppcl_half_truncated_float_puint(x, &lost);
    return ppcl_half_finished_float_uint(x, kept);
}

PPCL_INLINE half ppcl_convert_half_rtp_float(float x)
{
    uint lost, kept = ppcl_half_truncated_float_puint(x, &lost);
    return ppcl_half_finished_float_uint(x, kept + ((lost != 0) & (x > 0.0f)));
}

PPCL_INLINE half ppcl_convert_half_rtn_float(float x)
{
    uint lost, kept = ppcl_half_truncated_float_puint(x, &lost);
    return ppcl_half_finished_float_uint(x, kept + ((lost != 0) & (x < 0.0f)));
}

/* a float that rounds to the same half as the double: towards zero, odd where that lost something */
PPCL_INLINE float ppcl_odd_double(double x)
{
    float towards_zero = ppcl_convert_float_rtz_double(x);
    uint lost = (x == x) & ((double)towards_zero != x);
    return ppcl_as_float_uint(ppcl_as_uint_float(towards_zero) | lost);
}

PPCL_INLINE half ppcl_convert_half_rte_double(double x)
{
    return ppcl_convert_half_rte_float(ppcl_odd_double(x));
}

PPCL_INLINE half ppcl_convert_half_rtz_double(double x)
{
    return ppcl_convert_half_rtz_float(ppcl_odd_double(x));
}

PPCL_INLINE half ppcl_convert_half_rtp_double(double x)
{
    return ppcl_convert_half_rtp_float(ppcl_odd_double(x));
}

PPCL_INLINE half ppcl_convert_half_rtn_double(double x)
{
    return ppcl_convert_half_rtn_float(ppcl_odd_double(x));
}
