// Overloaded helpers: the arguments' types say which one is called.
float __attribute__((overloadable)) twice(global float *data, int i) { return 2.0f * data[i]; }
float __attribute__((overloadable)) twice(global float *data, float x) { return 2.0f * data[0] + x; }

// kernel chosen
//   load data[4 * l0 + 4 * go0] 4
//   load data[0] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void chosen(global float *data, global float *to)
{
    to[get_global_id(0)] = twice(data, (int)get_global_id(0)) + twice(data, 1.0f);
}
