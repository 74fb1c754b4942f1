/* Rows of numbers of 64 bits, for programs that have some: PPCL_WIDE makes vectors of ppcl_lanes.h so
   short that a register has as many of them. */
#ifndef PPCL_LANES_WIDE_H
#define PPCL_LANES_WIDE_H

#include "ppcl_lanes.h"

PPCL_ROW_OF(long, longs)
PPCL_ROW_OF(ulong, ulongs)

/* Masks as comparisons of these numbers give them, and as all else has them. */
PPCL_INLINE ppcl_longs ppcl_convert_longs_ints(ppcl_ints x)
{
#if PPCL_WIDTH == 8
    return (ppcl_longs)_mm512_cvtepi32_epi64((__m256i)x);
#elif defined(__AVX2__)
    return (ppcl_longs)_mm256_cvtepi32_epi64((__m128i)x);
#else
    const ppcl_longs found = {x[0], x[1], x[2], x[3]};
    return found;
#endif
}

PPCL_INLINE ppcl_ints ppcl_convert_ints_longs(ppcl_longs x)
{
#if PPCL_WIDTH == 8
    return (ppcl_ints)_mm512_cvtepi64_epi32((__m512i)x);
#elif defined(__AVX2__)
    const __m256i low = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return (ppcl_ints)_mm256_castsi256_si128(_mm256_permutevar8x32_epi32((__m256i)x, low));
#else
    const ppcl_ints found = {(int)x[0], (int)x[1], (int)x[2], (int)x[3]};
    return found;
#endif
}

PPCL_INLINE int ppcl_some_longs(ppcl_longs mask)
{
    return ppcl_some_ints(ppcl_convert_ints_longs(mask));
}

#define PPCL_WIDE_MASK ppcl_convert_longs_ints(mask)
#if PPCL_WIDTH == 8
#define PPCL_MASK_512 _mm512_castsi256_si512((__m256i)mask)
#define PPCL_WIDE_BITS (__mmask8)_mm512_test_epi32_mask(PPCL_MASK_512, PPCL_MASK_512)
#define PPCL_SELECT_WIDE(x, y) _mm512_mask_blend_epi64(PPCL_WIDE_BITS, (__m512i)y, (__m512i)x)
#elif defined(__AVX512VL__)
#define PPCL_SELECT_WIDE(x, y) _mm256_mask_blend_epi64(PPCL_BITS, (__m256i)y, (__m256i)x)
#elif defined(__AVX2__)
#define PPCL_SELECT_WIDE(x, y) _mm256_blendv_epi8((__m256i)y, (__m256i)x, (__m256i)PPCL_WIDE_MASK)
#else
#define PPCL_SELECT_WIDE(x, y) (((ppcl_longs)x & PPCL_WIDE_MASK) | ((ppcl_longs)y & ~PPCL_WIDE_MASK))
#endif

#if PPCL_WIDTH == 8
#define PPCL_WIDE_WHERE(type, name)                                                          \
    PPCL_BY_INSTRUCTION(type, name, _mm512_maskz_loadu_epi64(PPCL_WIDE_BITS, there),         \
                        _mm512_mask_storeu_epi64(there, PPCL_WIDE_BITS, (__m512i)x))
#elif defined(__AVX2__)
#define PPCL_WIDE_WHERE(type, name)                                                          \
    PPCL_BY_INSTRUCTION(                                                                     \
        type, name, _mm256_maskload_epi64((const long long *)there, (__m256i)PPCL_WIDE_MASK), \
        _mm256_maskstore_epi64((long long *)there, (__m256i)PPCL_WIDE_MASK, (__m256i)x))
#else
#define PPCL_WIDE_WHERE(type, name) PPCL_LANE_BY_LANE(type, name)
#endif

PPCL_INLINE ppcl_ulongs ppcl_numbers_ulongs(ulong first, ulong step)
{
    const ppcl_ulongs lanes = {PPCL_EACH(PPCL_LANE)};
    return ppcl_splat_ulongs(first) + ppcl_splat_ulongs(step) * lanes;
}

PPCL_INLINE ppcl_longs ppcl_numbers_longs(long first, long step)
{
    return (ppcl_longs)ppcl_numbers_ulongs((ulong)first, (ulong)step);
}

