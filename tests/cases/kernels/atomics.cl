// Atomics load and store one element.
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// kernel counts
//   load bins[4 * l0 + 4 * go0] 4
//   store bins[4 * l0 + 4 * go0] 4
//   load own[4 * l0] 4
//   store own[4 * l0] 4
//   load bins[0] 4
//   store bins[0] 4
//   load bins[4] 4
//   store bins[4] 4
//   load wide[8 * l0 + 8 * go0] 8
//   store wide[8 * l0 + 8 * go0] 8
//   load wide[0] 8
//   store wide[0] 8
//   load f[4 * l0 + 4 * go0] 4
//   store f[4 * l0 + 4 * go0] 4
kernel void counts(global int *bins, volatile local uint *own, global ulong *wide, global float *f)
{
    int i = get_global_id(0);
    atomic_inc(&bins[i]);
    atomic_add(own + get_local_id(0), 2u);
    int old = atomic_cmpxchg(bins, 0, 1);
    atomic_max(&bins[1], old);
    atom_add(&wide[i], 1UL);
    atom_min(wide, 3UL);
    atomic_xchg(&f[i], 1.0f);
}

// kernel list
//   load next[0] 4
//   store next[0] 4
//   store links[4 * atomic_inc] 4
kernel void list(global int *next, global int *links)
{
    int slot = atomic_inc(next);
    links[slot] = get_global_id(0);
}

// kernel on_array_argument
//   store counter[0] 4 x2
//   barrier x2
//   load counter[0] 4 x2
//   store to[4 * l0 + 4 * go0] 4
kernel void on_array_argument(global int *to)
{
    local int counter[1];
    if (get_local_id(0) == 0)
        counter[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(counter);
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = counter[0];
}
