/*
 * Sine, cosine, exponential and logarithm of double, which rows of work-items compute as vectors: no
 * more than 2 ulp off. A quarter turn is taken off in three parts, of which multiples up to 2^20 are
 * exact, with what is lost in each difference; C's library computes those of larger arguments.
 */

PPCL_INLINE double ppcl_near_turns_double_plong(double x, long *quarter)
{
    double shifted = x * 0.6366197723675814 + 6755399441055744.0;
    double n = shifted - 6755399441055744.0;
    double a = x - n * 1.5707963267341256, b = n * 6.077100506303966e-11;
    double first = a - b, c = n * 2.0222662487111665e-21, back = first - a;
    double second = first - c, lost = a - (first - back) - (b + back) + (first - second - c);
    *quarter = (long)ppcl_as_ulong_double(shifted);
    return x == 0.0 ? x : second + (lost - n * 8.4784276603689e-32); /* a zero keeps its sign */
}

PPCL_INLINE double ppcl_sin_small_double(double r)
{
    double square = r * r;
    double p = 1.5918115263265974e-10;
    p = p * square - 2.505113165023518e-08;
    p = p * square + 2.7557316101617874e-06;
    p = p * square - 0.00019841269836756774;
    p = p * square + 0.008333333333330948;
    p = p * square - 0.16666666666666666;
    return square == 0.0 ? r : p * square * r + r; /* a zero keeps its sign */
}

PPCL_INLINE double ppcl_cos_small_double(double r)
{
    double square = r * r;
    double p = -1.1382623647474604e-11;
    p = p * square + 2.087614614655861e-09;
    p = p * square - 2.7557317271145144e-07;
    p = p * square + 2.480158729876456e-05;
    p = p * square - 0.0013888888888887398;
    p = p * square + 0.041666666666666664;
    return p * square * square - 0.5 * square + 1.0;
}

/* the sine of r and so many quarter turns */
PPCL_INLINE double ppcl_sin_turned_double_long(double r, long quarter)
{
    double value = quarter & 1 ? ppcl_cos_small_double(r) : ppcl_sin_small_double(r);
    return quarter & 2 ? -value : value;
}

PPCL_INLINE double ppcl_sin_double(double x)
{
    long quarter;
    double r = ppcl_near_turns_double_plong(x, &quarter);
    return fabs(x) < 1000000.0 ? ppcl_sin_turned_double_long(r, quarter) : sin(x);
}

PPCL_INLINE double ppcl_cos_double(double x)
{
    long quarter;
    double r = ppcl_near_turns_double_plong(x, &quarter);
    return fabs(x) < 1000000.0 ? ppcl_sin_turned_double_long(r, quarter + 1) : cos(x);
}

/* e^x = 2^n e^r; 2^n in two factors, as it may have no place in one number */
PPCL_INLINE double ppcl_exp_double(double x)
{
    double most = x > 710.0 ? 710.0 : x, bounded = most < -746.0 ? -746.0 : most;
    double shifted = bounded * 1.4426950408889634 + 6755399441055744.0;
    double n = shifted - 6755399441055744.0;
    double r = bounded - n * 0.6931471805598903 - n * 5.497923018708371e-14;
    double p = 2.510038549551032e-08;
    ulong power = ppcl_as_ulong_double(shifted), half = (ulong)((long)(power << 32) >> 33);
    p = p * r + 2.7620088445409746e-07;
    p = p * r + 2.7557268459997064e-06;
    p = p * r + 2.4801521295954376e-05;
    p = p * r + 0.00019841269863053618;
    p = p * r + 0.0013888888917213717;
    p = p * r + 0.008333333333330062;
    p = p * r + 0.04166666666662413;
    p = p * r + 0.16666666666666669;
    p = p * r + 0.5;
    p = p * r * r + r + 1.0;
    return p * ppcl_as_double_ulong((half + 1023u) << 52)
           * ppcl_as_double_ulong((power - half + 1023u) << 52);
}

/* x = 2^n m with m near 1; log m by the series of (m - 1) / (m + 1) */
PPCL_INLINE double ppcl_log_double(double x)
{
    double normal = x < 2.2250738585072014e-308 ? x * 18014398509481984.0 : x;
    ulong bits = ppcl_as_ulong_double(normal), above = bits - 0x3fe6a09e667f3bcdul;
    double n = (double)(int)((long)above >> 52) - (x < 2.2250738585072014e-308 ? 54.0 : 0.0);
    double f = ppcl_as_double_ulong((above & 0xffffffffffffful) + 0x3fe6a09e667f3bcdul) - 1.0;
    double s = f / (2.0 + f), square = s * s, half = 0.5 * f * f;
    double p = 0.14616585424888623, value;
    p = p * square + 0.15331710618210773;
    p = p * square + 0.18182889455674947;
    p = p * square + 0.22222211130259878;
    p = p * square + 0.2857142862600327;
    p = p * square + 0.39999999999899444;
    p = p * square + 0.666666666666667;
    value = n * 0.6931471805598903 - (half - (s * (half + p * square) + n * 5.497923018708371e-14) - f);
    value = x == 0.0 ? -(double)INFINITY : value;
    value = x < 0.0 ? (double)NAN : value;
    return x < (double)INFINITY ? value : x; /* and what is no number */
}
