/* <sys/time.h> (POSIX). */
#ifndef PPCL_SYS_TIME_H
#define PPCL_SYS_TIME_H
#include <sys/types.h>
#include "../begin_c.h"
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(struct timeval *result, void *zone);
#include "../end_c.h"
#endif
