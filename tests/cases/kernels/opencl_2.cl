// OpenCL C 2.0 as far as it is followed: no option asks for it, its text does.
// compilers also get -cl-std=CL2.0
// not on pocl: no generic address space

// kernel any_space
//   store data[4 * l0 + 4 * go0] 4
//   store tile[4 * l0] 4
//   barrier
//   store data[4 * get_local_linear_id] 4
kernel void any_space(global float *data, local float *tile)
{
    float *to = data + get_global_id(0);
    *to = 1.0f;
    to = tile;
    to[get_local_id(0)] = 2.0f;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    data[get_local_linear_id()] = ctz(3);
}

// kernel standard_atomics
//   load bins[4 * l0 + 4 * go0] 4
//   store bins[4 * l0 + 4 * go0] 4
//   store bins[0] 4
//   load bins[4] 4
//   store plain[4 * l0 + 4 * go0] 4
//   load bins[8] 4
//   store bins[8] 4
kernel void standard_atomics(global atomic_int *bins, global int *plain)
{
    int i = get_global_id(0), expected = 0;
    atomic_fetch_add(&bins[i], 1);
    atomic_store_explicit(&bins[0], 2, memory_order_release, memory_scope_device);
    plain[i] = atomic_load(&bins[1]);
    atomic_compare_exchange_strong(&bins[2], &expected, 1);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
}

// kernel both_ways
//   reads image
//   writes image
kernel void both_ways(read_write image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(image, at, read_imagef(image, at));
}
