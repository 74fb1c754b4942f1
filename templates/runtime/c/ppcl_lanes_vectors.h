/* What the lanes of ppcl_lanes.h read and write that is more than a number: OpenCL vectors in memory,
   and arrays that each work-item has one of. */
#ifndef PPCL_LANES_VECTORS_H
#define PPCL_LANES_VECTORS_H

#include "ppcl_lanes.h"

/* OpenCL vectors with room for so many numbers, from anywhere behind an address, by number: one of
   their components. */
#define PPCL_PARTS(type, name, number)                                                             \
    PPCL_INLINE ppcl_##name ppcl_part_##name##_##number(const type *there, ppcl_##number at,       \
                                                        int count, int part)                       \
    {                                                                                              \
        PPCL_TURN(name, PPCL_FOUR_THERE)                                                           \
        PPCL_NEXT_PAIRS(name, number)                                                              \
        const ppcl_##name found = {PPCL_EACH(PPCL_PART)};                                          \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE ppcl_##name ppcl_part_##name##_##number##_where(                                   \
        ppcl_ints mask, const type *there, ppcl_##number at, int count, int part)                  \
    {                                                                                              \
        PPCL_TURN(name, PPCL_FOUR_WHERE)                                                           \
        ppcl_##name found = ppcl_splat_##name(0);                                                  \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                found[lane] = PPCL_PART(lane);                                                     \
        return found;                                                                              \
    }
#define PPCL_PART(lane) there[(ptrdiff_t)at[lane] * count + part]

/* Every other number from an address on: a component of neighbours' vectors of two. */
PPCL_INLINE ppcl_floats ppcl_every_other_floats(const float *there, int part)
{
#if PPCL_WIDTH == 16
    const ppcl_ints lanes = {PPCL_EACH(PPCL_LANE)};
    const __m512i at = (__m512i)(lanes * 2 + part);
    return (ppcl_floats)_mm512_permutex2var_ps(_mm512_loadu_ps(there), at, _mm512_loadu_ps(there + 16));
#elif PPCL_WIDTH == 8
    const __m256 low = _mm256_loadu_ps(there), high = _mm256_loadu_ps(there + 8);
    const __m256 pairs = part == 0 ? _mm256_shuffle_ps(low, high, 0x88) : _mm256_shuffle_ps(low, high, 0xdd);
    return (ppcl_floats)_mm256_permute4x64_pd(_mm256_castps_pd(pairs), 0xd8);
#else
    const ppcl_floats found = {there[part], there[2 + part], there[4 + part], there[6 + part]};
    return found;
#endif
}
#define PPCL_NEXT_PAIRS(name, number)                                                              \
    if (count == 2 && ppcl_are_next_##number(at))                                                  \
        return (ppcl_##name)ppcl_every_other_floats(                                               \
            (const float *)ppcl_unseen(there + 2 * (ptrdiff_t)at[0]), part);

/* Vectors of four are loaded as a whole, and turned: one component of each. */
#if PPCL_WIDTH >= 8
PPCL_INLINE __m256 ppcl_turned(__m256 a, __m256 b, __m256 c, __m256 d, int part)
{
    const __m256 ab = part < 2 ? _mm256_unpacklo_ps(a, b) : _mm256_unpackhi_ps(a, b);
    const __m256 cd = part < 2 ? _mm256_unpacklo_ps(c, d) : _mm256_unpackhi_ps(c, d);
    return part % 2 == 0 ? _mm256_shuffle_ps(ab, cd, 0x44) : _mm256_shuffle_ps(ab, cd, 0xee);
}

PPCL_INLINE __m256 ppcl_turned_pairs(__m128 a, __m128 b, __m128 c, __m128 d, __m128 e, __m128 f,
                                     __m128 g, __m128 h, int part)
{
    return ppcl_turned(_mm256_set_m128(e, a), _mm256_set_m128(f, b), _mm256_set_m128(g, c),
                       _mm256_set_m128(h, d), part);
}

static const float ppcl_no_vector[4] = {0, 0, 0, 0};
#define PPCL_FOUR_THERE(lane) _mm_loadu_ps((const float *)there + 4 * (ptrdiff_t)at[lane])
#define PPCL_FOUR_WHERE(lane) \
    _mm_loadu_ps(mask[lane] ? (const float *)there + 4 * (ptrdiff_t)at[lane] : ppcl_no_vector)
#if PPCL_WIDTH == 16
#define PPCL_TURNED(f)                                                                          \
    _mm512_castpd_ps(_mm512_insertf64x4(                                                        \
        _mm512_castpd256_pd512(_mm256_castps_pd(                                                \
            ppcl_turned_pairs(f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), part))),          \
        _mm256_castps_pd(                                                                       \
            ppcl_turned_pairs(f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15), part)), 1))
