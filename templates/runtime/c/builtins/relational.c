/* Relational functions (OpenCL 1.2, 6.12.6). Scalars give 1 or 0, vectors -1 or 0 a lane. */

/* For T = floats. */

PPCL_INLINE int ppcl_isequal_T_T(T x, T y)
{
    return x == y;
}

PPCL_INLINE int ppcl_isnotequal_T_T(T x, T y)
{
    return x != y;
}

PPCL_INLINE int ppcl_isgreater_T_T(T x, T y)
{
    return x > y;
}

PPCL_INLINE int ppcl_isgreaterequal_T_T(T x, T y)
{
    return x >= y;
}

PPCL_INLINE int ppcl_isless_T_T(T x, T y)
{
    return x < y;
}

PPCL_INLINE int ppcl_islessequal_T_T(T x, T y)
{
    return x <= y;
}

PPCL_INLINE int ppcl_islessgreater_T_T(T x, T y)
{
    return (x < y) | (x > y);
}

PPCL_INLINE int ppcl_isfinite_T(T x)
{
    return (ppcl_as_U_T(x) & $INFINITY_BITS) != $INFINITY_BITS;
}

PPCL_INLINE int ppcl_isinf_T(T x)
{
    return (ppcl_as_U_T(x) & $MAX_BITS) == $INFINITY_BITS;
}

PPCL_INLINE int ppcl_isnan_T(T x)
{
    return x != x;
}

PPCL_INLINE int ppcl_isnormal_T(T x)
{
    U bits = ppcl_as_U_T(x) & $MAX_BITS;
    return (bits >= $NORMAL_BITS) & (bits < $INFINITY_BITS);
}

PPCL_INLINE int ppcl_isordered_T_T(T x, T y)
{
    return (x == x) & (y == y);
}

PPCL_INLINE int ppcl_isunordered_T_T(T x, T y)
{
    return (x != x) | (y != y);
}

PPCL_INLINE int ppcl_signbit_T(T x)
{
    return (int)(ppcl_as_U_T(x) >> ($BITS - 1));
}

PPCL_INLINE T ppcl_bitselect_T_T_T(T x, T y, T choice)
{
    return ppcl_as_T_U(ppcl_bitselect_U_U_U(ppcl_as_U_T(x), ppcl_as_U_T(y), ppcl_as_U_T(choice)));
}

/* For T = scalars. */

PPCL_INLINE T ppcl_select_T_T_S(T otherwise, T then, S condition)
{
    return condition ? then : otherwise;
}

PPCL_INLINE T ppcl_select_T_T_U(T otherwise, T then, U condition)
{
    return condition ? then : otherwise;
}

/* For T = signed. */

PPCL_INLINE int ppcl_any_T(T x)
{
    return x < 0;
}

PPCL_INLINE int ppcl_all_T(T x)
{
    return x < 0;
}

/* For V = vectors of floats. */

PPCL_INLINE I ppcl_isequal_V_V(V x, V y)
{
    return (I)(x == y);
}

PPCL_INLINE I ppcl_isnotequal_V_V(V x, V y)
{
    return (I)(x != y);
}

PPCL_INLINE I ppcl_isgreater_V_V(V x, V y)
{
    return (I)(x > y);
}

PPCL_INLINE I ppcl_isgreaterequal_V_V(V x, V y)
{
    return (I)(x >= y);
}

PPCL_INLINE I ppcl_isless_V_V(V x, V y)
{
    return (I)(x < y);
}

PPCL_INLINE I ppcl_islessequal_V_V(V x, V y)
{
    return (I)(x <= y);
}

PPCL_INLINE I ppcl_islessgreater_V_V(V x, V y)
{
    return (I)(x < y) | (I)(x > y);
}

PPCL_INLINE I ppcl_isfinite_V(V x)
{
    return (I)(((I)x & (S)$INFINITY_BITS) != (S)$INFINITY_BITS);
}

PPCL_INLINE I ppcl_isinf_V(V x)
{
    return (I)(((I)x & (S)$MAX_BITS) == (S)$INFINITY_BITS);
}

PPCL_INLINE I ppcl_isnan_V(V x)
{
    return (I)(x != x);
}

PPCL_INLINE I ppcl_isnormal_V(V x)
{
    I bits = (I)x & (S)$MAX_BITS;
    return (I)(bits >= (S)$NORMAL_BITS) & (I)(bits < (S)$INFINITY_BITS);
}

PPCL_INLINE I ppcl_isordered_V_V(V x, V y)
{
    return (I)(x == x) & (I)(y == y);
}

PPCL_INLINE I ppcl_isunordered_V_V(V x, V y)
{
    return (I)(x != x) | (I)(y != y);
}

PPCL_INLINE I ppcl_signbit_V(V x)
{
    return (I)((I)x < 0);
}

/* For V = vectors. */

/* lanes are chosen by their condition's highest bit */
PPCL_INLINE V ppcl_select_V_V_I(V otherwise, V then, I condition)
{
    I mask = (I)(condition < 0);
    return (V)(((I)otherwise & ~mask) | ((I)then & mask));
}

PPCL_INLINE V ppcl_select_V_V_UI(V otherwise, V then, UI condition)
{
    return ppcl_select_V_V_I(otherwise, then, (I)condition);
}

PPCL_INLINE V ppcl_bitselect_V_V_V(V x, V y, V choice)
{
    return (V)(((I)x & ~(I)choice) | ((I)y & (I)choice));
}

/* For V = vectors of signed. */

PPCL_INLINE int ppcl_any_V(V x)
{
    int found = 0;
    for (int i = 0; i < $LANES; i++)
        found |= x[i] < 0;
    return found;
}

PPCL_INLINE int ppcl_all_V(V x)
{
    int held = 1;
    for (int i = 0; i < $LANES; i++)
        held &= x[i] < 0;
    return held;
}
