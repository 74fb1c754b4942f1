// Sub-groups of OpenCL 2.x and 3.0 are refused by name.
// options -cl-std=CL3.0
// not on pocl: no sub-groups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// kernel sums
//   load data[4 * get_sub_group_local_id] 4
//   store data[4 * l0 + 4 * go0] 4
//   PPC120: not followed: sub-groups of OpenCL 2.x, 'sub_group_reduce_add'
//   incomplete
kernel void sums(global int *data)
{
    data[get_global_id(0)] = sub_group_reduce_add(data[get_sub_group_local_id()]);
}

// kernel uses_none
//   store data[4 * l0 + 4 * go0] 4
kernel void uses_none(global int *data) { data[get_global_id(0)] = 1; }
