/* What the lanes of ppcl_lanes.h read and write that is not next to the neighbours', or is not known
   to be. */
#ifndef PPCL_LANES_ANYWHERE_H
#define PPCL_LANES_ANYWHERE_H

#include "ppcl_lanes.h"

/* Whether numbers are each one more than the lane's before: then elements are next to each other.
   They do not wrap around: those behind 0xffffffff lie far in front of it. */
#define PPCL_ARE_NEXT(number)                                                                 \
    PPCL_INLINE int ppcl_are_next_##number(ppcl_##number at)                                  \
    {                                                                                         \
        const ppcl_uints lanes = {PPCL_EACH(PPCL_LANE)};                                      \
        const ppcl_uints first = ppcl_splat_uints((uint)at[0]);                               \
        return at[0] < at[PPCL_WIDTH - 1] &&                                                  \
               !ppcl_some_ints((ppcl_ints)((ppcl_uints)at - first != lanes));                 \
    }
PPCL_ARE_NEXT(ints)
PPCL_ARE_NEXT(uints)

/* Whether all numbers are one: then one element is enough. */
PPCL_INLINE int ppcl_are_same_ints(ppcl_ints at)
{
    return !ppcl_some_ints((ppcl_ints)(at != ppcl_splat_ints(at[0])));
}

/* An address of which compilers do not know what it is in: they would warn of an array that is
   shorter than a vector, though its elements are never next to each other then. */
PPCL_INLINE const void *ppcl_unseen(const void *there)
{
    __asm__("" : "+r"(there));
    return there;
}

/* Elements from anywhere behind an address, by number. */
#if PPCL_WIDTH == 16
#define PPCL_GATHER_OF(type, name)                                                                 \
    PPCL_INLINE ppcl_##name ppcl_gather_##name##_ints(const type *there, ppcl_ints at)                    \
    {                                                                                              \
        if (ppcl_are_next_ints(at))                                                                \
            return ppcl_load_##name((const type *)ppcl_unseen(there + at[0]));                                   \
        if (ppcl_are_same_ints(at))                                                                \
            return ppcl_splat_##name(there[at[0]]);                                                \
        return (ppcl_##name)_mm512_i32gather_epi32((__m512i)at, there, 4);                         \
    }                                                                                              \
    PPCL_INLINE ppcl_##name ppcl_gather_##name##_ints_where(ppcl_ints mask, const type *there,          \
                                                       ppcl_ints at)                               \
    {                                                                                              \
        const __m512i none = _mm512_setzero_si512();                                               \
        if (ppcl_are_next_ints(at))                                                                \
            return ppcl_load_##name##_where(mask, (const type *)ppcl_unseen(there + at[0]));                     \
        return (ppcl_##name)_mm512_mask_i32gather_epi32(none, PPCL_MASK, (__m512i)at, there, 4);   \
    }
#elif PPCL_WIDTH == 8
#define PPCL_GATHER_OF(type, name)                                                                 \
    PPCL_INLINE ppcl_##name ppcl_gather_##name##_ints(const type *there, ppcl_ints at)                    \
    {                                                                                              \
        if (ppcl_are_next_ints(at))                                                                \
            return ppcl_load_##name((const type *)ppcl_unseen(there + at[0]));                                   \
        if (ppcl_are_same_ints(at))                                                                \
            return ppcl_splat_##name(there[at[0]]);                                                \
        return (ppcl_##name)_mm256_i32gather_epi32((const int *)there, (__m256i)at, 4);            \
    }                                                                                              \
    PPCL_INLINE ppcl_##name ppcl_gather_##name##_ints_where(ppcl_ints mask, const type *there,          \
                                                       ppcl_ints at)                               \
    {                                                                                              \
        const __m256i none = _mm256_setzero_si256();                                               \
        if (ppcl_are_next_ints(at))                                                                \
            return ppcl_load_##name##_where(mask, (const type *)ppcl_unseen(there + at[0]));                     \
        return (ppcl_##name)_mm256_mask_i32gather_epi32(none, (const int *)there, (__m256i)at,     \
                                                        (__m256i)mask, 4);                         \
    }
#else
#define PPCL_GATHER_OF(type, name) PPCL_GATHER_BY(type, name, ints)
#endif
#define PPCL_GATHER_BY(type, name, number)                                                         \
    PPCL_INLINE ppcl_##name ppcl_gather_##name##_##number##_where(                                 \
        ppcl_ints mask, const type *there, ppcl_##number at)                                       \
    {                                                                                              \
        ppcl_##name found = ppcl_splat_##name(0);                                                  \
        int lane;                                                                                  \
        if (ppcl_are_next_##number(at))                                                            \
            return ppcl_load_##name##_where(mask, (const type *)ppcl_unseen(there + at[0]));                     \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                found[lane] = there[at[lane]];                                                     \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE ppcl_##name ppcl_gather_##name##_##number(const type *there, ppcl_##number at)     \
    {                                                                                              \
        if (ppcl_are_next_##number(at))                                                            \
            return ppcl_load_##name((const type *)ppcl_unseen(there + at[0]));                                   \
        else {                                                                                     \
            const ppcl_##name found = {PPCL_EACH(PPCL_THERE)};                                     \
            return found;                                                                          \
        }                                                                                          \
    }
#define PPCL_THERE(lane) there[at[lane]]
#define PPCL_SCATTER_BY(type, name, number)                                                        \
    PPCL_INLINE void ppcl_scatter_##name##_##number##_where(                                       \
        ppcl_ints mask, type *there, ppcl_##number at, ppcl_##name x)                              \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                there[at[lane]] = x[lane];                                                         \
    }                                                                                              \
    PPCL_INLINE void ppcl_scatter_##name##_##number(type *there, ppcl_##number at, ppcl_##name x)  \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            there[at[lane]] = x[lane];                                                             \
    }
/* Elements so far apart; where registers are widest, one instruction is faster than their lanes. */
#if PPCL_WIDTH == 16
#define PPCL_REVERSED(lane) 15 - lane
#define PPCL_TURNED_ROUND(there) \
    _mm512_permutexvar_epi32((__m512i)lanes, _mm512_loadu_si512((const void *)(there - 15)))
#elif PPCL_WIDTH == 8
#define PPCL_REVERSED(lane) 7 - lane
#define PPCL_TURNED_ROUND(there) \
    _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(there - 7)), (__m256i)lanes)
