#include "common.h"
#define ROW(i) ((i) * FACTOR)
