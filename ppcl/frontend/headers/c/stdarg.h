/* <stdarg.h> (C11 7.16). glibc asks for the type alone by __need___va_list.
   va_arg is a call that ppcl.analysis.walk.libc.varargs models: these headers are only read. */
#ifndef PPCL_GNUC_VA_LIST
#define PPCL_GNUC_VA_LIST
typedef __builtin_va_list __gnuc_va_list;
#define __GNUC_VA_LIST 1
#endif
#ifdef __need___va_list
#undef __need___va_list
#elif !defined(PPCL_STDARG_H)
#define PPCL_STDARG_H
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#ifdef __cplusplus
extern "C"
#endif
void *ppcl_next_argument(va_list list, unsigned long size);
#define va_arg(list, type) (*(type *)ppcl_next_argument(list, sizeof(type)))
#define va_copy(to, from) __builtin_va_copy(to, from)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