#endif
#if PPCL_WIDTH >= 8
#define PPCL_STRIDED(type, name)                                                      \
    PPCL_INLINE ppcl_##name ppcl_strided_##name(const type *there, int step)          \
    {                                                                                 \
        const ppcl_ints lanes = {PPCL_EACH(PPCL_REVERSED)};                           \
        if (step == -1)                                                               \
            return (ppcl_##name)PPCL_TURNED_ROUND(there);                             \
        PPCL_OTHER_STEPS(name)                                                        \
    }
#else
#define PPCL_STRIDED(type, name)                                                      \
    PPCL_INLINE ppcl_##name ppcl_strided_##name(const type *there, int step)          \
    {                                                                                 \
        PPCL_OTHER_STEPS(name)                                                        \
    }
#endif
#if PPCL_WIDTH == 16
#define PPCL_OTHER_STEPS(name) return ppcl_gather_##name##_ints(there, (15 - lanes) * step);
#else
#define PPCL_OTHER_STEPS(name)                                                        \
    {                                                                                 \
        const ppcl_##name found = {PPCL_EACH(PPCL_STEPS)};                            \
        return found;                                                                 \
    }
#endif
#define PPCL_STEPS(lane) there[(ptrdiff_t)lane * step]
#define PPCL_ANYWHERE(type, name)      \
    PPCL_GATHER_OF(type, name)         \
    PPCL_STRIDED(type, name)           \
    PPCL_GATHER_BY(type, name, uints)  \
    PPCL_SCATTER_BY(type, name, ints)  \
    PPCL_SCATTER_BY(type, name, uints)
PPCL_ANYWHERE(float, floats)
PPCL_ANYWHERE(int, ints)
PPCL_ANYWHERE(uint, uints)

#endif
