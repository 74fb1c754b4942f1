/*
 * fail.h: how samples end when something goes wrong, with status 3 and a line on stderr.
 *
 * A sample defines SAMPLE, its name, before it includes any of these headers.
 */
#ifndef COMMON_FAIL_H
#define COMMON_FAIL_H

#include <stdio.h>
#include <stdlib.h>

static inline void die(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s %s\n", SAMPLE, what, name);
    exit(3);
}

/* Ends the program unless a call of OpenCL gave CL_SUCCESS. */
static inline void check(int err, const char *what)
{
    if (err != 0) {
        fprintf(stderr, "%s: %s failed, OpenCL error %d\n", SAMPLE, what, err);
        exit(3);
    }
}

/* The same, for a call or for the error that it stored; the line says which. */
static inline void check_line(int err, int line)
{
    if (err != 0) {
        fprintf(stderr, "%s: OpenCL error %d in line %d\n", SAMPLE, err, line);
        exit(3);
    }
}

#define CHECK(call) check_line((call), __LINE__)

/* Memory for so many elements, all zero. */
static inline void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        die("out of", "memory");
    return memory;
}

#endif
