// Options of clBuildProgram on mathematics.
// options -cl-fast-relaxed-math -cl-mad-enable -w
#ifndef __FAST_RELAXED_MATH__
#error asked for
#endif
// kernel fast
//   load data[0] 4
//   store data[4 * l0 + 4 * go0] 4
kernel void fast(global float *data) { data[get_global_id(0)] = native_sin(data[0]); }
