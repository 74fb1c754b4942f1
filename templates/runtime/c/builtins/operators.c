/* Operators of OpenCL C that are not C's, or that C leaves undefined (6.3). */

/* For T = int, long. */

/* signed sums and products wrap */
PPCL_INLINE T ppcl_add_T_T(T x, T y)
{
    return (T)((U)x + (U)y);
}

PPCL_INLINE T ppcl_subtract_T_T(T x, T y)
{
    return (T)((U)x - (U)y);
}

PPCL_INLINE T ppcl_multiply_T_T(T x, T y)
{
    return (T)((U)x * (U)y);
}

PPCL_INLINE T ppcl_negate_T(T x)
{
    return (T)((U)0 - (U)x);
}

/* what cannot be divided (by 0, the least by -1) is divided by 1 */
PPCL_INLINE T ppcl_divisor_T_T(T x, T y)
{
    return ((y == 0) | ((x == $MIN) & (y == -1))) ? 1 : y;
}

/* For T = uint, ulong. */

PPCL_INLINE T ppcl_divisor_T_T(T x, T y)
{
    (void)x;
    return y == 0 ? 1 : y;
}

/* For T = int, uint. */

/* in double, which is exact for 32 bits: no machine divides vectors of integers */
PPCL_INLINE T ppcl_divide_T_T(T x, T y)
{
    return (T)((double)x / (double)ppcl_divisor_T_T(x, y));
}

PPCL_INLINE T ppcl_modulo_T_T(T x, T y)
{
    T divisor = ppcl_divisor_T_T(x, y);
    T quotient = (T)((double)x / (double)divisor);
    return (T)((uint)x - (uint)quotient * (uint)divisor);
}

/* For T = long, ulong. */

PPCL_INLINE T ppcl_divide_T_T(T x, T y)
{
    return x / ppcl_divisor_T_T(x, y);
}

PPCL_INLINE T ppcl_modulo_T_T(T x, T y)
{
    return x % ppcl_divisor_T_T(x, y);
}

/* For T = char, short, uchar, ushort. */

/* of lanes: scalars have become int */
PPCL_INLINE T ppcl_divide_T_T(T x, T y)
{
    return (T)ppcl_divide_int_int(x, y);
}

PPCL_INLINE T ppcl_modulo_T_T(T x, T y)
{
    return (T)ppcl_modulo_int_int(x, y);
}

/* For V = vectors of signed. */

PPCL_INLINE V ppcl_add_V_V(V x, V y)
{
    return (V)((UI)x + (UI)y);
}

PPCL_INLINE V ppcl_subtract_V_V(V x, V y)
{
    return (V)((UI)x - (UI)y);
}

PPCL_INLINE V ppcl_multiply_V_V(V x, V y)
{
    return (V)((UI)x * (UI)y);
}

PPCL_INLINE V ppcl_negate_V(V x)
{
    return (V)(-(UI)x);
}

/* For V = vectors. */

/* -1 where a lane is 0 */
PPCL_INLINE I ppcl_not_V(V x)
{
    V zero = {0};
    return (I)(x == zero);
}

/* -1 where a lane is not */
PPCL_INLINE I ppcl_truth_V(V x)
{
    V zero = {0};
    return (I)(x != zero);
}
