/* Common functions (OpenCL 1.2, 6.12.4) and the simple ones of 6.12.2. */

/* For T = floats. */

/* a NaN gives the other operand */
PPCL_INLINE T ppcl_fmin_T_T(T x, T y)
{
    return ((x < y) | (y != y)) ? x : y;
}

PPCL_INLINE T ppcl_fmax_T_T(T x, T y)
{
    return ((x > y) | (y != y)) ? x : y;
}

PPCL_INLINE T ppcl_min_T_T(T x, T y)
{
    return y < x ? y : x;
}

PPCL_INLINE T ppcl_max_T_T(T x, T y)
{
    return x < y ? y : x;
}

PPCL_INLINE T ppcl_clamp_T_T_T(T x, T low, T high)
{
    return ppcl_fmin_T_T(ppcl_fmax_T_T(x, low), high);
}

PPCL_INLINE T ppcl_degrees_T(T radians)
{
    return (T)57.295779513082320877 * radians;
}

PPCL_INLINE T ppcl_radians_T(T degrees)
{
    return (T)0.017453292519943295769 * degrees;
}

PPCL_INLINE T ppcl_mix_T_T_T(T x, T y, T a)
{
    return x + (y - x) * a;
}

PPCL_INLINE T ppcl_step_T_T(T edge, T x)
{
    return x < edge ? (T)0 : (T)1;
}

PPCL_INLINE T ppcl_smoothstep_T_T_T(T edge0, T edge1, T x)
{
    T t = ppcl_clamp_T_T_T((x - edge0) / (edge1 - edge0), (T)0, (T)1);
    return t * t * ((T)3 - (T)2 * t);
}

/* zeros keep their sign, NaN gives 0 */
PPCL_INLINE T ppcl_sign_T(T x)
{
    return x > (T)0 ? (T)1 : x < (T)0 ? (T)-1 : x == (T)0 ? x : (T)0;
}

PPCL_INLINE T ppcl_mad_T_T_T(T x, T y, T z)
{
    return x * y + z;
}

PPCL_INLINE T ppcl_fma_T_T_T(T x, T y, T z)
{
    return fma$F(x, y, z);
}

PPCL_INLINE T ppcl_fabs_T(T x)
{
    return fabs$F(x);
}

PPCL_INLINE T ppcl_fdim_T_T(T x, T y)
{
    return x <= y ? (T)0 : x - y;
}

PPCL_INLINE T ppcl_copysign_T_T(T x, T y)
{
    return copysign$F(x, y);
}

PPCL_INLINE T ppcl_maxmag_T_T(T x, T y)
{
    T a = fabs$F(x), b = fabs$F(y);
    return a > b ? x : b > a ? y : ppcl_fmax_T_T(x, y);
}

PPCL_INLINE T ppcl_minmag_T_T(T x, T y)
{
    T a = fabs$F(x), b = fabs$F(y);
    return a < b ? x : b < a ? y : ppcl_fmin_T_T(x, y);
}

PPCL_INLINE T ppcl_sqrt_T(T x)
{
    return sqrt$F(x);
}

PPCL_INLINE T ppcl_rsqrt_T(T x)
{
    return (T)1 / sqrt$F(x);
}

PPCL_INLINE T ppcl_ceil_T(T x)
{
    return ceil$F(x);
}

PPCL_INLINE T ppcl_floor_T(T x)
{
    return floor$F(x);
}

PPCL_INLINE T ppcl_trunc_T(T x)
{
    return trunc$F(x);
}

PPCL_INLINE T ppcl_rint_T(T x)
{
    return rint$F(x);
}

/* halves away from zero */
PPCL_INLINE T ppcl_round_T(T x)
{
    T whole = trunc$F(x);
    T next = whole + copysign$F((T)1, x);
    return copysign$F(fabs$F(x - whole) >= (T)0.5 ? next : whole, x);
}

PPCL_INLINE T ppcl_fract_T_pT(T x, T *whole)
{
    T below = floor$F(x);
    T part = x - below;
    T largest = (T)1 - $EPSILON / (T)2;
    *whole = below;
    part = part > largest ? largest : part;
    return ((x == (T)0) | (fabs$F(x) == (T)INFINITY)) ? copysign$F((T)0, x) : part;
}

PPCL_INLINE T ppcl_modf_T_pT(T x, T *whole)
{
    T towards_zero = trunc$F(x);
    *whole = towards_zero;
    return copysign$F(fabs$F(x) == (T)INFINITY ? (T)0 : x - towards_zero, x);
}

PPCL_INLINE T ppcl_nan_U(U code)
{
    return ppcl_as_T_U(code | $NAN_BITS);
}

/* the next number towards y */
PPCL_INLINE T ppcl_nextafter_T_T(T x, T y)
{
    U bits = ppcl_as_U_T(x);
    U away = (x < y) == (x > (T)0) ? bits + 1 : bits - 1;
    T next = x == (T)0 ? copysign$F(ppcl_as_T_U(1), y) : ppcl_as_T_U(away);
    return x != x || y != y ? x + y : x == y ? y : next;
}
