/* <getopt.h> (GNU). */
#ifndef PPCL_GETOPT_H
#define PPCL_GETOPT_H
#include <unistd.h>
#include "begin_c.h"
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
int getopt_long(int count, char *const arguments[], const char *options,
                const struct option *long_options, int *index);
#include "end_c.h"
#endif
