/* Vectors as wide as the machine's registers, by Intel's intrinsics. */
#ifndef LANES_H
#define LANES_H

#include <immintrin.h>

#if defined(__AVX512F__)
#define LANES 16
typedef __m512 vector;
typedef __m512i integers;
typedef __mmask16 mask;
#define load(p) _mm512_loadu_ps(p)
#define store(p, v) _mm512_storeu_ps(p, v)
#define splat(x) _mm512_set1_ps(x)
#define zero() _mm512_setzero_ps()
#define add(a, b) _mm512_add_ps(a, b)
#define sub(a, b) _mm512_sub_ps(a, b)
#define mul(a, b) _mm512_mul_ps(a, b)
#define mul_add(a, b, c) _mm512_fmadd_ps(a, b, c)
#define mul_sub(a, b, c) _mm512_fmsub_ps(a, b, c)
#define count_up() _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define load_integers(p) _mm512_loadu_si512(p)
#define store_integers(p, v) _mm512_storeu_si512(p, v)
#define zero_integers() _mm512_setzero_si512()
#define not_above(a, b) _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ)
#define is_set(m) ((m) != 0)
#define count_where(n, m) _mm512_mask_add_epi32(n, m, n, _mm512_set1_epi32(1))
#define gathered(p, i) _mm512_i32gather_ps(i, p, 4)
#else
#define LANES 8
typedef __m256 vector;
typedef __m256i integers;
typedef __m256 mask;
#define load(p) _mm256_loadu_ps(p)
#define store(p, v) _mm256_storeu_ps(p, v)
#define splat(x) _mm256_set1_ps(x)
#define zero() _mm256_setzero_ps()
#define add(a, b) _mm256_add_ps(a, b)
#define sub(a, b) _mm256_sub_ps(a, b)
#define mul(a, b) _mm256_mul_ps(a, b)
#define mul_add(a, b, c) _mm256_fmadd_ps(a, b, c)
#define mul_sub(a, b, c) _mm256_fmsub_ps(a, b, c)
#define count_up() _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7)
#define load_integers(p) _mm256_loadu_si256((const __m256i *)(p))
#define store_integers(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define zero_integers() _mm256_setzero_si256()
#define not_above(a, b) _mm256_cmp_ps(a, b, _CMP_LE_OQ)
#define is_set(m) (_mm256_movemask_ps(m) != 0)
#define count_where(n, m) _mm256_sub_epi32(n, _mm256_castps_si256(m))
#define gathered(p, i) _mm256_i32gather_ps(p, i, 4)
#endif

#endif
