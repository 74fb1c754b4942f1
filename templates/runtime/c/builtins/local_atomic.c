/* Atomic functions on local memory (OpenCL 1.2, 6.12.11). One thread runs all work-items of a group,
   so that nobody comes between load and store. `volatile` keeps compilers from making lanes of the
   work-items, two of which may change one element. */

PPCL_INLINE float ppcl_local_atomic_xchg_pfloat_float(volatile float *p, float x)
{
    const float old = *p;
    *p = x;
    return old;
}

/* For T = int, uint, long, ulong. */

PPCL_INLINE T ppcl_local_atomic_add_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = (T)((U)old + (U)x);
    return old;
}

PPCL_INLINE T ppcl_local_atomic_sub_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = (T)((U)old - (U)x);
    return old;
}

PPCL_INLINE T ppcl_local_atomic_xchg_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = x;
    return old;
}

PPCL_INLINE T ppcl_local_atomic_inc_pT(volatile T *p)
{
    const T old = *p;
    *p = (T)((U)old + 1);
    return old;
}

PPCL_INLINE T ppcl_local_atomic_dec_pT(volatile T *p)
{
    const T old = *p;
    *p = (T)((U)old - 1);
    return old;
}

PPCL_INLINE T ppcl_local_atomic_and_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = old & x;
    return old;
}

PPCL_INLINE T ppcl_local_atomic_or_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = old | x;
    return old;
}

PPCL_INLINE T ppcl_local_atomic_xor_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = old ^ x;
    return old;
}

PPCL_INLINE T ppcl_local_atomic_min_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = x < old ? x : old;
    return old;
}

PPCL_INLINE T ppcl_local_atomic_max_pT_T(volatile T *p, T x)
{
    const T old = *p;
    *p = x > old ? x : old;
    return old;
}

PPCL_INLINE T ppcl_local_atomic_cmpxchg_pT_T_T(volatile T *p, T expected, T x)
{
    const T old = *p;
    *p = old == expected ? x : old;
    return old;
}
