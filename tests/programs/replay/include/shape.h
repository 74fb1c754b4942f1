#define BINS_HEADER "bins.h"
#include BINS_HEADER
#include "../parts/offset.h"
