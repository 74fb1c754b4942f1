// Double, with the pragma of OpenCL 1.0 and 1.1.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef cl_khr_fp64
#error no double
#endif

// kernel doubles
//   load data[8 * l0 + 8 * go0] 8 x2
//   load pairs[16 * l0 + 16 * go0] 16
//   store data[8 * l0 + 8 * go0] 8
//   store pairs[16 * l0 + 16 * go0] 16
kernel void doubles(global double *data, global double2 *pairs, double factor)
{
    int i = get_global_id(0);
    data[i] *= factor * M_PI + 0x1.8p1 + convert_double(pairs[i].y);
    pairs[i] = (double2)(DBL_MAX, sqrt(data[i]));
}
