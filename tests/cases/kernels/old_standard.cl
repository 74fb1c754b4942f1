// A standard that is asked for.
// options -cl-std=CL1.1
#if __OPENCL_C_VERSION__ != 110
#error the version
#endif
// kernel old
//   store data[4 * l0 + 4 * go0] 4
kernel void old(global float *data) { data[get_global_id(0)] = 0.0f; }
