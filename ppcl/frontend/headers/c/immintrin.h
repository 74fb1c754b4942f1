/* The compiler's own, as functions: its macros name builtins that only it has. A function that clang
 * has by itself is none of theirs. */
#if __has_include_next(<immintrin.h>)
#define __rdtsc ppcl_rdtsc
#ifdef __OPTIMIZE__
#include_next <immintrin.h>
#else
#define __OPTIMIZE__ 1
#include_next <immintrin.h>
#undef __OPTIMIZE__
#endif
#undef __rdtsc
#ifdef __cplusplus
extern "C"
#endif
unsigned long long __rdtsc(void);
#endif
