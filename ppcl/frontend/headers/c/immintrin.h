/* The compiler's own, as functions: its macros name builtins that only it has. */
#if __has_include_next(<immintrin.h>)
#ifdef __OPTIMIZE__
#include_next <immintrin.h>
#else
#define __OPTIMIZE__ 1
#include_next <immintrin.h>
#undef __OPTIMIZE__
#endif
#endif
