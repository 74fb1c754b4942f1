/* <sys/stat.h> (POSIX): a file's size and kind. */
#ifndef PPCL_SYS_STAT_H
#define PPCL_SYS_STAT_H
#include <sys/types.h>
#include "../begin_c.h"
struct stat { mode_t st_mode; off_t st_size; time_t st_mtime; };
int stat(const char *path, struct stat *result);
int fstat(int file, struct stat *result);
int mkdir(const char *path, mode_t mode);
#include "../end_c.h"
#endif