#define PPCL_AS_INT(lane) (int)x[lane]
#define PPCL_AS_UINT(lane) (uint)x[lane]
#define PPCL_AS_LONG(lane) (long)x[lane]
#define PPCL_AS_ULONG(lane) (ulong)x[lane]
#define PPCL_AS_FLOAT(lane) (float)x[lane]
#define PPCL_AS_DOUBLE(lane) (double)x[lane]
#define PPCL_CONVERT_EACH(to, from, each)                           \
    PPCL_INLINE ppcl_##to ppcl_convert_##to##_##from(ppcl_##from x) \
    {                                                               \
        const ppcl_##to found = {PPCL_EACH(each)};                  \
        return found;                                               \
    }
PPCL_CONVERT(doubles, ints, ppcl_doubles_ints(x))
PPCL_CONVERT(doubles, uints, __builtin_convertvector(x, ppcl_doubles))
PPCL_CONVERT(doubles, floats, __builtin_convertvector(x, ppcl_doubles))
PPCL_CONVERT(ints, doubles, ppcl_ints_doubles(x))
PPCL_CONVERT(floats, doubles, __builtin_convertvector(x, ppcl_floats))
PPCL_CONVERT_EACH(uints, doubles, PPCL_AS_UINT)
PPCL_CONVERT(longs, ulongs, (ppcl_longs)x)
PPCL_CONVERT(ulongs, longs, (ppcl_ulongs)x)
PPCL_CONVERT(longs, longs, x)
PPCL_CONVERT(ulongs, ints, (ppcl_ulongs)ppcl_convert_longs_ints(x))
PPCL_CONVERT(longs, uints, ppcl_convert_longs_ints((ppcl_ints)x) & 0xffffffffL)
PPCL_CONVERT(ulongs, uints, (ppcl_ulongs)ppcl_convert_longs_uints(x))
PPCL_CONVERT(uints, longs, (ppcl_uints)ppcl_convert_ints_longs(x))
PPCL_CONVERT(ints, ulongs, ppcl_convert_ints_longs((ppcl_longs)x))
PPCL_CONVERT(uints, ulongs, (ppcl_uints)ppcl_convert_ints_longs((ppcl_longs)x))
#if PPCL_WIDTH == 8 && defined(__AVX512DQ__)
PPCL_CONVERT(doubles, longs, (ppcl_doubles)_mm512_cvtepi64_pd((__m512i)x))
PPCL_CONVERT(doubles, ulongs, (ppcl_doubles)_mm512_cvtepu64_pd((__m512i)x))
PPCL_CONVERT(longs, doubles, (ppcl_longs)_mm512_cvttpd_epi64((__m512d)x))
PPCL_CONVERT(floats, longs, (ppcl_floats)_mm512_cvtepi64_ps((__m512i)x))
PPCL_CONVERT(floats, ulongs, (ppcl_floats)_mm512_cvtepu64_ps((__m512i)x))
#else
PPCL_CONVERT_EACH(doubles, longs, PPCL_AS_DOUBLE)
PPCL_CONVERT_EACH(doubles, ulongs, PPCL_AS_DOUBLE)
PPCL_CONVERT_EACH(longs, doubles, PPCL_AS_LONG)
PPCL_CONVERT_EACH(floats, longs, PPCL_AS_FLOAT)
PPCL_CONVERT_EACH(floats, ulongs, PPCL_AS_FLOAT)
#endif
PPCL_CONVERT_EACH(ulongs, doubles, PPCL_AS_ULONG)
PPCL_CONVERT_EACH(longs, floats, PPCL_AS_LONG)
PPCL_CONVERT_EACH(ulongs, floats, PPCL_AS_ULONG)

/* Elements by numbers of 64 bits. */
#define PPCL_ARE_NEXT_WIDE(number)                                                           \
    PPCL_INLINE int ppcl_are_next_##number(ppcl_##number at)                                 \
    {                                                                                        \
        const ppcl_ulongs lanes = {PPCL_EACH(PPCL_LANE)};                                    \
        const ppcl_ulongs first = ppcl_splat_ulongs((ulong)at[0]);                           \
        const ppcl_longs others = (ppcl_longs)((ppcl_ulongs)at - first != lanes);            \
        return !ppcl_some_ints(ppcl_convert_ints_longs(others));                             \
    }
