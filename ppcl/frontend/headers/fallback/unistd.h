/* <unistd.h> (POSIX): what host programs use. */
#ifndef PPCL_UNISTD_H
#define PPCL_UNISTD_H
#include <stddef.h>
#include <sys/types.h>
#include "begin_c.h"
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int count, char *const arguments[], const char *options);
ssize_t read(int file, void *data, size_t size);
ssize_t write(int file, const void *data, size_t size);
int close(int file);
off_t lseek(int file, off_t offset, int origin);
int access(const char *path, int mode);
int unlink(const char *path);
char *getcwd(char *path, size_t size);
unsigned int sleep(unsigned int seconds);
int usleep(unsigned int microseconds);
long sysconf(int name);
pid_t getpid(void);
#include "end_c.h"
#endif
