/* Rows of doubles, for programs that have some: PPCL_DOUBLES makes vectors of ppcl_lanes.h so short
   that a register has as many doubles. */
#ifndef PPCL_LANES_DOUBLES_H
#define PPCL_LANES_DOUBLES_H

#include "ppcl_lanes.h"

typedef long ppcl_longs __attribute__((vector_size(PPCL_WIDTH * sizeof(long))));

/* Masks as comparisons of doubles give them, and as all else has them. */
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

#define PPCL_WIDE_MASK ppcl_convert_longs_ints(mask)
#if PPCL_WIDTH == 8
#define PPCL_MASK_512 _mm512_castsi256_si512((__m256i)mask)
#define PPCL_WIDE_BITS (__mmask8)_mm512_test_epi32_mask(PPCL_MASK_512, PPCL_MASK_512)
#endif

PPCL_INLINE ppcl_doubles ppcl_select_doubles(ppcl_ints mask, ppcl_doubles x, ppcl_doubles y)
{
#if PPCL_WIDTH == 8
    return (ppcl_doubles)_mm512_mask_blend_pd(PPCL_WIDE_BITS, (__m512d)y, (__m512d)x);
#elif defined(__AVX512VL__)
    return (ppcl_doubles)_mm256_mask_blend_pd(PPCL_BITS, (__m256d)y, (__m256d)x);
#elif defined(__AVX2__)
    return (ppcl_doubles)_mm256_blendv_pd((__m256d)y, (__m256d)x, (__m256d)PPCL_WIDE_MASK);
#else
    return (ppcl_doubles)(((ppcl_longs)x & PPCL_WIDE_MASK) | ((ppcl_longs)y & ~PPCL_WIDE_MASK));
#endif
}

#if PPCL_WIDTH == 8
PPCL_BY_INSTRUCTION(double, doubles, _mm512_maskz_loadu_pd(PPCL_WIDE_BITS, there),
                    _mm512_mask_storeu_pd(there, PPCL_WIDE_BITS, (__m512d)x))
#elif defined(__AVX2__)
PPCL_BY_INSTRUCTION(double, doubles, _mm256_maskload_pd(there, (__m256i)PPCL_WIDE_MASK),
                    _mm256_maskstore_pd(there, (__m256i)PPCL_WIDE_MASK, (__m256d)x))
#else
PPCL_LANE_BY_LANE(double, doubles)
#endif

PPCL_INLINE ppcl_doubles ppcl_strided_doubles(const double *there, int step)
{
    const ppcl_doubles found = {PPCL_EACH(PPCL_STEPS)};
    return found;
}

#define PPCL_ANYWHERE_WIDE(number)            \
    PPCL_GATHER_BY(double, doubles, number)   \
    PPCL_SCATTER_BY(double, doubles, number)
PPCL_ANYWHERE_WIDE(ints)
PPCL_ANYWHERE_WIDE(uints)
PPCL_OWN_ARRAYS(double, doubles)

#define PPCL_AS_UINT(lane) (uint)x[lane]
PPCL_CONVERT(doubles, ints, ppcl_doubles_ints(x))
PPCL_CONVERT(doubles, uints, __builtin_convertvector(x, ppcl_doubles))
PPCL_CONVERT(doubles, floats, __builtin_convertvector(x, ppcl_doubles))
PPCL_CONVERT(ints, doubles, ppcl_ints_doubles(x))
PPCL_CONVERT(floats, doubles, __builtin_convertvector(x, ppcl_floats))
PPCL_INLINE ppcl_uints ppcl_convert_uints_doubles(ppcl_doubles x)
{
    const ppcl_uints found = {PPCL_EACH(PPCL_AS_UINT)};
    return found;
}

#endif
