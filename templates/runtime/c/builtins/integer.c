/* Integer functions (OpenCL 1.2, 6.12.3). U: unsigned of T's width; W: of twice T's width. */

/* For T = signed. */

PPCL_INLINE U ppcl_abs_T(T x)
{
    return (U)(x < 0 ? (U)0 - (U)x : (U)x);
}

PPCL_INLINE T ppcl_add_sat_T_T(T x, T y)
{
    U sum = (U)((U)x + (U)y);
    T limit = x < 0 ? $MIN : $MAX;
    return (T)((sum ^ (U)x) & (sum ^ (U)y)) < 0 ? limit : (T)sum;
}

PPCL_INLINE T ppcl_sub_sat_T_T(T x, T y)
{
    U difference = (U)((U)x - (U)y);
    T limit = x < 0 ? $MIN : $MAX;
    return (T)(((U)x ^ (U)y) & (difference ^ (U)x)) < 0 ? limit : (T)difference;
}

/* For T = unsigned. */

PPCL_INLINE U ppcl_abs_T(T x)
{
    return x;
}

PPCL_INLINE T ppcl_add_sat_T_T(T x, T y)
{
    T sum = (T)(x + y);
    return sum < x ? $MAX : sum;
}

PPCL_INLINE T ppcl_sub_sat_T_T(T x, T y)
{
    return x < y ? 0 : (T)(x - y);
}

/* For T = integers. */

PPCL_INLINE U ppcl_abs_diff_T_T(T x, T y)
{
    return (U)(x > y ? (U)x - (U)y : (U)y - (U)x);
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
    return ppcl_min_T_T(ppcl_max_T_T(x, low), high);
}

PPCL_INLINE T ppcl_hadd_T_T(T x, T y)
{
    return (T)((x & y) + ((x ^ y) >> 1));
}

PPCL_INLINE T ppcl_rhadd_T_T(T x, T y)
{
    return (T)((x | y) - ((x ^ y) >> 1));
}

PPCL_INLINE T ppcl_rotate_T_T(T x, T count)
{
    uint left = (uint)count & ($BITS - 1);
    uint right = (0 - left) & ($BITS - 1);
    return (T)(((U)x << left) | ((U)x >> right));
}

PPCL_INLINE T ppcl_bitselect_T_T_T(T x, T y, T choice)
{
    return (T)((x & ~choice) | (y & choice));
}

PPCL_INLINE T ppcl_mad_hi_T_T_T(T x, T y, T z)
{
    return (T)((U)ppcl_mul_hi_T_T(x, y) + (U)z);
}

/* For T = narrow. */

PPCL_INLINE T ppcl_clz_T(T x)
{
    return (T)(ppcl_clz32((uint)(U)x) - (32 - $BITS));
}

PPCL_INLINE T ppcl_popcount_T(T x)
{
    return (T)ppcl_popcount32((uint)(U)x);
}

PPCL_INLINE T ppcl_mul_hi_T_T(T x, T y)
{
    return (T)(((W)x * (W)y) >> $BITS);
}

PPCL_INLINE W ppcl_upsample_T_U(T high, U low)
{
    return (W)(((ulong)high << $BITS) | low);
}

/* For T = char, uchar, short, ushort, int. */

PPCL_INLINE T ppcl_mad_sat_T_T_T(T x, T y, T z)
{
    return (T)ppcl_clamp_long_long_long((long)x * (long)y + (long)z, $MIN, $MAX);
}

/* For T = uint. */

PPCL_INLINE T ppcl_mad_sat_T_T_T(T x, T y, T z)
{
    return (T)ppcl_min_ulong_ulong((ulong)x * (ulong)y + (ulong)z, $MAX);
}

/* For T = int, uint. */

PPCL_INLINE T ppcl_mul24_T_T(T x, T y)
{
    return (T)((U)x * (U)y);
}

PPCL_INLINE T ppcl_mad24_T_T_T(T x, T y, T z)
{
    return (T)((U)x * (U)y + (U)z);
}

/* For T = long, ulong. */

PPCL_INLINE T ppcl_clz_T(T x)
{
    return (T)ppcl_clz64((ulong)x);
}

PPCL_INLINE T ppcl_popcount_T(T x)
{
    return (T)ppcl_popcount64((ulong)x);
}

/* For T = long. */

PPCL_INLINE T ppcl_mul_hi_T_T(T x, T y)
{
    return (T)(((ppcl_int128)x * y) >> 64);
}

PPCL_INLINE T ppcl_mad_sat_T_T_T(T x, T y, T z)
{
    ppcl_int128 exact = (ppcl_int128)x * y + z;
    return exact < $MIN ? $MIN : exact > $MAX ? $MAX : (T)exact;
}

/* For T = ulong. */

PPCL_INLINE T ppcl_mul_hi_T_T(T x, T y)
{
    return (T)(((ppcl_uint128)x * y) >> 64);
}

PPCL_INLINE T ppcl_mad_sat_T_T_T(T x, T y, T z)
{
    ppcl_uint128 exact = (ppcl_uint128)x * y + z;
    return exact > $MAX ? $MAX : (T)exact;
}
