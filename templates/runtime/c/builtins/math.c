/* Mathematical functions (OpenCL 1.2, 6.12.2) that libm computes; more of double in double.c. */

/* For T = double. */

PPCL_INLINE T ppcl_exp2_T(T x)
{
    return exp2$F(x);
}

PPCL_INLINE T ppcl_expm1_T(T x)
{
    return expm1$F(x);
}

PPCL_INLINE T ppcl_log10_T(T x)
{
    return log10$F(x);
}

PPCL_INLINE T ppcl_log1p_T(T x)
{
    return log1p$F(x);
}

PPCL_INLINE T ppcl_log2_T(T x)
{
    return log2$F(x);
}

PPCL_INLINE T ppcl_exp10_T(T x)
{
    return (T)pow(10.0, (double)x);
}

PPCL_INLINE T ppcl_tan_T(T x)
{
    return tan$F(x);
}

PPCL_INLINE T ppcl_sincos_T_pT(T x, T *cosine)
{
    *cosine = ppcl_cos_T(x);
    return ppcl_sin_T(x);
}

/* libm's is 3 units off: one step of Newton's with the exact cube */
PPCL_INLINE T ppcl_cbrt_T(T x)
{
    T root = cbrt(x);
    T square = root * root;
    T rest = fma(square, root, -x) + fma(root, root, -square) * root;
    T step = rest / ((T)3 * square);
    return fabs(step) < fabs(root) ? root - step : root;
}

PPCL_INLINE T ppcl_tanh_T(T x)
{
    return tanh$F(x);
}

PPCL_INLINE T ppcl_hypot_T_T(T x, T y)
{
    return hypot$F(x, y);
}

PPCL_INLINE T ppcl_pow_T_T(T x, T y)
{
    return pow$F(x, y);
}

PPCL_INLINE T ppcl_pown_T_int(T x, int n)
{
    return (T)pow((double)x, (double)n);
}

/* of x >= 0; what C's pow defines there and powr does not is NaN */
PPCL_INLINE T ppcl_powr_T_T(T x, T y)
{
    int none = (x < (T)0) | (x != x) | (y != y) | ((x == (T)1) & (fabs$F(y) == (T)INFINITY)) |
               ((y == (T)0) & ((x == (T)0) | (x == (T)INFINITY)));
    return none ? (T)NAN : ppcl_pow_T_T(fabs$F(x), y);
}

PPCL_INLINE T ppcl_acos_T(T x)
{
    return acos$F(x);
}

PPCL_INLINE T ppcl_asin_T(T x)
{
    return asin$F(x);
}

PPCL_INLINE T ppcl_atan_T(T x)
{
    return atan$F(x);
}

PPCL_INLINE T ppcl_cosh_T(T x)
{
    return cosh$F(x);
}

PPCL_INLINE T ppcl_sinh_T(T x)
{
    return sinh$F(x);
}

PPCL_INLINE T ppcl_atan2_T_T(T y, T x)
{
    return atan2$F(y, x);
}

PPCL_INLINE T ppcl_erf_T(T x)
{
    return erf$F(x);
}

PPCL_INLINE T ppcl_erfc_T(T x)
{
    return erfc$F(x);
}

/* For T = floats. */

PPCL_INLINE T ppcl_acosh_T(T x)
{
    return acosh$F(x);
}

PPCL_INLINE T ppcl_asinh_T(T x)
{
    return asinh$F(x);
}

PPCL_INLINE T ppcl_atanh_T(T x)
{
    return atanh$F(x);
}

PPCL_INLINE T ppcl_logb_T(T x)
{
    return logb$F(x);
}

PPCL_INLINE T ppcl_tgamma_T(T x)
{
    return tgamma$F(x);
}

PPCL_INLINE T ppcl_fmod_T_T(T x, T y)
{
    return fmod$F(x, y);
}

PPCL_INLINE T ppcl_remainder_T_T(T x, T y)
{
    return remainder$F(x, y);
}

PPCL_INLINE T ppcl_acospi_T(T x)
{
    return (T)(acos((double)x) * 0.31830988618379067154);
}

