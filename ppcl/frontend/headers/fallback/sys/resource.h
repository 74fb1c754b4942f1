/* <sys/resource.h> (POSIX). */
#ifndef PPCL_SYS_RESOURCE_H
#define PPCL_SYS_RESOURCE_H
#include <sys/time.h>
#include "../begin_c.h"
#define RUSAGE_SELF 0
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss; };
int getrusage(int who, struct rusage *result);
#include "../end_c.h"
#endif
