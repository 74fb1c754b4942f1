#ifndef COMMON
#define COMMON
static inline float scaled(__global float *data, int i) { return data[i] * FACTOR; }
#endif
