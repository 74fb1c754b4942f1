/*
 * Functions of rows of work-items that are more than the function of numbers lane by lane: what a
 * branch leaves out for one work-item is left out where no lane needs it.
 */

PPCL_INLINE ppcl_floats ppcl_near_turns_floats_pints(ppcl_floats x, ppcl_ints *quarter)
{
    ppcl_floats shifted = x * 0.636619772f + 12582912.0f;
    ppcl_floats n = shifted - 12582912.0f;
    *quarter = (ppcl_ints)shifted;
    return x - n * 1.5703125f - n * 0.000483751297f - n * 7.54953362e-08f - n * 2.56334407e-12f;
}

PPCL_INLINE ppcl_floats ppcl_sin_small_floats(ppcl_floats r)
{
    ppcl_floats square = r * r;
    ppcl_floats p = square * -0.000195878909f + 0.00833274827f;
    p = p * square - 0.166666647f;
    return ppcl_select_floats((ppcl_ints)(square == 0.0f), r, p * square * r + r);
}

PPCL_INLINE ppcl_floats ppcl_cos_small_floats(ppcl_floats r)
{
    ppcl_floats square = r * r;
    ppcl_floats p = square * 2.45479421e-05f - 0.0013888303f;
    p = p * square + 0.0416666647f;
    p = p * square - 0.5f;
    return p * square + 1.0f;
}

PPCL_INLINE ppcl_floats ppcl_signed_floats_ints(ppcl_floats value, ppcl_ints quarter)
{
    return (ppcl_floats)((ppcl_uints)value ^ ((ppcl_uints)quarter & 2) << 30);
}

/* Which numbers need more than `ppcl_near_turns` has: |x| >= 6433, or no number. */
PPCL_INLINE ppcl_ints ppcl_is_far_ints(ppcl_floats x)
{
    return (ppcl_ints)(((ppcl_ints)x & 0x7fffffff) >= 0x45c90800);
}

/* The functions' values where an argument is far. */
PPCL_SELDOM ppcl_floats ppcl_sin_far_floats_ints_floats(
    ppcl_floats x, ppcl_ints is_far, ppcl_floats near)
{
    ppcl_floats far;
    PPCL_LANES
    for (int i = 0; i < PPCL_WIDTH; i++)
        far[i] = ppcl_sin_float(x[i]);
    return ppcl_select_floats(is_far, far, near);
}

PPCL_SELDOM ppcl_floats ppcl_cos_far_floats_ints_floats(
    ppcl_floats x, ppcl_ints is_far, ppcl_floats near)
{
    ppcl_floats far;
    PPCL_LANES
    for (int i = 0; i < PPCL_WIDTH; i++)
        far[i] = ppcl_cos_float(x[i]);
    return ppcl_select_floats(is_far, far, near);
}

PPCL_SELDOM ppcl_floats ppcl_tan_far_floats_ints_floats(
    ppcl_floats x, ppcl_ints is_far, ppcl_floats near)
{
    ppcl_floats far;
    PPCL_LANES
    for (int i = 0; i < PPCL_WIDTH; i++)
        far[i] = ppcl_tan_float(x[i]);
    return ppcl_select_floats(is_far, far, near);
}

PPCL_INLINE ppcl_floats ppcl_sin_floats(ppcl_floats x)
{
    ppcl_ints quarter, is_far = ppcl_is_far_ints(x);
    ppcl_floats r = ppcl_near_turns_floats_pints(x, &quarter);
    ppcl_floats sine = ppcl_sin_small_floats(r), cosine = ppcl_cos_small_floats(r);
    ppcl_floats value = ppcl_select_floats(-(quarter & 1), cosine, sine);
    value = ppcl_signed_floats_ints(value, quarter);
    return ppcl_some_ints(is_far) ? ppcl_sin_far_floats_ints_floats(x, is_far, value) : value;
}

PPCL_INLINE ppcl_floats ppcl_cos_floats(ppcl_floats x)
{
    ppcl_ints quarter, is_far = ppcl_is_far_ints(x);
    ppcl_floats r = ppcl_near_turns_floats_pints(x, &quarter);
    ppcl_floats sine = ppcl_sin_small_floats(r), cosine = ppcl_cos_small_floats(r);
    ppcl_floats value = ppcl_select_floats(-(quarter & 1), sine, cosine);
    value = ppcl_signed_floats_ints(value, quarter + 1);
    return ppcl_some_ints(is_far) ? ppcl_cos_far_floats_ints_floats(x, is_far, value) : value;
}

