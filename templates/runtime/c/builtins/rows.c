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
    ppcl_floats x, ppcl_ints is_far, ppcl_floats value)
{
    for (int i = 0; i < PPCL_WIDTH; i++)
        if (is_far[i])
            value[i] = ppcl_sin_float(x[i]);
    return value;
}

PPCL_SELDOM ppcl_floats ppcl_cos_far_floats_ints_floats(
    ppcl_floats x, ppcl_ints is_far, ppcl_floats value)
{
    for (int i = 0; i < PPCL_WIDTH; i++)
        if (is_far[i])
            value[i] = ppcl_cos_float(x[i]);
    return value;
}

PPCL_SELDOM ppcl_floats ppcl_tan_far_floats_ints_floats(
    ppcl_floats x, ppcl_ints is_far, ppcl_floats value)
{
    for (int i = 0; i < PPCL_WIDTH; i++)
        if (is_far[i])
            value[i] = ppcl_tan_float(x[i]);
    return value;
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
