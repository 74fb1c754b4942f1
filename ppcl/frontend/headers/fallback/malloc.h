/* <malloc.h> (GNU). */
#ifndef PPCL_MALLOC_H
#define PPCL_MALLOC_H
#include <stdlib.h>
#include "begin_c.h"
void *memalign(size_t alignment, size_t size);
#include "end_c.h"
#endif
