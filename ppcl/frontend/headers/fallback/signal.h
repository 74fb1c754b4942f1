/* <signal.h> (C11 7.14). */
#ifndef PPCL_SIGNAL_H
#define PPCL_SIGNAL_H
#include "begin_c.h"
#define SIGABRT 6
#define SIGFPE 8
#define SIGINT 2
#define SIGSEGV 11
#define SIGTERM 15
void (*signal(int number, void (*handler)(int)))(int);
int raise(int number);
#include "end_c.h"
#endif