PPCL_INLINE ppcl_floats ppcl_tan_floats(ppcl_floats x)
{
    ppcl_ints quarter, is_far = ppcl_is_far_ints(x);
    ppcl_floats r = ppcl_near_turns_floats_pints(x, &quarter);
    ppcl_floats value = ppcl_tan_turned_floats_ints(r, quarter);
    return ppcl_some_ints(is_far) ? ppcl_tan_far_floats_ints_floats(x, is_far, value) : value;
}

/* in double, which is exact for 32 bits: no machine divides vectors of integers */
PPCL_INLINE ppcl_ints ppcl_divide_ints_ints(ppcl_ints x, ppcl_ints y)
{
    ppcl_ints none = (ppcl_ints)(y == 0) | ((ppcl_ints)(x == INT_MIN) & (ppcl_ints)(y == -1));
    ppcl_ints divisor = ppcl_select_ints(none, ppcl_splat_ints(1), y);
    ppcl_doubles quotient = ppcl_doubles_ints(x) / ppcl_doubles_ints(divisor);
    return ppcl_ints_doubles(quotient);
}

PPCL_INLINE ppcl_ints ppcl_modulo_ints_ints(ppcl_ints x, ppcl_ints y)
{
    ppcl_uints quotient = (ppcl_uints)ppcl_divide_ints_ints(x, y);
    ppcl_ints rest = (ppcl_ints)((ppcl_uints)x - quotient * (ppcl_uints)y);
    return ppcl_select_ints((ppcl_ints)(y == 0), ppcl_splat_ints(0), rest);
}

/* bits of a number as if it were signed, less 2^31 */
PPCL_INLINE ppcl_doubles ppcl_double_of_uints(ppcl_uints x)
{
    return ppcl_doubles_ints((ppcl_ints)(x ^ 0x80000000u)) + 2147483648.0;
}

/* a quotient has 31 bits, but for that by 1 */
PPCL_INLINE ppcl_uints ppcl_divide_uints_uints(ppcl_uints x, ppcl_uints y)
{
    ppcl_ints same = (ppcl_ints)(y < 2u);
    ppcl_doubles divisor = ppcl_double_of_uints(ppcl_select_uints(same, ppcl_splat_uints(2), y));
    ppcl_ints quotient = ppcl_ints_doubles(ppcl_double_of_uints(x) / divisor);
    return ppcl_select_uints(same, x, (ppcl_uints)quotient);
}

PPCL_INLINE ppcl_uints ppcl_modulo_uints_uints(ppcl_uints x, ppcl_uints y)
{
    ppcl_ints none = (ppcl_ints)(y == 0u);
    return ppcl_select_uints(none, ppcl_splat_uints(0), x - ppcl_divide_uints_uints(x, y) * y);
}

