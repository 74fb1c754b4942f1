/* <stddef.h> (C11 7.19) from the compiler's own macros. glibc asks for parts by __need_ macros. */
#if defined(__need_size_t) || defined(__need_ptrdiff_t) || defined(__need_wchar_t) \
    || defined(__need_NULL) || defined(__need_wint_t)
#define PPCL_STDDEF_PARTS 1
#endif

#if !defined(PPCL_STDDEF_PARTS) || defined(__need_size_t)
#ifndef PPCL_SIZE_T
#define PPCL_SIZE_T
typedef __SIZE_TYPE__ size_t;
#endif
#endif

#if !defined(PPCL_STDDEF_PARTS) || defined(__need_ptrdiff_t)
#ifndef PPCL_PTRDIFF_T
#define PPCL_PTRDIFF_T
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#endif

#if (!defined(PPCL_STDDEF_PARTS) || defined(__need_wchar_t)) && !defined(__cplusplus)
#ifndef PPCL_WCHAR_T
#define PPCL_WCHAR_T
typedef __WCHAR_TYPE__ wchar_t;
#endif
#endif

#ifdef __need_wint_t
#ifndef PPCL_WINT_T
#define PPCL_WINT_T
typedef __WINT_TYPE__ wint_t;
#endif
#endif

#if !defined(PPCL_STDDEF_PARTS) || defined(__need_NULL)
#undef NULL
#ifdef __cplusplus
#define NULL __null
#else
#define NULL ((void *)0)
#endif
#endif

#if !defined(PPCL_STDDEF_PARTS) && !defined(PPCL_STDDEF_WHOLE)
#define PPCL_STDDEF_WHOLE
#define offsetof(type, member) __builtin_offsetof(type, member)
#if defined(__cplusplus) && __cplusplus >= 201103L
typedef decltype(nullptr) nullptr_t;
#endif
#if (defined(__cplusplus) && __cplusplus >= 201103L) \
    || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
typedef struct {
    long long whole __attribute__((__aligned__(__alignof__(long long))));
    long double floating __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
#endif
#endif

#undef PPCL_STDDEF_PARTS
#undef __need_size_t
#undef __need_ptrdiff_t
#undef __need_wchar_t
#undef __need_wint_t
#undef __need_NULL
