// Asynchronous copies read and write an unknown part of what they get, and a prefetch reads it.

// kernel tile
//   reads from x2
//   writes own
//   writes passed
//   barrier
//   load own[4 * l0] 4
//   load passed[0] 4
//   store to[4 * l0 + 4 * go0] 4
//   reads own
//   writes to
kernel void tile(global const float *from, global float *to, local float *passed)
{
    local float own[64];
    event_t event = async_work_group_copy(own, from + 64 * get_group_id(0), 64, 0);
    event = async_work_group_strided_copy(passed, from, 16, 4, event);
    wait_group_events(1, &event);
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = own[get_local_id(0)] + passed[0];
    event_t back = async_work_group_copy(to, own, 64, 0);
    wait_group_events(1, &back);
}

// kernel hint
//   reads from
//   load from[4 * l0 + 4 * go0] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void hint(global const float *from, global float *to)
{
    prefetch(from, 16);
    to[get_global_id(0)] = from[get_global_id(0)];
}
