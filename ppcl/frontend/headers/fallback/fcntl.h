/* <fcntl.h> (POSIX). */
#ifndef PPCL_FCNTL_H
#define PPCL_FCNTL_H
#include "begin_c.h"
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_TRUNC 01000
int open(const char *path, int flags, ...);
#include "end_c.h"
#endif
