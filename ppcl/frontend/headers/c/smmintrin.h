/* The compiler's own, as functions: its macros name builtins that only it has. */
#if __has_include_next(<smmintrin.h>)
#ifdef __OPTIMIZE__
#include_next <smmintrin.h>
#else
#define __OPTIMIZE__ 1
#include_next <smmintrin.h>
#undef __OPTIMIZE__
#endif
#endif
