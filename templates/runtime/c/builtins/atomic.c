/* Atomic functions (OpenCL 1.2, 6.12.11), on global and local memory. */

PPCL_INLINE float ppcl_atomic_xchg_pfloat_float(volatile float *p, float x)
{
    float old;
    ppcl_atomic_swap(p, &x, &old);
    return old;
}

/* For T = int, uint, long, ulong. */

PPCL_INLINE T ppcl_atomic_add_pT_T(volatile T *p, T x)
{
    return ppcl_atomic_fetch_add(p, x);
}

PPCL_INLINE T ppcl_atomic_sub_pT_T(volatile T *p, T x)
{
    return ppcl_atomic_fetch_sub(p, x);
}

PPCL_INLINE T ppcl_atomic_xchg_pT_T(volatile T *p, T x)
{
    return ppcl_atomic_exchange(p, x);
}

PPCL_INLINE T ppcl_atomic_inc_pT(volatile T *p)
{
    return ppcl_atomic_fetch_add(p, 1);
}

PPCL_INLINE T ppcl_atomic_dec_pT(volatile T *p)
{
    return ppcl_atomic_fetch_sub(p, 1);
}

PPCL_INLINE T ppcl_atomic_and_pT_T(volatile T *p, T x)
{
    return ppcl_atomic_fetch_and(p, x);
}

PPCL_INLINE T ppcl_atomic_or_pT_T(volatile T *p, T x)
{
    return ppcl_atomic_fetch_or(p, x);
}

PPCL_INLINE T ppcl_atomic_xor_pT_T(volatile T *p, T x)
{
    return ppcl_atomic_fetch_xor(p, x);
}

PPCL_INLINE T ppcl_atomic_cmpxchg_pT_T_T(volatile T *p, T expected, T x)
{
    ppcl_atomic_compare_exchange(p, &expected, x);
    return expected;
}

PPCL_INLINE T ppcl_atomic_min_pT_T(volatile T *p, T x)
{
    T old = ppcl_atomic_load(p);
    while (x < old && !ppcl_atomic_compare_exchange(p, &old, x)) {
    }
    return old;
}

PPCL_INLINE T ppcl_atomic_max_pT_T(volatile T *p, T x)
{
    T old = ppcl_atomic_load(p);
    while (x > old && !ppcl_atomic_compare_exchange(p, &old, x)) {
    }
    return old;
}
