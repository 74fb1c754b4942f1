/* Vectors with a lane for each of some neighbouring work-items, as many as a register has
   (docs/c-backend.md). gcc and clang have operators for them; here is what else there is. */
#ifndef PPCL_LANES_H
#define PPCL_LANES_H

#include "ppcl_compiler.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* How many work-items the program's shortest row has, if less than a vector may have. */
#ifndef PPCL_ROW
#define PPCL_ROW 16
#endif

/* How many 32-bit numbers a vector may have: where there are some of 64 bits, half a register. */
#ifdef PPCL_WIDE
#define PPCL_HALVES 2
#else
#define PPCL_HALVES 1
#endif

#if defined(__AVX512F__) && PPCL_ROW >= 16 && PPCL_HALVES == 1
#define PPCL_WIDTH 16
#define PPCL_EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), PPCL_UPPER(f)
#define PPCL_UPPER(f) f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)
#elif (defined(__AVX512F__) || (defined(__AVX2__) && PPCL_HALVES == 1)) && PPCL_ROW >= 8
#define PPCL_WIDTH 8
#define PPCL_EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#else
#define PPCL_WIDTH 4
#define PPCL_EACH(f) f(0), f(1), f(2), f(3)
#endif

/* A function with vectors. Lanes that are not there compute, too, and may overflow, which is not to
   be reported. */
#define PPCL_OF_ROWS __attribute__((no_sanitize("signed-integer-overflow")))

/* How many vectors so many work-items have; how many work-items run a loop over vectors together: a
   sum waits for the one before it, and four can wait at the same time. */
#define PPCL_VECTORS_OF(pack) ((pack + PPCL_WIDTH - 1) / PPCL_WIDTH)
#if PPCL_PACK / 4 * PPCL_WIDTH > PPCL_PACK
#define PPCL_ROW_PACK (PPCL_PACK / 4 * PPCL_WIDTH)
#else
#define PPCL_ROW_PACK PPCL_PACK
#endif

/* A vector's type; its elements in memory, which are no more aligned than one is; the same number in
   all lanes, and numbers from one on. */