/* sums of neighbouring bits, pairs, halves of bytes, bytes */
PPCL_INLINE ppcl_uints ppcl_popcount_uints(ppcl_uints x)
{
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

PPCL_INLINE ppcl_ints ppcl_popcount_ints(ppcl_ints x)
{
    return (ppcl_ints)ppcl_popcount_uints((ppcl_uints)x);
}

/* what lies above the highest bit */
PPCL_INLINE ppcl_uints ppcl_clz_uints(ppcl_uints x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return ppcl_popcount_uints(~x);
}

PPCL_INLINE ppcl_ints ppcl_clz_ints(ppcl_ints x)
{
    return (ppcl_ints)ppcl_clz_uints((ppcl_uints)x);
}

/* The functions' values where an argument is far. */
PPCL_SELDOM ppcl_doubles ppcl_sin_far_doubles_doubles(ppcl_doubles x, ppcl_doubles near)
{
    for (int i = 0; i < PPCL_WIDTH; i++)
        near[i] = fabs(x[i]) < 1000000.0 ? near[i] : sin(x[i]);
    return near;
}

PPCL_SELDOM ppcl_doubles ppcl_cos_far_doubles_doubles(ppcl_doubles x, ppcl_doubles near)
{
    for (int i = 0; i < PPCL_WIDTH; i++)
        near[i] = fabs(x[i]) < 1000000.0 ? near[i] : cos(x[i]);
    return near;
}

PPCL_INLINE double ppcl_sin_near_double_long(double x, long more)
{
    long quarter;
    double r = ppcl_near_turns_double_plong(x, &quarter);
    return ppcl_sin_turned_double_long(r, quarter + more);
}

PPCL_INLINE ppcl_doubles ppcl_sin_doubles(ppcl_doubles x)
{
    ppcl_doubles value;
    long far = 0;
    PPCL_LANES
    for (int i = 0; i < PPCL_WIDTH; i++) {
        value[i] = ppcl_sin_near_double_long(x[i], 0);
        far |= !(fabs(x[i]) < 1000000.0);
    }
    return far ? ppcl_sin_far_doubles_doubles(x, value) : value;
}

PPCL_INLINE ppcl_doubles ppcl_cos_doubles(ppcl_doubles x)
{
    ppcl_doubles value;
    long far = 0;
    PPCL_LANES
    for (int i = 0; i < PPCL_WIDTH; i++) {
        value[i] = ppcl_sin_near_double_long(x[i], 1);
        far |= !(fabs(x[i]) < 1000000.0);
    }
    return far ? ppcl_cos_far_doubles_doubles(x, value) : value;
}

/* Whole numbers of 64 bits are divided in double where they have no more than 52, which is all that
   it can be sure of: the nearest quotient, or the one below. */
PPCL_INLINE int ppcl_are_small_ulongs_ulongs(ppcl_ulongs x, ppcl_ulongs y)
{
    return !ppcl_some_longs((ppcl_longs)((x | y) >> 52 != 0));
}

PPCL_INLINE ppcl_ulongs ppcl_quotient_ulongs_ulongs(ppcl_ulongs x, ppcl_ulongs y)
{
    const ppcl_ulongs divisor = y - (ppcl_ulongs)(y == 0); /* 1 for 0 */
    const ppcl_ulongs start = ppcl_splat_ulongs(0x4330000000000000); /* 2^52 as bits */
    const ppcl_doubles above = (ppcl_doubles)(x | start) - 4503599627370496.0;
    const ppcl_doubles below = (ppcl_doubles)(divisor | start) - 4503599627370496.0;
    const ppcl_ulongs found = (ppcl_ulongs)(above / below + 4503599627370496.0) ^ start;
    return found + (ppcl_ulongs)(found * divisor > x);
}

/* For T = ulong, long. */

PPCL_SELDOM ppcl_R ppcl_divide_large_R_R(ppcl_R x, ppcl_R y)
{
    ppcl_R found;
    for (int i = 0; i < PPCL_WIDTH; i++)
        found[i] = ppcl_divide_T_T(x[i], y[i]);
    return found;
}

PPCL_INLINE ppcl_R ppcl_divide_R_R(ppcl_R x, ppcl_R y)
{
    if (!ppcl_are_small_ulongs_ulongs((ppcl_ulongs)x, (ppcl_ulongs)y))
        return ppcl_divide_large_R_R(x, y);
    return (ppcl_R)ppcl_quotient_ulongs_ulongs((ppcl_ulongs)x, (ppcl_ulongs)y);
}

PPCL_SELDOM ppcl_R ppcl_modulo_large_R_R(ppcl_R x, ppcl_R y)
{
    ppcl_R found;
    for (int i = 0; i < PPCL_WIDTH; i++)
        found[i] = ppcl_modulo_T_T(x[i], y[i]);
    return found;
}

PPCL_INLINE ppcl_R ppcl_modulo_R_R(ppcl_R x, ppcl_R y)
{
    if (!ppcl_are_small_ulongs_ulongs((ppcl_ulongs)x, (ppcl_ulongs)y))
        return ppcl_modulo_large_R_R(x, y);
    return x - (ppcl_R)ppcl_quotient_ulongs_ulongs((ppcl_ulongs)x, (ppcl_ulongs)y) * (y - (ppcl_R)(y == 0));
}
