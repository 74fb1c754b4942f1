// printf reads what its pointers point to.
#pragma OPENCL EXTENSION cl_amd_printf : enable

// kernel shown
//   load data[4 * l0 + 4 * go0] 4
kernel void shown(global int *data, float4 v)
{
    printf("%d %s\n", data[get_global_id(0)], "text");
    printf("%v4f\n", v);
}
