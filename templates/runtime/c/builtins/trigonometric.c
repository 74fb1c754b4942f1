/*
 * Sine, cosine and tangent of float, without tables. The quarter turns in x are found by multiplying
 * with as much of 2/pi as matters (Payne and Hanek, 1983): 109 bits, which begin where a float of
 * that size has only whole turns. Products of x and 28 bits are exact in double. Where there are
 * fewer than 4096, pi/2 in parts of 12 bits does (Cody and Waite, 1980): their products with the
 * turns are exact in float.
 */

/* 28 bits of 2/pi, the next 28, and the next 53: where it begins, turns are whole in what was left out
   of an x of that size */
PPCL_INLINE double ppcl_part_double_double_double_double_double(
    double size, double a, double b, double c, double d)
{
    double low = size < 9007199254740992.0 ? a : b;
    double high = size < 6.490371073168535e+32 ? c : d;
    return size < 2.4178516392292583e+24 ? low : high;
}

PPCL_INLINE float ppcl_near_turns_float_pint(float x, int *quarter)
{
    float n = ppcl_nearest_float_pint(x * 0.636619772f, quarter);
    return x - n * 1.5703125f - n * 0.000483751297f - n * 7.54953362e-08f - n * 2.56334407e-12f;
}

PPCL_INLINE float ppcl_far_turns_float_pint(float x, int *quarter)
{
    double size = fabs((double)x);
    double first = (double)x * ppcl_part_double_double_double_double_double(
        size, 0.6366197690367699, 3.3308114738561656e-09, 2.276010047810136e-18, 2.5268260189002822e-26);
    double second = (double)x * ppcl_part_double_double_double_double_double(
        size, 3.3308114738561656e-09, 2.276010047810136e-18, 2.5268260189002822e-26, 1.6682867657019525e-34);
    double third = (double)x * ppcl_part_double_double_double_double_double(
        size, 2.276010073078396e-18, 2.52682603558315e-26, 1.668286766860824e-34,
        1.1588713353428143e-43);
    double turn = first - 4.0 * (first * 0.25 + 6755399441055744.0 - 6755399441055744.0);
    double shifted = turn + (second + third) + 6755399441055744.0;
    double rest = turn - (shifted - 6755399441055744.0) + second + third;
    float reduced = (float)(rest * 1.57079632679489661923);
    *quarter = (int)(uint)ppcl_as_ulong_double(shifted);
    return fabsf(x) < INFINITY ? reduced : NAN;
}

/* x less `quarter` quarter turns, at most an eighth of a turn */
PPCL_INLINE float ppcl_quarter_turns_float_pint(float x, int *quarter)
{
    int near_quarter, far_quarter, is_near = fabsf(x) < 6433.0f;
    float near_r = ppcl_near_turns_float_pint(x, &near_quarter);
    float far_r = ppcl_far_turns_float_pint(x, &far_quarter);
    *quarter = is_near ? near_quarter : far_quarter;
    return is_near ? near_r : far_r;
}

/* for |r| <= pi/4 */
PPCL_INLINE float ppcl_sin_small_float(float r)
{
    float square = r * r;
    float p = -0.000195878909f;
    p = p * square + 0.00833274827f;
    p = p * square - 0.166666647f;
    return square == 0.0f ? r : p * square * r + r; /* a zero keeps its sign */
}

PPCL_INLINE float ppcl_cos_small_float(float r)
{
    float square = r * r;
    float p = 2.45479421e-05f;
    p = p * square - 0.0013888303f;
    p = p * square + 0.0416666647f;
    p = p * square - 0.5f;
    return p * square + 1.0f;
}

/* the sine of r and so many quarter turns */
PPCL_INLINE float ppcl_sin_turned_float_int(float r, int quarter)
{
    float value = quarter & 1 ? ppcl_cos_small_float(r) : ppcl_sin_small_float(r);
    return quarter & 2 ? -value : value;
}

PPCL_INLINE float ppcl_sin_float(float x)
{
    int quarter;
    float r = ppcl_quarter_turns_float_pint(x, &quarter);
    return ppcl_sin_turned_float_int(r, quarter);
}

PPCL_INLINE float ppcl_cos_float(float x)
{
    int quarter;
    float r = ppcl_quarter_turns_float_pint(x, &quarter);
    return ppcl_sin_turned_float_int(r, quarter + 1);
}

PPCL_INLINE float ppcl_sincos_float_pfloat(float x, float *cosine)
{
    int quarter;
    float r = ppcl_quarter_turns_float_pint(x, &quarter);
    *cosine = ppcl_sin_turned_float_int(r, quarter + 1);
    return ppcl_sin_turned_float_int(r, quarter);
}

PPCL_INLINE float ppcl_tan_turned_float_int(float r, int quarter)
{
    float sine = ppcl_sin_small_float(r), cosine = ppcl_cos_small_float(r);
    float above = quarter & 1 ? -cosine : sine;
    return above / (quarter & 1 ? sine : cosine);
}

PPCL_INLINE float ppcl_tan_float(float x)
{
    int quarter;
    float r = ppcl_quarter_turns_float_pint(x, &quarter);
    return ppcl_tan_turned_float_int(r, quarter);
}

/* x less `quarter` quarter turns, in three parts of pi/2: 10^-7 off for |x| < 10^4, bounded beyond */
PPCL_INLINE float ppcl_native_turns_float_pint(float x, int *quarter)
{
    float n = ppcl_nearest_float_pint(x * 0.636619772f, quarter);
    float r = ((x - n * 1.5703125f) - n * 4.83751297e-4f) - n * 7.5497899549e-8f;
    return ppcl_bounded_float_float_float(r, -0.8f, 0.8f);
}

PPCL_INLINE float ppcl_native_sin_float(float x)
{
    int quarter;
    float r = ppcl_native_turns_float_pint(x, &quarter);
    return ppcl_sin_turned_float_int(r, quarter);
}

PPCL_INLINE float ppcl_native_cos_float(float x)
{
    int quarter;
    float r = ppcl_native_turns_float_pint(x, &quarter);
    return ppcl_sin_turned_float_int(r, quarter + 1);
}

PPCL_INLINE float ppcl_native_tan_float(float x)
{
    int quarter;
    float r = ppcl_native_turns_float_pint(x, &quarter);
    return ppcl_tan_turned_float_int(r, quarter);
}
