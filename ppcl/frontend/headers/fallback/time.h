/* <time.h> (C11 7.27, POSIX). */
#ifndef PPCL_TIME_H
#define PPCL_TIME_H
#include <stddef.h>
#include <sys/types.h>
#include "begin_c.h"
typedef long clock_t;
typedef int clockid_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
clock_t clock(void);
time_t time(time_t *result);
double difftime(time_t end, time_t begin);
time_t mktime(struct tm *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime(const time_t *time);
size_t strftime(char *text, size_t size, const char *format, const struct tm *time);
char *ctime(const time_t *time);
int clock_gettime(clockid_t clock, struct timespec *result);
int clock_getres(clockid_t clock, struct timespec *result);
int nanosleep(const struct timespec *wanted, struct timespec *left);
#include "end_c.h"
#endif