#else
#define PPCL_TURNED(f) ppcl_turned_pairs(PPCL_EACH(f), part)
#endif
#define PPCL_TURN(name, f)                    \
    if (count == 4)                           \
        return (ppcl_##name)PPCL_TURNED(f);
#else
#define PPCL_TURN(name, f)
#endif
#define PPCL_CHANGES(type, name, number)                                                           \
    PPCL_INLINE void ppcl_change_##name##_##number(type *there, ppcl_##number at, int count,       \
                                                   int part, ppcl_##name x)                        \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            PPCL_PART(lane) = x[lane];                                                             \
    }                                                                                              \
    PPCL_INLINE void ppcl_change_##name##_##number##_where(                                        \
        ppcl_ints mask, type *there, ppcl_##number at, int count, int part, ppcl_##name x)         \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                PPCL_PART(lane) = x[lane];                                                         \
    }
/* All components of OpenCL vectors. */
#define PPCL_PUTS(type, name, number, lanes, count, taken, parts)                                  \
    PPCL_INLINE void ppcl_put##lanes##_##name##_##number(type *there, ppcl_##number at,            \
                                                         taken(ppcl_##name))                       \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++) {                                                \
            type *const own = there + (ptrdiff_t)at[lane] * count;                                 \
            parts;                                                                                 \
        }                                                                                          \
    }                                                                                              \
    PPCL_INLINE void ppcl_put##lanes##_##name##_##number##_where(                                  \
        ppcl_ints mask, type *there, ppcl_##number at, taken(ppcl_##name))                         \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane]) {                                                                      \
                type *const own = there + (ptrdiff_t)at[lane] * count;                             \
                parts;                                                                             \
            }                                                                                      \
    }
#define PPCL_TWO(type) type x, type y
#define PPCL_THREE(type) type x, type y, type z
#define PPCL_FOUR(type) type x, type y, type z, type w
#define PPCL_VECTORS_OF_NUMBER(type, name, number)                                                 \
    PPCL_PARTS(type, name, number)                                                                 \
    PPCL_CHANGES(type, name, number)                                                               \
    PPCL_ALL_PUTS(type, name, number)
#define PPCL_ALL_PUTS(type, name, number)                                                          \
    PPCL_PUTS(type, name, number, 2, 2, PPCL_TWO, (own[0] = x[lane], own[1] = y[lane]))            \
    PPCL_PUTS(type, name, number, 3, 4, PPCL_THREE,                                                \
              (own[0] = x[lane], own[1] = y[lane], own[2] = z[lane]))                              \
    PPCL_PUTS(type, name, number, 4, 4, PPCL_FOUR,                                                 \
              (own[0] = x[lane], own[1] = y[lane], own[2] = z[lane], own[3] = w[lane]))
#define PPCL_OPENCL_VECTORS(type, name)      \
    PPCL_VECTORS_OF_NUMBER(type, name, ints) \
    PPCL_VECTORS_OF_NUMBER(type, name, uints)
PPCL_OPENCL_VECTORS(float, floats)
PPCL_OPENCL_VECTORS(int, ints)
PPCL_OPENCL_VECTORS(uint, uints)

/* Elements of arrays that each work-item has one of, by number. */
#define PPCL_OWN(type, name, number)                                                               \
    PPCL_INLINE ppcl_##name ppcl_own_##name##_##number(const ppcl_##name *own, ppcl_##number at)   \
    {                                                                                              \
        const ppcl_##name found = {PPCL_EACH(PPCL_OWNED)};                                         \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE ppcl_##name ppcl_own_##name##_##number##_where(                                    \
        ppcl_ints mask, const ppcl_##name *own, ppcl_##number at)                                  \
    {                                                                                              \
        ppcl_##name found = ppcl_splat_##name(0);                                                  \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                found[lane] = PPCL_OWNED(lane);                                                    \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE void ppcl_keep_##name##_##number(ppcl_##name *own, ppcl_##number at, ppcl_##name x) \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            PPCL_OWNED(lane) = x[lane];                                                            \
    }                                                                                              \
    PPCL_INLINE void ppcl_keep_##name##_##number##_where(ppcl_ints mask, ppcl_##name *own,         \
                                                         ppcl_##number at, ppcl_##name x)          \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                PPCL_OWNED(lane) = x[lane];                                                        \
    }
#define PPCL_OWNED(lane) own[at[lane]][lane]
#define PPCL_OWN_ARRAYS(type, name) \
    PPCL_OWN(type, name, ints)      \
    PPCL_OWN(type, name, uints)
PPCL_OWN_ARRAYS(float, floats)
PPCL_OWN_ARRAYS(int, ints)
PPCL_OWN_ARRAYS(uint, uints)

#endif
