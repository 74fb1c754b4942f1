#define BINS 16
#include "offset.h"
