/* <assert.h> (C11 7.2), as an expression whose parts can be followed. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif

#ifndef PPCL_ASSERT_H
#define PPCL_ASSERT_H
#ifdef __cplusplus
extern "C"
#elif __STDC_VERSION__ >= 201112L || defined(__USE_ISOC11)
#define static_assert _Static_assert
#endif
void __assert_fail(const char *condition, const char *file, unsigned int line,
                   const char *function) __attribute__((noreturn));
#endif
