/* <strings.h> (POSIX). */
#ifndef PPCL_STRINGS_H
#define PPCL_STRINGS_H
#include <string.h>
#include "begin_c.h"
void bzero(void *data, size_t size);
void bcopy(const void *from, void *to, size_t size);
#include "end_c.h"
#endif