#define PPCL_ROW_OF(type, name)                                                              \
    typedef type ppcl_##name __attribute__((vector_size(PPCL_WIDTH * sizeof(type))));        \
    typedef type ppcl_##name##_there                                                         \
        __attribute__((vector_size(PPCL_WIDTH * sizeof(type)), aligned(sizeof(type)), may_alias)); \
    PPCL_INLINE ppcl_##name ppcl_load_##name(const type *there)                              \
    {                                                                                        \
        return *(const ppcl_##name##_there *)there;                                          \
    }                                                                                        \
    PPCL_INLINE void ppcl_store_##name(type *there, ppcl_##name x)                           \
    {                                                                                        \
        *(ppcl_##name##_there *)there = x;                                                   \
    }                                                                                        \
    PPCL_INLINE ppcl_##name ppcl_splat_##name(type x)                                          \
    {                                                                                        \
        const ppcl_##name all = {PPCL_EACH(PPCL_SAME)};                                      \
        return all;                                                                          \
    }
#define PPCL_SAME(lane) x
#define PPCL_LANE(lane) lane

/* Elements under a mask, whose lanes are -1 or 0: nothing else is touched, and read as 0. */
#define PPCL_LANE_BY_LANE(type, name)                                                        \
    PPCL_INLINE ppcl_##name ppcl_load_##name##_where(ppcl_ints mask, const type *there)      \
    {                                                                                        \
        ppcl_##name found = ppcl_splat_##name(0);                                              \
        int lane;                                                                            \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                            \
            if (mask[lane])                                                                  \
                found[lane] = there[lane];                                                   \
        return found;                                                                        \
    }                                                                                        \
    PPCL_INLINE void ppcl_store_##name##_where(ppcl_ints mask, type *there, ppcl_##name x)   \
    {                                                                                        \
        int lane;                                                                            \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                            \
            if (mask[lane])                                                                  \
                there[lane] = x[lane];                                                       \
    }
#define PPCL_BY_INSTRUCTION(type, name, load, store)                                         \
    PPCL_INLINE ppcl_##name ppcl_load_##name##_where(ppcl_ints mask, const type *there)      \
    {                                                                                        \
        return (ppcl_##name)load;                                                            \
    }                                                                                        \
    PPCL_INLINE void ppcl_store_##name##_where(ppcl_ints mask, type *there, ppcl_##name x)   \
    {                                                                                        \
        store;                                                                               \
    }

PPCL_ROW_OF(float, floats)
PPCL_ROW_OF(int, ints)
PPCL_ROW_OF(uint, uints)
PPCL_ROW_OF(double, doubles)

#if PPCL_WIDTH == 16
#define PPCL_MASK _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask)
#define PPCL_OF_INTEGERS(type, name)                                             \
    PPCL_BY_INSTRUCTION(type, name, _mm512_maskz_loadu_epi32(PPCL_MASK, there),  \
                        _mm512_mask_storeu_epi32(there, PPCL_MASK, (__m512i)x))
PPCL_BY_INSTRUCTION(float, floats, _mm512_maskz_loadu_ps(PPCL_MASK, there),
                    _mm512_mask_storeu_ps(there, PPCL_MASK, (__m512)x))
PPCL_OF_INTEGERS(int, ints)
PPCL_OF_INTEGERS(uint, uints)
#elif PPCL_WIDTH == 8
#define PPCL_OF_INTEGERS(type, name)                                                   \
    PPCL_BY_INSTRUCTION(type, name, _mm256_maskload_epi32((const int *)there, (__m256i)mask), \
                        _mm256_maskstore_epi32((int *)there, (__m256i)mask, (__m256i)x))
PPCL_BY_INSTRUCTION(float, floats, _mm256_maskload_ps(there, (__m256i)mask),
                    _mm256_maskstore_ps(there, (__m256i)mask, (__m256)x))
PPCL_OF_INTEGERS(int, ints)
PPCL_OF_INTEGERS(uint, uints)
#elif defined(__AVX2__)
#define PPCL_OF_INTEGERS(type, name)                                                        \
    PPCL_BY_INSTRUCTION(type, name, _mm_maskload_epi32((const int *)there, (__m128i)mask),  \
                        _mm_maskstore_epi32((int *)there, (__m128i)mask, (__m128i)x))
PPCL_BY_INSTRUCTION(float, floats, _mm_maskload_ps(there, (__m128i)mask),
                    _mm_maskstore_ps(there, (__m128i)mask, (__m128)x))
PPCL_OF_INTEGERS(int, ints)
PPCL_OF_INTEGERS(uint, uints)
#else
PPCL_LANE_BY_LANE(float, floats)
PPCL_LANE_BY_LANE(int, ints)
PPCL_LANE_BY_LANE(uint, uints)
#endif

/* Whether a mask is set for any lane. */
PPCL_INLINE int ppcl_some_ints(ppcl_ints mask)
{
#if PPCL_WIDTH == 16
    return PPCL_MASK != 0;
#elif PPCL_WIDTH == 8
    return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
#elif defined(__AVX2__)
    return !_mm_testz_si128((__m128i)mask, (__m128i)mask);
#else
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}

/* A mask for so many lanes, the first ones. */
PPCL_INLINE ppcl_ints ppcl_first_ints(int count)
{
    const ppcl_ints lanes = {PPCL_EACH(PPCL_LANE)};
    return (ppcl_ints)(lanes < ppcl_splat_ints(count));
}

/* Masks of whether numbers of 64 bits from one on are below a limit, or no more than it. Those
   without a sign may go on at 0. */
PPCL_INLINE ppcl_ints ppcl_lanes_up_to(ulong last)
{
    return ppcl_first_ints(last < PPCL_WIDTH - 1 ? (int)last + 1 : PPCL_WIDTH);
}

#define PPCL_BELOW(lane) -(first + lane < limit)
#define PPCL_UP_TO(lane) -(first + lane <= limit)
#define PPCL_COMPARED(type, turns)                                                           \
    PPCL_INLINE ppcl_ints ppcl_below_##type(type first, type limit)                          \
    {                                                                                        \
        if (turns) {                                                                         \
            const ppcl_ints found = {PPCL_EACH(PPCL_BELOW)};                                 \
            return found;                                                                    \
        }                                                                                    \
        return first < limit ? ppcl_lanes_up_to((ulong)limit - (ulong)first - 1)             \
                             : ppcl_splat_ints(0);                                           \
    }                                                                                        \
    PPCL_INLINE ppcl_ints ppcl_up_to_##type(type first, type limit)                          \
    {                                                                                        \
        if (turns) {                                                                         \
            const ppcl_ints found = {PPCL_EACH(PPCL_UP_TO)};                                 \
            return found;                                                                    \
        }                                                                                    \
        return first <= limit ? ppcl_lanes_up_to((ulong)limit - (ulong)first)                \
                              : ppcl_splat_ints(0);                                          \
    }
PPCL_COMPARED(long, 0)
PPCL_COMPARED(ulong, first > (ulong)-PPCL_WIDTH)

/* What is set in some of a pack's masks. */
PPCL_INLINE ppcl_ints ppcl_joined_ints(const ppcl_ints *masks, int vectors)
{
    ppcl_ints found = masks[0];
    int vector;
    for (vector = 1; vector < vectors; vector++)
        found |= masks[vector];
    return found;
}

/* One of two vectors by lane: the first where the mask is set. Where there are masks of bits, gcc 12
   takes a wrong one for blendv. */
#if PPCL_WIDTH == 8 && defined(__AVX512VL__)
#define PPCL_BITS _mm256_test_epi32_mask((__m256i)mask, (__m256i)mask)
#define PPCL_SELECT(x, y) _mm256_mask_blend_epi32(PPCL_BITS, (__m256i)y, (__m256i)x)
#elif PPCL_WIDTH == 4 && defined(__AVX512VL__)
#define PPCL_BITS _mm_test_epi32_mask((__m128i)mask, (__m128i)mask)
#define PPCL_SELECT(x, y) _mm_mask_blend_epi32(PPCL_BITS, (__m128i)y, (__m128i)x)
#elif PPCL_WIDTH == 16
#define PPCL_SELECT(x, y) _mm512_mask_blend_epi32(PPCL_MASK, (__m512i)y, (__m512i)x)
#elif PPCL_WIDTH == 8
#define PPCL_SELECT(x, y) _mm256_blendv_epi8((__m256i)y, (__m256i)x, (__m256i)mask)
#elif defined(__AVX2__)
#define PPCL_SELECT(x, y) _mm_blendv_epi8((__m128i)y, (__m128i)x, (__m128i)mask)
#else
#define PPCL_SELECT(x, y) (((ppcl_ints)x & mask) | ((ppcl_ints)y & ~mask))
#endif
#define PPCL_SELECT_OF(name)                                                                       \
    PPCL_INLINE ppcl_##name ppcl_select_##name(ppcl_ints mask, ppcl_##name x, ppcl_##name y)       \
    {                                                                                              \
        return (ppcl_##name)PPCL_SELECT(x, y);                                                     \
    }
PPCL_SELECT_OF(floats)
PPCL_SELECT_OF(ints)
PPCL_SELECT_OF(uints)

PPCL_INLINE ppcl_uints ppcl_numbers_uints(uint first, uint step)
{
    const ppcl_uints lanes = {PPCL_EACH(PPCL_LANE)};
    return ppcl_splat_uints(first) + ppcl_splat_uints(step) * lanes;
}

/* Of lanes that are not there, too: they may overflow. */
PPCL_INLINE ppcl_ints ppcl_numbers_ints(int first, int step)
{
    return (ppcl_ints)ppcl_numbers_uints((uint)first, (uint)step);
}

/* The numbers of one type as those of another; of integers, the bits. */
#define PPCL_CONVERT(to, from, converted)                        \
    PPCL_INLINE ppcl_##to ppcl_convert_##to##_##from(ppcl_##from x) \
    {                                                            \
        return converted;                                        \
    }
PPCL_CONVERT(floats, ints, __builtin_convertvector(x, ppcl_floats))
PPCL_CONVERT(floats, uints, __builtin_convertvector(x, ppcl_floats))
PPCL_CONVERT(ints, floats, __builtin_convertvector(x, ppcl_ints))
PPCL_CONVERT(uints, floats, __builtin_convertvector(x, ppcl_uints))
PPCL_CONVERT(ints, uints, (ppcl_ints)x)
PPCL_CONVERT(uints, ints, (ppcl_uints)x)

/* By way of numbers that have more than 32 bits. */
PPCL_INLINE ppcl_doubles ppcl_doubles_ints(ppcl_ints x)
{
#if PPCL_WIDTH == 16 && !defined(__OPTIMIZE__)
    ppcl_doubles found; /* gcc 13 comes to an internal error else */
    int lane;
    for (lane = 0; lane < PPCL_WIDTH; lane++)
        found[lane] = x[lane];
    return found;
#else
    return __builtin_convertvector(x, ppcl_doubles);
#endif
}

PPCL_INLINE ppcl_ints ppcl_ints_doubles(ppcl_doubles x)
{
    return __builtin_convertvector(x, ppcl_ints);
}

#include "ppcl_lanes_anywhere.h"
#include "ppcl_lanes_vectors.h"
#include "ppcl_lanes_narrow.h"
#ifdef PPCL_WIDE
#include "ppcl_lanes_wide.h"
#endif

#endif
