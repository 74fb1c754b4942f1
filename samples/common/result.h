/*
 * result.h: what a sample says of its run, and the file that it writes its result to.
 */
#ifndef COMMON_RESULT_H
#define COMMON_RESULT_H

#include "fail.h"

static inline void write_values(const char *path, const char *mode, const void *values,
                                size_t size, size_t count)
{
    FILE *file = fopen(path, mode);
    if (!file || fwrite(values, size, count, file) != count || fclose(file) != 0)
        die("cannot write", path);
}

/* Writes values to a file, if there is one. */
static inline void dump(const char *path, const void *values, size_t size, size_t count)
{
    if (path)
        write_values(path, "wb", values, size, count);
}

/* Writes further values behind them. */
static inline void dump_more(const char *path, const void *values, size_t size, size_t count)
{
    if (path)
        write_values(path, "ab", values, size, count);
}

/* The median of some times, which are sorted. */
static inline double median(double *times, int count)
{
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && times[j - 1] > times[j]; --j) {
            const double later = times[j - 1];
            times[j - 1] = times[j];
            times[j] = later;
        }
    return 0.5 * (times[(count - 1) / 2] + times[count / 2]);
}

/* Says how long the kernel took, as the median of some milliseconds, and whether the result is
 * right; the program's status. */
static inline int report(double *times, int count, double error, double tolerance)
{
    const int passed = error <= tolerance; /* not where it is no number */
    printf("kernel: %.3f ms\n", median(times, count));
    printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    return passed ? 0 : 1;
}

#endif