PPCL_ARE_NEXT_WIDE(longs)
PPCL_ARE_NEXT_WIDE(ulongs)
#define PPCL_BY_WIDE(type, name)           \
    PPCL_GATHER_BY(type, name, longs)      \
    PPCL_GATHER_BY(type, name, ulongs)     \
    PPCL_SCATTER_BY(type, name, longs)     \
    PPCL_SCATTER_BY(type, name, ulongs)
#define PPCL_OTHERS_BY_WIDE(type, name)              \
    PPCL_BY_WIDE(type, name)                         \
    PPCL_OWN(type, name, longs)                      \
    PPCL_OWN(type, name, ulongs)                     \
    PPCL_VECTORS_OF_NUMBER(type, name, longs)        \
    PPCL_VECTORS_OF_NUMBER(type, name, ulongs)
PPCL_OTHERS_BY_WIDE(float, floats)
PPCL_OTHERS_BY_WIDE(int, ints)
PPCL_OTHERS_BY_WIDE(uint, uints)
#define PPCL_NARROW_BY_WIDE(type, name)     \
    PPCL_NARROW_ANYWHERE(type, name, longs) \
    PPCL_NARROW_ANYWHERE(type, name, ulongs)
PPCL_NARROW_BY_WIDE(char, chars)
PPCL_NARROW_BY_WIDE(uchar, uchars)
PPCL_NARROW_BY_WIDE(short, shorts)
PPCL_NARROW_BY_WIDE(ushort, ushorts)
PPCL_NARROW_BY_WIDE(bool, bools)

/* Every other number from an address on. */
PPCL_INLINE ppcl_doubles ppcl_every_other_doubles(const double *there, int part)
{
#if PPCL_WIDTH == 8
    const __m512i at = _mm512_setr_epi64(part, 2 + part, 4 + part, 6 + part, 8 + part, 10 + part,
                                         12 + part, 14 + part);
    return (ppcl_doubles)_mm512_permutex2var_pd(_mm512_loadu_pd(there), at, _mm512_loadu_pd(there + 8));
#elif defined(__AVX2__)
    const __m256d low = _mm256_loadu_pd(there), high = _mm256_loadu_pd(there + 4);
    const __m256d pairs = part == 0 ? _mm256_unpacklo_pd(low, high) : _mm256_unpackhi_pd(low, high);
    return (ppcl_doubles)_mm256_permute4x64_pd(pairs, 0xd8);
#else
    const ppcl_doubles found = {there[part], there[2 + part], there[4 + part], there[6 + part]};
    return found;
#endif
}
#undef PPCL_TURN
#define PPCL_TURN(name, f)
#undef PPCL_NEXT_PAIRS
#define PPCL_NEXT_PAIRS(name, number)                                                        \
    if (count == 2 && ppcl_are_next_##number(at))                                            \
        return (ppcl_##name)ppcl_every_other_doubles(                                        \
            (const double *)ppcl_unseen(there + 2 * (ptrdiff_t)at[0]), part);

#define PPCL_WIDE_BY(type, name, number)    \
    PPCL_GATHER_BY(type, name, number)      \
    PPCL_SCATTER_BY(type, name, number)     \
    PPCL_OWN(type, name, number)            \
    PPCL_VECTORS_OF_NUMBER(type, name, number)
#define PPCL_WIDE_NUMBERS(type, name)                                                              \
    PPCL_INLINE ppcl_##name ppcl_select_##name(ppcl_ints mask, ppcl_##name x, ppcl_##name y)       \
    {                                                                                              \
        return (ppcl_##name)PPCL_SELECT_WIDE(x, y);                                                \
    }                                                                                              \
    PPCL_WIDE_WHERE(type, name)                                                                    \
    PPCL_INLINE ppcl_##name ppcl_strided_##name(const type *there, int step)                       \
    {                                                                                              \
        const ppcl_##name found = {PPCL_EACH(PPCL_STEPS)};                                         \
        return found;                                                                              \
    }                                                                                              \
    PPCL_WIDE_BY(type, name, ints)                                                                 \
    PPCL_WIDE_BY(type, name, uints)                                                                \
    PPCL_WIDE_BY(type, name, longs)                                                                \
    PPCL_WIDE_BY(type, name, ulongs)
PPCL_WIDE_NUMBERS(double, doubles)
PPCL_WIDE_NUMBERS(long, longs)
PPCL_WIDE_NUMBERS(ulong, ulongs)

#endif
