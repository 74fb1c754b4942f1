// Files beside this one, and from a folder given with -I.
// options -I include -DFACTOR=3 -D WIDE
#include "include/shared.h"
#include <common.h>
#ifndef WIDE
#error no WIDE
#endif

// kernel included
//   load data[0] 4
//   store data[12 * l0 + 12 * go0] 4
kernel void included(global float *data)
{
    data[ROW(get_global_id(0))] = scaled(data, 0);
}
