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

PPCL_INLINE ppcl_floats ppcl_quarter_turns_floats_pints(ppcl_floats x, ppcl_ints *quarter)
{
    ppcl_floats r = ppcl_near_turns_floats_pints(x, quarter);
    ppcl_ints is_far = (ppcl_ints)~((x < 6433.0f) & (x > -6433.0f));
    if (ppcl_some_ints(is_far))
        for (int i = 0; i < PPCL_WIDTH; i++)
            if (is_far[i]) {
                int turns;
                r[i] = ppcl_far_turns_float_pint(x[i], &turns);
                (*quarter)[i] = turns;
            }
    return r;
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
    return p * square * square - 0.5f * square + 1.0f;
}

PPCL_INLINE ppcl_floats ppcl_sin_turned_floats_ints(ppcl_floats r, ppcl_ints quarter)
{
    ppcl_floats sine = ppcl_sin_small_floats(r), cosine = ppcl_cos_small_floats(r);
    ppcl_floats value = ppcl_select_floats(-(quarter & 1), cosine, sine);
    return (ppcl_floats)((ppcl_uints)value ^ ((ppcl_uints)quarter & 2) << 30);
}

PPCL_INLINE ppcl_floats ppcl_sin_floats(ppcl_floats x)
{
    ppcl_ints quarter;
    ppcl_floats r = ppcl_quarter_turns_floats_pints(x, &quarter);
    return ppcl_sin_turned_floats_ints(r, quarter);
}

PPCL_INLINE ppcl_floats ppcl_cos_floats(ppcl_floats x)
{
    ppcl_ints quarter;
    ppcl_floats r = ppcl_quarter_turns_floats_pints(x, &quarter);
    return ppcl_sin_turned_floats_ints(r, quarter + 1);
}

PPCL_INLINE ppcl_floats ppcl_tan_floats(ppcl_floats x)
{
    ppcl_ints quarter;
    ppcl_floats r = ppcl_quarter_turns_floats_pints(x, &quarter);
    return ppcl_tan_turned_floats_ints(r, quarter);
}
