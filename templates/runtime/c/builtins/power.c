/*
 * Powers of float, without branches: 2^(y log2(x)), with the logarithm in double, whose error of
 * 2^-36 is multiplied by up to 150.
 */

/* y log2(x) for x > 0 and finite, within what exp2 has room for */
PPCL_INLINE double ppcl_power_exponent_float_double(float x, double y)
{
    int n;
    double f = (double)ppcl_log_reduced_float_pint(x, &n);
    double s = f / (2.0 + f);
    double square = s * s;
    double p = 0.28288502340748234;
    p = p * square + 0.31990680380701336;
    p = p * square + 0.41220922406110433;
    p = p * square + 0.57707794266030443;
    p = p * square + 0.96179669411226487;
    p = p * square + 2.8853900817778508;
    double product = y * (p * s + (double)n);
    product = product > 200.0 ? 200.0 : product;
    return product < -200.0 ? -200.0 : product;
}

/* 2^x for |x| <= 200 */
PPCL_INLINE float ppcl_power_of_two_double(double x)
{
    double shifted = x + 6755399441055744.0;
    float r = (float)(x - (shifted - 6755399441055744.0));
    return ppcl_scaled_float_int(ppcl_exp2_small_float(r), (int)(uint)ppcl_as_ulong_double(shifted));
}

/* |x|^y where x or y is zero, infinite or 1, else `value` */
PPCL_INLINE float ppcl_power_limits_float_float_float(float x, float y, float value)
{
    float size = fabsf(x);
    int end = (size == 0.0f) | (size == INFINITY) | (fabsf(y) == INFINITY);
    int grows = (size > 1.0f) == (y > 0.0f);
    float limit = grows ? INFINITY : 0.0f;
    value = end ? limit : value;
    value = size == 1.0f ? 1.0f : value;
    value = ((x != x) | (y != y)) ? NAN : value;
    return y == 0.0f ? 1.0f : value;
}

PPCL_INLINE float ppcl_pow_float_float(float x, float y)
{
    float size = fabsf(x);
    float value = ppcl_power_of_two_double(ppcl_power_exponent_float_double(size, (double)y));
    float whole = truncf(y);
    int odd = (fabsf(y) < 16777216.0f) & (whole * 0.5f != truncf(whole * 0.5f));
    int negative = ppcl_as_int_float(x) < 0;
    value = ppcl_power_limits_float_float_float(x, y, value);
    value = ((x < 0.0f) & (size < INFINITY) & (whole != y)) ? NAN : value;
    value = (negative & odd & (whole == y)) ? -value : value;
    return x == 1.0f ? 1.0f : value;
}

PPCL_INLINE float ppcl_powr_float_float(float x, float y)
{
    float value = ppcl_power_of_two_double(ppcl_power_exponent_float_double(x, (double)y));
    int end = (x == 0.0f) | (x == INFINITY);
    int none = (x < 0.0f) | (x != x) | ((y == 0.0f) & end) | ((x == 1.0f) & (fabsf(y) == INFINITY));
    value = ppcl_power_limits_float_float_float(x, y, value);
    return none ? NAN : value;
}

PPCL_INLINE float ppcl_pown_float_int(float x, int n)
{
    float value = ppcl_power_of_two_double(ppcl_power_exponent_float_double(fabsf(x), (double)n));
    int negative = ppcl_as_int_float(x) < 0;
    value = ppcl_power_limits_float_float_float(x, (float)n, value);
    return (negative & n & 1) ? -value : value;
}

PPCL_INLINE float ppcl_tanh_float(float x)
{
    float size = fabsf(x);
    float grown = ppcl_expm1_float(size < 10.0f ? 2.0f * size : 20.0f);
    float value = copysignf(grown / (grown + 2.0f), x);
    return x == x ? value : x;
}

/* cbrt from a power, and one step of Newton's that makes it exact where it can be */
PPCL_INLINE float ppcl_cbrt_float(float x)
{
    double size = fabs((double)x);
    double third = ppcl_power_exponent_float_double(fabsf(x), 0.33333333333333333);
    double root = (double)ppcl_power_of_two_double(third);
    double better = root - (root * root * root - size) / (3.0 * root * root);
    int finite = (size > 0.0) & (size < (double)INFINITY);
    return finite ? copysignf((float)better, x) : x;
}

/* squares of float have room in double; with an infinity it is infinite, whatever the other is */
PPCL_INLINE float ppcl_hypot_float_float(float x, float y)
{
    float found = (float)sqrt((double)x * (double)x + (double)y * (double)y);
    int is_infinite = (fabsf(x) == INFINITY) | (fabsf(y) == INFINITY);
    return is_infinite ? INFINITY : found;
}

/* For T = floats. */

/* Powers with constant exponents (ppcl/rewrite/powers.py). */
PPCL_INLINE T ppcl_power_2_T(T x)
{
    return x * x;
}

PPCL_INLINE T ppcl_power_3_T(T x)
{
    return x * x * x;
}

PPCL_INLINE T ppcl_power_4_T(T x)
{
    return x * x * (x * x);
}
