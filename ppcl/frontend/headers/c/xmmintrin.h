/* The compiler's own, as functions: its macros name builtins that only it has. */
#if __has_include_next(<xmmintrin.h>)
#ifdef __OPTIMIZE__
#include_next <xmmintrin.h>
#else
#define __OPTIMIZE__ 1
#include_next <xmmintrin.h>
#undef __OPTIMIZE__
#endif
#endif
