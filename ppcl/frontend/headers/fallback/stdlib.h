/* <stdlib.h> (C11 7.22): what host programs use. */
#ifndef PPCL_STDLIB_H
#define PPCL_STDLIB_H
#include <stddef.h>
#include "begin_c.h"
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *data, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **data, size_t alignment, size_t size);
void free(void *data);
void exit(int status) __attribute__((noreturn));
void _Exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int atexit(void (*function)(void));
int system(const char *command);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
float strtof(const char *text, char **end);
double strtod(const char *text, char **end);
int rand(void);
void srand(unsigned int seed);
long random(void);
void srandom(unsigned int seed);
double drand48(void);
long lrand48(void);
void srand48(long seed);
int abs(int value);
long labs(long value);
long long llabs(long long value);
div_t div(int numerator, int denominator);
void qsort(void *data, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *data, size_t count, size_t size,
              int (*compare)(const void *, const void *));
#include "end_c.h"
#endif
