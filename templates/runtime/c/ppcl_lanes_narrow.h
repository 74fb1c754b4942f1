/* Memory with numbers of 8 and 16 bits, which lanes of ppcl_lanes.h hold as int. */
#ifndef PPCL_LANES_NARROW_H
#define PPCL_LANES_NARROW_H

#include "ppcl_lanes.h"

/* Whether a mask is set for all lanes. */
PPCL_INLINE int ppcl_every_lane(ppcl_ints mask)
{
    return !ppcl_some_ints(~mask);
}

/* As instructions where there are some: compilers would go lane by lane. */
#if PPCL_WIDTH == 16
#define PPCL_LOAD_BYTES(how) (ppcl_ints) _mm512_cvtep##how(_mm_loadu_si128((const __m128i *)there))
#define PPCL_LOAD_PAIRS(how) (ppcl_ints) _mm512_cvtep##how(_mm256_loadu_si256((const __m256i *)there))
#define PPCL_STORE_BYTES(type) \
    _mm_storeu_si128((__m128i *)there, _mm512_cvtepi32_epi8((__m512i)x))
#define PPCL_STORE_PAIRS(type) \
    _mm256_storeu_si256((__m256i *)there, _mm512_cvtepi32_epi16((__m512i)x))
#elif PPCL_WIDTH == 8
#define PPCL_LOAD_BYTES(how) (ppcl_ints) _mm256_cvtep##how(ppcl_eight(there))
#define PPCL_LOAD_PAIRS(how) (ppcl_ints) _mm256_cvtep##how(_mm_loadu_si128((const __m128i *)there))
#define PPCL_STORE_BYTES(type) _mm_storel_epi64((__m128i *)there, ppcl_bytes(x))
#define PPCL_STORE_PAIRS(type) _mm_storeu_si128((__m128i *)there, ppcl_pairs(x))

/* gcc 12 comes to an internal error where it puts a load of eight bytes, their conversion and a
   mask into one instruction. */
PPCL_INLINE __m128i ppcl_eight(const void *there)
{
    __m128i found = _mm_loadl_epi64((const __m128i *)there);
    __asm__("" : "+x"(found));
    return found;
}

PPCL_INLINE __m128i ppcl_bytes(ppcl_ints x)
{
    const __m256i low = _mm256_set1_epi32(0x0c080400);
    const __m256i each = _mm256_shuffle_epi8((__m256i)x, low);
    return _mm_unpacklo_epi32(_mm256_castsi256_si128(each), _mm256_extracti128_si256(each, 1));
}

PPCL_INLINE __m128i ppcl_pairs(ppcl_ints x)
{
    const __m256i low = _mm256_set1_epi64x(0x0d0c090805040100);
    const __m256i each = _mm256_shuffle_epi8((__m256i)x, low);
    return _mm_unpacklo_epi64(_mm256_castsi256_si128(each), _mm256_extracti128_si256(each, 1));
}
#else
#define PPCL_LOAD_BYTES(how) {there[0], there[1], there[2], there[3]}
#define PPCL_LOAD_PAIRS(how) PPCL_LOAD_BYTES(how)
#define PPCL_STORE_BYTES(type) \
    there[0] = (type)x[0], there[1] = (type)x[1], there[2] = (type)x[2], there[3] = (type)x[3]
#define PPCL_STORE_PAIRS(type) PPCL_STORE_BYTES(type)
#endif

#define PPCL_NARROW_THERE(lane) there[at[lane]]
#define PPCL_NARROW_STEPS(lane) there[(ptrdiff_t)lane * step]
#define PPCL_NARROW(type, name, load, store)                                                       \
    PPCL_INLINE ppcl_ints ppcl_load_##name(const type *there)                                      \
    {                                                                                              \
        const ppcl_ints found = load;                                                              \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE void ppcl_store_##name(type *there, ppcl_ints x)                                   \
    {                                                                                              \
        store;                                                                                     \
    }                                                                                              \
    PPCL_INLINE ppcl_ints ppcl_load_##name##_where(ppcl_ints mask, const type *there)              \
    {                                                                                              \
        ppcl_ints found = ppcl_splat_ints(0);                                                      \
        int lane;                                                                                  \
        if (ppcl_every_lane(mask))                                                                   \
            return ppcl_load_##name(there);                                                        \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                found[lane] = there[lane];                                                         \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE void ppcl_store_##name##_where(ppcl_ints mask, type *there, ppcl_ints x)           \
    {                                                                                              \
        int lane;                                                                                  \
        if (ppcl_every_lane(mask)) {                                                                 \
            ppcl_store_##name(there, x);                                                           \
            return;                                                                                \
        }                                                                                          \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                there[lane] = (type)x[lane];                                                       \
    }                                                                                              \
    PPCL_INLINE ppcl_ints ppcl_strided_##name(const type *there, int step)                         \
    {                                                                                              \
        const ppcl_ints found = {PPCL_EACH(PPCL_NARROW_STEPS)};                                    \
        return found;                                                                              \
    }                                                                                              \
    PPCL_NARROW_ANYWHERE(type, name, ints)                                                         \
    PPCL_NARROW_ANYWHERE(type, name, uints)
#define PPCL_NARROW_ANYWHERE(type, name, number)                                                   \
    PPCL_INLINE ppcl_ints ppcl_gather_##name##_##number(const type *there, ppcl_##number at)       \
    {                                                                                              \
        if (ppcl_are_next_##number(at))                                                            \
            return ppcl_load_##name((const type *)ppcl_unseen(there + at[0]));                                   \
        else {                                                                                     \
            const ppcl_ints found = {PPCL_EACH(PPCL_NARROW_THERE)};                                \
            return found;                                                                          \
        }                                                                                          \
    }                                                                                              \
    PPCL_INLINE ppcl_ints ppcl_gather_##name##_##number##_where(                                   \
        ppcl_ints mask, const type *there, ppcl_##number at)                                       \
    {                                                                                              \
        ppcl_ints found = ppcl_splat_ints(0);                                                      \
        int lane;                                                                                  \
        if (ppcl_are_next_##number(at))                                                            \
            return ppcl_load_##name##_where(mask, (const type *)ppcl_unseen(there + at[0]));                     \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                found[lane] = there[at[lane]];                                                     \
        return found;                                                                              \
    }                                                                                              \
    PPCL_INLINE void ppcl_scatter_##name##_##number(type *there, ppcl_##number at, ppcl_ints x)    \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            there[at[lane]] = (type)x[lane];                                                       \
    }                                                                                              \
    PPCL_INLINE void ppcl_scatter_##name##_##number##_where(                                       \
        ppcl_ints mask, type *there, ppcl_##number at, ppcl_ints x)                                \
    {                                                                                              \
        int lane;                                                                                  \
        for (lane = 0; lane < PPCL_WIDTH; lane++)                                                  \
            if (mask[lane])                                                                        \
                there[at[lane]] = (type)x[lane];                                                   \
    }
PPCL_NARROW(char, chars, PPCL_LOAD_BYTES(i8_epi32), PPCL_STORE_BYTES(char))
PPCL_NARROW(uchar, uchars, PPCL_LOAD_BYTES(u8_epi32), PPCL_STORE_BYTES(uchar))
PPCL_NARROW(short, shorts, PPCL_LOAD_PAIRS(i16_epi32), PPCL_STORE_PAIRS(short))
PPCL_NARROW(ushort, ushorts, PPCL_LOAD_PAIRS(u16_epi32), PPCL_STORE_PAIRS(ushort))
PPCL_NARROW(bool, bools, PPCL_LOAD_BYTES(u8_epi32), PPCL_STORE_BYTES(bool))

#endif