PPCL_INLINE T ppcl_asinpi_T(T x)
{
    return (T)(asin((double)x) * 0.31830988618379067154);
}

PPCL_INLINE T ppcl_atanpi_T(T x)
{
    return (T)(atan((double)x) * 0.31830988618379067154);
}

PPCL_INLINE T ppcl_atan2pi_T_T(T y, T x)
{
    return (T)(atan2((double)y, (double)x) * 0.31830988618379067154);
}

PPCL_INLINE T ppcl_ldexp_T_int(T x, int n)
{
    return ldexp$F(x, n);
}

PPCL_INLINE int ppcl_ilogb_T(T x)
{
    return x != x ? INT_MAX : ilogb$F(x);
}

PPCL_INLINE T ppcl_frexp_T_pint(T x, int *exponent)
{
    return frexp$F(x, exponent);
}

PPCL_INLINE T ppcl_lgamma_r_T_pint(T x, int *sign)
{
    return ppcl_lgamma_r$F(x, sign);
}

PPCL_INLINE T ppcl_lgamma_T(T x)
{
    int sign;
    return ppcl_lgamma_r$F(x, &sign);
}

/* sine of pi x for x in [-0.5, 0.5] quarters around a multiple of 0.5: `quarter` says which */
PPCL_INLINE double ppcl_quarter_T_int(T x, int quarter)
{
    T period = x - (T)2 * ppcl_rint_T(x * (T)0.5);
    T nearest = rint((double)period * 2.0);
    double rest = 3.14159265358979323846 * ((double)period - 0.5 * (double)nearest);
    int turn = ((int)nearest + quarter) & 3;
    double value = turn & 1 ? cos(rest) : sin(rest);
    return turn & 2 ? -value : value;
}

PPCL_INLINE T ppcl_sinpi_T(T x)
{
    double value = fabs$F(x) <= (T)$INTEGRAL ? ppcl_quarter_T_int(x, 0) : (double)(x - x);
    return value == 0.0 ? copysign$F((T)0, x) : (T)value;
}

PPCL_INLINE T ppcl_cospi_T(T x)
{
    double value = fabs$F(x) <= (T)$INTEGRAL ? ppcl_quarter_T_int(x, 1) : (double)(x - x + (T)1);
    return value == 0.0 ? (T)0 : (T)value;
}

PPCL_INLINE T ppcl_tanpi_T(T x)
{
    return ppcl_sinpi_T(x) / ppcl_cospi_T(x);
}

/* pow's error in 1/n is corrected by comparing square roots, which neither overflow nor vanish */
PPCL_INLINE T ppcl_rootn_T_int(T x, int n)
{
    double size = fabs((double)x);
    double root = pow(size, 1.0 / (double)n);
    double error = pow(root, 0.5 * (double)n) / sqrt(size) - 1.0;
    root = fabs(error) < 1.0 ? root - root * (2.0 * error / (double)n) : root;
    root = n & 1 ? copysign(root, (double)x) : root;
    return n == 0 || (x < (T)0 && !(n & 1)) ? (T)NAN : (T)root;
}

/* the quotient's seven lowest bits, which C's function does not promise */
PPCL_INLINE T ppcl_remquo_T_T_pint(T x, T y, int *quotient)
{
    T divisor = fabs$F(y);
    T rest = fabs$F(x);
    int bits = 0;
    *quotient = 0;
    if (!(rest < (T)INFINITY) || !(divisor > (T)0))
        return (T)NAN;
    if (divisor < $GREATEST / (T)128)
        rest = fmod$F(rest, divisor * (T)128);
    for (int i = 6; i >= 0; i--) {
        T step = divisor * (T)(1 << i);
        int fits = rest >= step;
        rest -= fits ? step : (T)0;
        bits |= fits << i;
    }
    if (rest > divisor - rest || (rest == divisor - rest && (bits & 1))) {
        rest -= divisor;
        bits++;
    }
    bits &= 127;
    *quotient = signbit(x) != signbit(y) ? -bits : bits;
    return signbit(x) ? -rest : rest;
}
