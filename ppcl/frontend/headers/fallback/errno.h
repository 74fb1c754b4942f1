/* <errno.h> (C11 7.5). */
#ifndef PPCL_ERRNO_H
#define PPCL_ERRNO_H
#include "begin_c.h"
int *__errno_location(void);
#define errno (*__errno_location())
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#include "end_c.h"
#endif
