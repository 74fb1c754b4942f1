/* OpenCL C's types, and what differs between compilers, for generated C (docs/c-backend.md). */
#ifndef PPCL_COMPILER_H
#define PPCL_COMPILER_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if CHAR_MIN == 0
#error "OpenCL's char is signed: compile with -fsigned-char"
#endif
#if LONG_MAX != 0x7fffffffffffffff
#error "OpenCL's long has 64 bits: this machine's has not"
#endif

#ifdef __cplusplus
#define restrict __restrict__
#endif

/* Generated functions are small, static and used in loops that are to become vector code: a call
   that is not inlined keeps the loop scalar. */
#define PPCL_INLINE static inline __attribute__((always_inline, unused))

/* Large ones that no loop needs inlined. */
#define PPCL_FUNCTION static __attribute__((unused))

/* Those that are seldom called, and no loop is to make room for. */
#define PPCL_SELDOM static __attribute__((noinline, unused))

/* How many work-items run a loop together: one register of floats where
   registers are widest, and no more than a row of most work-groups. */
#ifndef PPCL_PACK
#define PPCL_PACK 16
#endif

/* How many run a loop with masks together: each round waits for the one before, and two registers can
   wait at the same time where there are enough of them. */
#if defined(__AVX512F__)
#define PPCL_WIDE_PACK (2 * PPCL_PACK)
#else
#define PPCL_WIDE_PACK PPCL_PACK
#endif

/* The next loop's iterations are independent: it is to become vector code, of the widest registers
   that there are. PPCL_LANES: a loop over a pack, which is to become straight vector code, so that
   its variables stay in registers. Both compilers would unroll a short loop before they look for
   vectors. gcc takes as many lanes as a register has; clang would leave a loop of two rounds, and
   is told to take 16, with a mask where a pack has fewer.
   "omp simd" does more, where -fopenmp-simd is given (and -DPPCL_OPENMP_SIMD, as no macro tells): it
   vectorises whatever the cost model says. */
#if defined(PPCL_OPENMP_SIMD)
#define PPCL_SIMD _Pragma("omp simd")
#define PPCL_LANES PPCL_SIMD
#elif defined(__clang__)
#define PPCL_SIMD _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#define PPCL_LANES                                                                      \
    _Pragma("clang loop vectorize(assume_safety) vectorize_width(16) unroll(disable)") \
    _Pragma("clang loop vectorize_predicate(enable)")
#else
#define PPCL_SIMD _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#define PPCL_LANES PPCL_SIMD
#if defined(__AVX512F__)
#pragma GCC target("prefer-vector-width=512")
#endif
#endif

/* PPCL_SIMD says what may be done: no news where it is not. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/* Whether a mask is set for any work-item of a pack. */
PPCL_INLINE int ppcl_any(const int *mask, int pack)
{
    int lane, found = 0;

    PPCL_LANES
    for (lane = 0; lane < pack; lane++)
        found |= mask[lane];
    return found;
}

/* What a kernel's own text compares is not news of the C. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif

/* The alignment of a variable, in bytes. */
#define PPCL_ALIGNED(bytes) __attribute__((aligned(bytes)))

/* Vectors wider than the machine's registers are passed in memory: all functions here are inline,
   so that nothing depends on how. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

/* Scalars (6.1.1). libc may have the first three as well, which are then the same. */
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short half; /* only stored: vload_half and vstore_half convert */

/* Vectors (6.1.2); three lanes take the room of four, the last of which means nothing. */
#define PPCL_VECTORS(type, name)                                        \
    typedef type name##2 __attribute__((vector_size(2 * sizeof(type)))); \
    typedef type name##3 __attribute__((vector_size(4 * sizeof(type)))); \
    typedef type name##4 __attribute__((vector_size(4 * sizeof(type)))); \
    typedef type name##8 __attribute__((vector_size(8 * sizeof(type)))); \
    typedef type name##16 __attribute__((vector_size(16 * sizeof(type))))
PPCL_VECTORS(signed char, char);
PPCL_VECTORS(uchar, uchar);
PPCL_VECTORS(short, short);
PPCL_VECTORS(ushort, ushort);
PPCL_VECTORS(int, int);
PPCL_VECTORS(uint, uint);
PPCL_VECTORS(long, long);
PPCL_VECTORS(ulong, ulong);
PPCL_VECTORS(float, float);
PPCL_VECTORS(double, double);
PPCL_VECTORS(half, half);

/* Products of 64-bit integers. */
__extension__ typedef __int128 ppcl_int128;
__extension__ typedef unsigned __int128 ppcl_uint128;

/* Leading zeros, 32 or 64 for 0, and bits that are set. */
#define ppcl_clz32(x) ((x) != 0 ? __builtin_clz(x) : 32)
#define ppcl_clz64(x) ((x) != 0 ? __builtin_clzl(x) : 64)
#define ppcl_popcount32(x) __builtin_popcount(x)
#define ppcl_popcount64(x) __builtin_popcountl(x)

/* Not in ISO C; lgamma itself writes to a variable that threads share. */
#ifdef __cplusplus
extern "C" {
#endif
extern double ppcl_lgamma_r(double x, int *sign) __asm__("lgamma_r");
extern float ppcl_lgamma_rf(float x, int *sign) __asm__("lgammaf_r");
#ifdef __cplusplus
}
#endif

/*
 * Atomic operations in OpenCL 1.2 order nothing else; a fence orders all. ThreadSanitizer does not
 * know fences: for it each operation orders what fences beside it would.
 */
#if defined(__SANITIZE_THREAD__)
#define PPCL_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PPCL_THREAD_SANITIZER
#endif
#endif
#if defined(PPCL_THREAD_SANITIZER)
#define PPCL_LOADED __ATOMIC_ACQUIRE
#define PPCL_CHANGED __ATOMIC_ACQ_REL
#define ppcl_fence() __asm__ __volatile__("" ::: "memory")
#else
#define PPCL_LOADED __ATOMIC_RELAXED
#define PPCL_CHANGED __ATOMIC_RELAXED
#define ppcl_fence() __atomic_thread_fence(__ATOMIC_ACQ_REL)
#endif
#define ppcl_atomic_load(p) __atomic_load_n(p, PPCL_LOADED)
#define ppcl_atomic_fetch_add(p, x) __atomic_fetch_add(p, x, PPCL_CHANGED)
#define ppcl_atomic_fetch_sub(p, x) __atomic_fetch_sub(p, x, PPCL_CHANGED)
#define ppcl_atomic_fetch_and(p, x) __atomic_fetch_and(p, x, PPCL_CHANGED)
#define ppcl_atomic_fetch_or(p, x) __atomic_fetch_or(p, x, PPCL_CHANGED)
#define ppcl_atomic_fetch_xor(p, x) __atomic_fetch_xor(p, x, PPCL_CHANGED)
#define ppcl_atomic_exchange(p, x) __atomic_exchange_n(p, x, PPCL_CHANGED)
#define ppcl_atomic_swap(p, x, old) __atomic_exchange(p, x, old, PPCL_CHANGED)
#define ppcl_atomic_compare_exchange(p, expected, x) \
    __atomic_compare_exchange_n(p, expected, x, 0, PPCL_CHANGED, PPCL_LOADED)

/* event_t: copies are complete when the function that starts them returns */
typedef int ppcl_event;

#endif
