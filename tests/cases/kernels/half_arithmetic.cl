// Arithmetic on half needs cl_khr_fp16, which CPUs seldom have.
// not on pocl, intel: no cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// kernel halves
//   load vectors[8 * l0 + 8 * go0] 8
//   load data[2 * l0 + 2 * go0] 2
//   store data[2 * l0 + 2 * go0] 2
kernel void halves(global half *data, global const half4 *vectors)
{
    int i = get_global_id(0);
    half4 v = vectors[i];
    data[i] = data[i] * (half)2.0f + 1.0h + v.x + convert_half(3) + fma(v.y, v.z, v.w);
}
