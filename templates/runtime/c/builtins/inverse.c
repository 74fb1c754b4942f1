/*
 * Inverse trigonometric and hyperbolic functions of float, without branches: arguments are brought
 * near zero by the usual identities, one quotient or root each.
 */

/* the arc tangent for |t| <= sqrt(2) - 1 */
PPCL_INLINE float ppcl_atan_small_float(float t)
{
    float square = t * t;
    float p = -0.0645192821f;
    p = p * square + 0.107437315f;
    p = p * square - 0.142639556f;
    p = p * square + 0.199995405f;
    p = p * square - 0.333333318f;
    return p * square * t + t;
}

/* the arc tangent of a / b, both positive or zero: turned by pi/4 or pi/2 where that is large */
PPCL_INLINE float ppcl_atan_quotient_float_float(float a, float b)
{
    int far = a > 2.41421356f * b;
    int middle = a > 0.414213562f * b;
    float near_above = middle ? a - b : a, near_below = middle ? a + b : b;
    float above = far ? -b : near_above, below = far ? a : near_below;
    float near_turn = middle ? 0.785398163f : 0.0f;
    float turn = far ? 1.57079633f : near_turn;
    return turn + ppcl_atan_small_float(above / below);
}

PPCL_INLINE float ppcl_atan_float(float x)
{
    float value = ppcl_atan_quotient_float_float(fabsf(x), 1.0f);
    value = fabsf(x) == INFINITY ? 1.57079633f : value;
    return x == 0.0f ? x : copysignf(value, x);
}

PPCL_INLINE float ppcl_atan2_float_float(float y, float x)
{
    float a = fabsf(y), b = fabsf(x);
    float largest = a > b ? a : b;
    int infinite = largest == INFINITY;
    float scale = largest > 1e38f ? 0.25f : 1.0f; /* a + b is finite */
    float infinite_a = a == INFINITY ? 1.0f : 0.0f, infinite_b = b == INFINITY ? 1.0f : 0.0f;
    a = infinite ? infinite_a : a * scale;
    b = infinite ? infinite_b : b * scale;
    b = largest == 0.0f ? 1.0f : b;
    float value = ppcl_atan_quotient_float_float(a, b);
    value = ppcl_as_int_float(x) < 0 ? 3.14159265f - value : value;
    value = copysignf(value, y);
    return ((x != x) | (y != y)) ? NAN : value;
}

/* the arc sine for |x| <= 0.5 */
PPCL_INLINE float ppcl_asin_small_float(float x)
{
    float square = x * x;
    float p = 0.0336908472f;
    p = p * square + 0.0171492384f;
    p = p * square + 0.0311006627f;
    p = p * square + 0.0445994015f;
    p = p * square + 0.0750009454f;
    p = p * square + 0.166666663f;
    return p * square * x + x;
}

PPCL_INLINE float ppcl_asin_float(float x)
{
    float size = fabsf(x);
    int large = size > 0.5f;
    float root = sqrtf((1.0f - size) * 0.5f);
    float small = ppcl_asin_small_float(large ? root : size);
    float value = large ? 1.57079633f - 2.0f * small : small;
    return copysignf(value, x);
}

PPCL_INLINE float ppcl_acos_float(float x)
{
    float size = fabsf(x);
    int large = size > 0.5f;
    float root = sqrtf((1.0f - size) * 0.5f);
    float small = ppcl_asin_small_float(large ? root : x);
    float turned = x < 0.0f ? 3.14159265f - 2.0f * small : 2.0f * small;
    return large ? turned : 1.57079633f - small;
}

/* e^|x| / 2; `small` is (e^|x| - 1) / 2 where |x| is below ln(2) / 2 */
PPCL_INLINE float ppcl_half_of_exp_float_pfloat(float x, float *small)
{
    int n;
    float bounded = ppcl_bounded_float_float_float(fabsf(x), 0.0f, 90.0f);
    float rest = ppcl_expm1_small_float(ppcl_exp_reduced_float_pint(bounded, &n));
    *small = 0.5f * rest;
    return ppcl_scaled_float_int(1.0f + rest, n - 1);
}

PPCL_INLINE float ppcl_sinh_float(float x)
{
    float small;
    float half_exp = ppcl_half_of_exp_float_pfloat(x, &small);
    float near = small + small / (1.0f + 2.0f * small);
    float value = fabsf(x) < 0.34f ? near : half_exp - 0.25f / half_exp;
    return x == 0.0f ? x : copysignf(value, x);
}

PPCL_INLINE float ppcl_cosh_float(float x)
{
    float small;
    float half_exp = ppcl_half_of_exp_float_pfloat(x, &small);
    return half_exp + 0.25f / half_exp;
}
