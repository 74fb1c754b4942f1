/*
 * What a program must be run with (written by ppcl; MIT-0, no obligation).
 *
 * ppcl rewrote the program for arguments that its user stated (`ppcl explain PPC005`); with others
 * it might compute something else, so it ends.
 *
 * C89 and C++, in names of its own: the program's macros and warnings are the program's.
 */
#ifndef PPCL_RUNTIME_ARGUMENTS_H
#define PPCL_RUNTIME_ARGUMENTS_H

#ifdef __GNUC__
#pragma GCC system_header
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GNUC__
#define PPCL_CHECKING static __inline__ __attribute__((__unused__))
#elif defined(__cplusplus)
#define PPCL_CHECKING static inline
#else
#define PPCL_CHECKING static
#endif

/* Ends the program unless `argv[index]` is this text. */
PPCL_CHECKING void ppcl_require_argument(int ppcl_argc, const char *const *ppcl_argv,
                                         int ppcl_index, const char *ppcl_text)
{
    if (ppcl_index >= ppcl_argc || (strcmp)(ppcl_argv[ppcl_index], ppcl_text) != 0) {
        (fprintf)(stderr, "rewritten by ppcl for argv[%d] \"%s\": run ppcl again\n", ppcl_index,
                  ppcl_text);
        (exit)(EXIT_FAILURE);
    }
}

/* Ends the program unless there are so many arguments. */
PPCL_CHECKING void ppcl_require_count(int ppcl_argc, int ppcl_count)
{
    if (ppcl_argc != ppcl_count) {
        (fprintf)(stderr, "rewritten by ppcl for argc %d: run ppcl again\n", ppcl_count);
        (exit)(EXIT_FAILURE);
    }
}

#endif
